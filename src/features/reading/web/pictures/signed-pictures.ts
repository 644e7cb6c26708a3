import type { Picture } from '../../../../shared/wire.ts';

/** Addresses that end so soon are renewed before they are asked for. */
const soonMs = 60_000;
/** Addresses live for six hours. If they have to be renewed more often than this, something else is wrong. */
const restMs = 60 * 60_000;

/** When an address ends (spec: media.md#rights), in milliseconds; null for an unsigned address, which does not end. */
export function expiryOf(address: string): number | null {
  const query = new URLSearchParams(address.split('?')[1]);
  if (!query.has('sig')) return null;
  return Number(query.get('e')) || Number.POSITIVE_INFINITY;
}

/** A picture whose address ends soon; null where there is none. */
export function findEnding(pictures: readonly Picture[], now: number): Picture | null {
  return pictures.find(({ src }) => (expiryOf(src) ?? Number.POSITIVE_INFINITY) < now + soonMs) ?? null;
}

/** Two addresses of one file differ in their signatures only. */
export function isSamePicture(one: Picture, other: Picture): boolean {
  return one.src.split('?')[0] === other.src.split('?')[0];
}

export interface Renewal {
  /**
   * Gets new addresses for the chapter of `address`; false where none came. Null where asking would not help: the
   * address is not signed, or the chapter's addresses were just renewed.
   */
  renew(address: string): Promise<boolean> | null;
}

interface RenewalFacts {
  ask: () => Promise<unknown>;
  now: () => number;
  /** When unsigned addresses stop working; infinite for never. */
  freeUntil: number;
}

/**
 * Renews a chapter's addresses: once for all who ask at the same time, and again only when the new ones have run out.
 */
export function createRenewal({ ask, now, freeUntil }: RenewalFacts): Renewal {
  let asking: Promise<boolean> | null = null;
  let renewedAt: number | null = null;

  async function askOnce(): Promise<boolean> {
    try {
      await ask();
      renewedAt = now();
      return true;
    } catch {
      return false; // the image's next failure asks again
    } finally {
      asking = null;
    }
  }

  return {
    renew(address) {
      const expiry = expiryOf(address) ?? freeUntil;
      if (expiry === freeUntil && expiry > now()) return null;
      const isSpent = renewedAt !== null && (expiry >= now() + soonMs || now() - renewedAt < restMs);
      if (!asking && isSpent) return null;
      asking ??= askOnce();
      return asking;
    },
  };
}

import type { ImageSource } from '../../../../shared/wire.ts';

/** A failed image is asked for again after these pauses by itself (spec: reader.md#images). */
const retryPausesMs = [1000, 3000, 9000] as const;

/**
 * The pause, in ms, after the failure of try number `attempt`, 0 being the first. Null: from then on the reader asks,
 * as often as they like (spec: reader.md#images).
 */
export function pauseAfter(attempt: number): number | null {
  return retryPausesMs[attempt] ?? null;
}

/** The address for try number `tries`: a new one each time, so that no cache gives the failure back. */
export function addressOfAttempt(address: string, tries: number): string {
  if (tries === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}retry=${tries}`;
}

/**
 * The sources for a try; after two failed retries only the plain image is asked for, in case its format is the fault.
 */
export function sourcesOfAttempt(
  sources: readonly ImageSource[],
  { attempt, tries }: { attempt: number; tries: number },
): readonly ImageSource[] {
  if (tries === 0) return sources;
  if (attempt >= retryPausesMs.length) return [];
  return sources.map(({ type, srcset }) => ({ type, srcset: renewCandidates(srcset, tries) }));
}

function renewCandidates(srcset: string, tries: number): string {
  const candidates = srcset.split(', ').map((candidate) => {
    const [address = '', ...width] = candidate.trim().split(' ');
    return [addressOfAttempt(address, tries), ...width].join(' ');
  });
  return candidates.join(', ');
}

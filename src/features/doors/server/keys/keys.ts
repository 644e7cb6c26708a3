import type { FastifyRequest } from 'fastify';
import { failureLimits } from '../../../accounts/rules.ts';
import { type Attempts, hashOfToken, limitsOfAddress } from '../../../accounts/server/accounts.ts';
import type { KeyHolder, KeyName } from '../../../membership/server/membership.ts';
import { readCredentials } from './credentials.ts';

/** Who makes a request of a door. */
export type Asker =
  /** Nobody says who: no failure. */
  | { kind: 'visitor' }
  /** The user of a living key, whatever its scopes; `name`: the user name that was typed beside it. */
  | { kind: 'user'; viewer: KeyHolder; name: string | null }
  /** What was sent is no living key. It was counted. */
  | { kind: 'wrong_key' };

export interface KeysDeps {
  attempts: Attempts;
  findHolder(key: KeyName): Promise<KeyHolder | null>;
}

export type Keys = ReturnType<typeof createKeys>;

/** The only way from a request of a door to its user. Nothing is kept, so a key that ends is dead at once. */
export function createKeys({ attempts, findHolder }: KeysDeps) {
  /**
   * Counts a wrong key. From the eleventh of an address in 15 minutes on it rejects with 429; right keys are never held
   * up, since a household shares its address (spec: doors.md#keys).
   */
  async function countWrong({ ip }: FastifyRequest): Promise<{ kind: 'wrong_key' }> {
    const limits = limitsOfAddress(failureLimits.doorKeyOfAddress, ip);
    return attempts.run(limits, async () => ({ value: { kind: 'wrong_key' }, counts: true }));
  }

  /** The user of a key that a door has found in its own way; null counts as a wrong one. */
  async function askerBy(request: FastifyRequest, key: KeyName | null, name: string | null = null): Promise<Asker> {
    const viewer = key && (await findHolder(key));
    return viewer ? { kind: 'user', viewer, name } : countWrong(request);
  }

  /** Who asks, by X-API-Key or Authorization: the first that is sent decides. */
  async function askerOf(request: FastifyRequest): Promise<Asker> {
    const sent = readCredentials(request.headers);
    if (!sent) return { kind: 'visitor' };
    const token = hashOfToken(sent.key);
    return askerBy(request, token && { token }, sent.name);
  }

  return {
    askerBy,
    askerOf,
    /** Who reads; null: a visitor. 'unknown': what was sent is no key that reads. */
    async readerOf(request: FastifyRequest): Promise<KeyHolder | null | 'unknown'> {
      const asker = await askerOf(request);
      if (asker.kind === 'visitor') return null;
      return asker.kind === 'user' && asker.viewer.scopes.includes('read') ? asker.viewer : 'unknown';
    },
    /** The user of a key by its id, as a session of a door keeps it; null: the key has ended. */
    findById: (id: string) => findHolder({ id }),
  };
}

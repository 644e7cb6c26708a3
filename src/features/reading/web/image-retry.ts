import type { ImageSource } from '../../../shared/wire.ts';

/** A failed image is asked for again after these pauses by itself (contract.md section 6). */
const retryPausesMs = [1000, 3000, 9000] as const;

export type AfterFailure = { do: 'retry'; afterMs: number } | { do: 'ask' } | { do: 'hide' };

/** What follows the failure of try number `attempt`, 0 being the first: three more tries, then the reader's own. */
export function afterFailure(attempt: number): AfterFailure {
  const pause = retryPausesMs[attempt];
  if (pause !== undefined) return { do: 'retry', afterMs: pause };
  return attempt === retryPausesMs.length ? { do: 'ask' } : { do: 'hide' };
}

/** The address for try number `attempt`: a new one each time, so that no cache gives the failure back. */
export function addressOfAttempt(address: string, attempt: number): string {
  if (attempt === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}retry=${attempt}`;
}

/** The sources for a try; from the third on only the plain image is asked for, in case the better format is the fault. */
export function sourcesOfAttempt(sources: readonly ImageSource[], attempt: number): readonly ImageSource[] {
  if (attempt === 0) return sources;
  if (attempt >= retryPausesMs.length) return [];
  return sources.map(({ type, srcset }) => ({
    type,
    srcset: srcset
      .split(', ')
      .map((candidate) => {
        const [address = '', width = ''] = candidate.trim().split(' ');
        return `${addressOfAttempt(address, attempt)} ${width}`.trim();
      })
      .join(', '),
  }));
}

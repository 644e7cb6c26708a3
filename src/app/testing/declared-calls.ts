import type { StudioCall } from '../../features/studio/rules.ts';
import type { Call } from '../../shared/calls.ts';
import { apiBase } from '../../shared/paths.ts';

type Declared = (Call & { who: 'anyone' | 'user' }) | StudioCall;

const contracts = import.meta.glob<object>(
  ['../../features/*/contract.ts', '../../features/**/studio-contract.ts', '../../shared/site.ts'],
  { eager: true },
);

const isCall = (value: unknown): value is Declared => typeof value === 'object' && value !== null && 'who' in value;

/** All calls that contracts declare, by their methods and routes. */
export const declaredCalls: ReadonlyMap<string, Declared> = new Map(
  Object.values(contracts)
    .flatMap((contract) => Object.values(contract))
    .flatMap((calls) => Object.values(calls ?? {}).filter(isCall))
    .map((call) => [`${call.method} ${apiBase}${call.path}`, call]),
);

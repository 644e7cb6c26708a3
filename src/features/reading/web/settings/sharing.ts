import { useSyncExternalStore } from 'react';
import { readKept } from '../../../../web/session.ts';
import { mostBooks, type ReaderSettings } from '../../reader-settings.ts';
import { subscribeToSettings } from './settings.ts';

/** The facts that a browser keeps beside its settings, to compare them with the account's. */
export interface Sharing {
  /** The user whose account these settings follow, or who keeps them on this device; null for a visitor. */
  account: string | null;
  /** The settings stay on this device, and the account's are not taken over. */
  isOnlyHere: boolean;
  /** When each setting was chosen, by name, in milliseconds; what a visitor chose has no time. */
  times: Readonly<Record<string, number>>;
}

/** Each setting by the name that the account has it under. */
export function settingsByName({ comic, novel, keys, books, adult }: ReaderSettings): Map<string, unknown> {
  const named = (part: string, settings: object) =>
    Object.entries(settings).map(([name, value]): [string, unknown] => [`${part}.${name}`, value]);
  return new Map<string, unknown>([
    ...named('comic', comic),
    ...named('novel', novel),
    ['keys', keys],
    ...named('books', books),
    ['adult', adult],
  ]);
}

/** The books whose settings the account keeps, too: the latest choices; without times, by the order of their uuids. */
export function latestBooks(books: ReaderSettings['books'], { times }: Sharing): ReaderSettings['books'] {
  const timeOf = (uuid: string) => times[`books.${uuid}`] ?? 0;
  const latest = Object.entries(books).sort(([one], [other]) => timeOf(other) - timeOf(one) || (one < other ? -1 : 1));
  return latest.length > mostBooks ? Object.fromEntries(latest.slice(0, mostBooks)) : books;
}

/** Whether two values are the same; a record may come back in another order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

const textOf = (value: unknown) => JSON.stringify(isRecord(value) ? Object.entries(value).sort() : value);

const readKeptSettings = () => readKept('READER_SETTINGS');

export const readSharing = (): Sharing => sharingOf(readKeptSettings());

export function useSharing(): Sharing {
  return sharingOf(useSyncExternalStore(subscribeToSettings, readKeptSettings, () => null));
}

/** Storage may hold anything: what is no time is none. */
function sharingOf(kept: unknown): Sharing {
  const { account, isOnlyHere, times } = Object(isRecord(kept) ? kept.sharing : null);
  const known = Object.entries(Object(times)).filter((entry): entry is [string, number] => isTime(entry[1]));
  return {
    account: typeof account === 'string' ? account : null,
    isOnlyHere: isOnlyHere === true,
    times: Object.fromEntries(known),
  };
}

/** As far as dates go. */
const isTime = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 8.64e15;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Gives each changed setting a time later than any known one, even where this browser's clock is behind. */
export function withTimes(sharing: Sharing, { before, after, now }: Changed): Sharing {
  const known = settingsByName(before);
  const changed = [...settingsByName(after)].filter(([name, value]) => !isSameValue(value, known.get(name)));
  const times = changed.map(([name]) => [name, Math.max(now, (sharing.times[name] ?? 0) + 1)]);
  return { ...sharing, times: { ...sharing.times, ...Object.fromEntries(times) } };
}

interface Changed {
  before: ReaderSettings;
  after: ReaderSettings;
  now: number;
}

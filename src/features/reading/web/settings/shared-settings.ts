import { bookSettings, defaultSettings, type ReaderSettings, settingsOf } from '../../reader-settings.ts';
import { isSameValue, latestBooks, type Sharing, settingsByName } from './sharing.ts';

/** A setting with the time of its choice, as the account and the browser exchange it. */
export interface TimedSetting {
  name: string;
  value: unknown;
  updated_at: string;
}

/** The kept state of a browser: its settings, and their times. */
export interface Held {
  settings: ReaderSettings;
  sharing: Sharing;
}

/**
 * The settings once a user reads here. What a visitor chose becomes the user's where the account has no choice of its
 * own, whatever the times; another user's settings are dropped.
 */
export function heldBy(userUuid: string, held: Held): Held {
  const { account } = held.sharing;
  if (account === userUuid) return held;
  const settings = account === null ? held.settings : defaultSettings;
  return { settings, sharing: { account: userUuid, isOnlyHere: false, times: {} } };
}

/** The later choice of each setting; the account's where both have one time. */
export function withReceived({ settings, sharing }: Held, received: readonly TimedSetting[]): Held {
  const values = settingsByName(settings);
  const times = { ...sharing.times };
  for (const { name, value, updated_at } of received) {
    const time = Date.parse(updated_at);
    // The account's time counts where both chose the same: this browser's clock may be ahead.
    if (time < (times[name] ?? 0) && !isSameValue(value, values.get(name))) continue;
    values.set(name, value);
    times[name] = time;
  }
  const after = { settings: fromNames(values), sharing: { ...sharing, times } };
  return { ...after, settings: { ...after.settings, books: latestBooks(after.settings.books, after.sharing) } };
}

function fromNames(values: ReadonlyMap<string, unknown>): ReaderSettings {
  const partOf = (part: string) => {
    const named = [...values].filter(([name]) => name.startsWith(`${part}.`));
    return Object.fromEntries(named.map(([name, value]) => [name.slice(part.length + 1), value]));
  };
  return settingsOf({
    comic: partOf('comic'),
    novel: partOf('novel'),
    keys: values.get('keys'),
    books: partOf('books'),
    adult: values.get('adult'),
  });
}

/** The choices to send to the account: those made here since its last answer, and those that it does not have. */
export function listUnsent({ settings, sharing }: Held, received: readonly TimedSetting[]): TimedSetting[] {
  const known = new Map(received.map(({ name, updated_at }) => [name, Date.parse(updated_at)]));
  const usual = settingsByName(defaultSettings);
  const mine = { ...settings, keys: soundKeys(settings.keys), books: soundBooks(settings) };
  return [...settingsByName(mine)].flatMap(([name, value]) => {
    const time = sharing.times[name] ?? 0;
    const before = known.get(name);
    const isNews = before === undefined ? time > 0 || !isSameValue(value, usual.get(name)) : time > before;
    return isNews ? [{ name, value, updated_at: new Date(time).toISOString() }] : [];
  });
}

/** One sign for each name, as the account takes them; storage may hold anything. */
function soundKeys(keys: ReaderSettings['keys']): ReaderSettings['keys'] {
  const isSound = ([name, key]: [string, unknown]) =>
    /^[a-z]{1,40}$/i.test(name) && typeof key === 'string' && Array.from(key).length === 1;
  return Object.fromEntries(Object.entries(keys).filter(isSound).slice(0, 40));
}

/** Books by their uuids, each with all that it may have. */
function soundBooks(settings: ReaderSettings): ReaderSettings['books'] {
  const uuids = Object.keys(settings.books).filter((uuid) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid));
  return Object.fromEntries(uuids.map((uuid) => [uuid, bookSettings(settings, uuid)]));
}

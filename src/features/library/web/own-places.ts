import { currentUser, keep, readKept, subscribeToKept, subscribeToSession } from '../../../web/session.ts';
import { mergeProgress } from '../rules.ts';
import { type KeptPlace, type KeptPlaces, keptOf, visitor } from './kept-places.ts';

/** Kept small: a browser's storage is shared by everything that the site keeps in it. */
const mostPlaces = 500;
/** What still fits where storage is nearly full. */
const fewPlaces = 50;

/** Whose places these are: a user's are nobody else's, and a visitor's become those of whoever logs in. */
export function ownerNow(): string {
  return currentUser()?.uuid ?? visitor;
}

/** The places of whoever reads here. Read anew each time: another tab may have written since. */
export function readMine(): KeptPlaces {
  const owner = ownerNow();
  const kept = keptOf(readKept('READING_PLACES'));
  const mine = kept[owner] ?? {};
  return owner === visitor ? mine : withVisitors(mine, kept[visitor] ?? {});
}

/** Writes the places of whoever reads here; those of a user who is no longer here go when another one writes. */
export function writeMine(places: KeptPlaces): void {
  const owner = ownerNow();
  const before = readKept('READING_PLACES');
  const others = owner === visitor ? keptOf(before) : {};
  const after = { ...others, [owner]: newest(places, mostPlaces) };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const isKept = keep('READING_PLACES', after);
  if (!isKept) keep('READING_PLACES', { [owner]: newest(places, fewPlaces) });
}

/** Calls back when the places change: here, in another tab, or because somebody else reads now. */
export function subscribeToMine(listener: () => void): () => void {
  const ends = [subscribeToKept('READING_PLACES', listener), subscribeToSession(listener)];
  return () => {
    for (const end of ends) end();
  };
}

/** With what a visitor read before logging in; the account does not know of it yet. */
function withVisitors(mine: KeptPlaces, visitors: KeptPlaces): KeptPlaces {
  const merged = { ...mine };
  for (const [bookUuid, theirs] of Object.entries(visitors)) {
    const own = merged[bookUuid];
    const progress = own ? mergeProgress(own.progress, theirs.progress) : theirs.progress;
    const later = own?.progress.updated_at === progress.updated_at ? own : theirs;
    merged[bookUuid] = { ...later, progress, unsent: true };
  }
  return merged;
}

function newest(places: KeptPlaces, most: number): KeptPlaces {
  const books = Object.entries(places);
  if (books.length <= most) return places;
  return Object.fromEntries(books.sort(([, one], [, other]) => timeOf(other) - timeOf(one)).slice(0, most));
}

export const timeOf = ({ progress }: KeptPlace) => Date.parse(progress.updated_at);

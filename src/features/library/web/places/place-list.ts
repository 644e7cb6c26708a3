import { createStore, type Store } from '../../../../web/store.ts';
import type { Overtaken } from './open-book.ts';
import { type Place, type Places, placeOf } from './places.ts';
import { timeOf } from './stored-places.ts';

/**
 * Every book that is being read, newest first, for components. The list, and each place in it, stays the same object
 * until it changes, so that only what changed is rendered anew. One list listens for all the rows of a page.
 */
export function createPlaceList(places: Places, overtaken: Store<Overtaken | null>) {
  const list = createStore<readonly Place[] | null>(null, () => {
    // A list that was read before anybody subscribed may be old.
    renew();
    const ends = [places.subscribe(renew), overtaken.subscribe(renew)];
    return () => {
      for (const end of ends) end();
    };
  });

  function renew(): readonly Place[] {
    const before = new Map(list.get()?.map((place) => [place.bookUuid, place]));
    const now = Object.values(places.read())
      .filter(({ removed }) => !removed)
      .sort((one, other) => timeOf(other) - timeOf(one))
      .map((kept) => sameOr(before.get(kept.progress.book_uuid), withOvertaken(placeOf(kept), overtaken.get())));
    list.set(now);
    return now;
  }

  return { get: () => list.get() ?? renew(), subscribe: list.subscribe };
}

const withOvertaken = (place: Place, overtaken: Overtaken | null): Place =>
  overtaken?.bookUuid === place.bookUuid ? { ...place, elsewhere: overtaken.by } : place;

const sameOr = (before: Place | undefined, now: Place): Place =>
  before && JSON.stringify(before) === JSON.stringify(now) ? before : now;

import type { FileName } from '../names/file-name.ts';
import { unitOrder } from '../names/name-signs.ts';
import { compareNatural } from '../names/names.ts';
import { numberValue } from '../names/numerals.ts';
import { sidePlaceOf } from '../names/side-names.ts';

/** The facts in an item's name about its place, where it has been read for that. */
export type NamedPlace = Pick<FileName, 'unit' | 'season' | 'volume' | 'piece' | 'side' | 'printed'>;

type Ordered = {
  number: string | null;
  name: string;
  place?: NamedPlace;
  /** Its place in a list of contents; of a volume that of its first text there. */
  listedAt?: number;
};

export const byName = (a: { name: string }, b: { name: string }) => compareNatural(a.name, b.name);

/** Compares by numbers where both items have one, else by names. */
export function compareItems(a: Ordered, b: Ordered): number {
  const numbers = a.number !== null && b.number !== null ? numberValue(a.number) - numberValue(b.number) : 0;
  return numbers || byName(a, b);
}

/**
 * Sorts items that a list of contents names as it does, and the others behind them: numbered items by number, whole
 * volumes before single chapters. Loose pictures (they have no name) and prologues come first; last chapters, epilogues
 * and side chapters come last. Other items go where their names sort; if the numbered items' names sort differently from
 * their numbers, they go behind these.
 */
export function sortItems<I extends Ordered>(items: readonly I[]): I[] {
  const listed = items.flatMap((item) => (item.listedAt === undefined ? [] : [{ item, at: item.listedAt }]));
  const unlisted = items.filter((item) => item.listedAt === undefined);
  return [...listed.sort((a, b) => a.at - b.at).map(({ item }) => item), ...sortUnlisted(unlisted)];
}

function sortUnlisted<I extends Ordered>(items: readonly I[]): I[] {
  const isNumbered = (item: I) => item.number !== null;
  const numbered = items.filter(isNumbered).sort(comparerOf(items.filter(isNumbered)));
  const others = items.filter((item) => !isNumbered(item)).sort(byName);
  const placed = (...places: ReturnType<typeof placeOf>[]) => others.filter((item) => places.includes(placeOf(item)));
  return [
    ...placed('first'),
    ...merged(numbered, placed(null)),
    ...placed('final'),
    ...placed('last'),
    ...placed('side'),
  ];
}

function placeOf({ name, place }: Ordered): FileName['side'] {
  return name === '' ? 'first' : place ? place.side : sidePlaceOf(name);
}

function comparerOf(items: readonly Ordered[]): (a: Ordered, b: Ordered) => number {
  const sections = sectionsIn(items);
  const rankOf = ({ number, place }: Ordered) => {
    if (number === '0') return -1;
    return place && unitOrder[place.unit] < unitOrder.chapter ? 0 : 1;
  };
  const placed = (item: Ordered) => sectionValue(item, sections) ?? numberValue(item.number ?? '');
  return (a, b) =>
    rankOf(a) - rankOf(b) || placed(a) - placed(b) || (a.place?.piece ?? 0) - (b.place?.piece ?? 0) || byName(a, b);
}

/** The chapters whose tenths are all there and go on: after 10.1 to 10.9 comes 10.10, and 10.5 alone lies half-way. */
export function sectionsIn(items: readonly Ordered[]): ReadonlySet<string> {
  const found = new Map<string, Set<number>>();
  for (const { place } of items) {
    const [, whole, section] = /^0*(\d+)\.(\d{1,3})$/.exec(place?.printed ?? '') ?? [];
    if (whole !== undefined && section !== undefined && !/^0./.test(section))
      found.set(whole, (found.get(whole) ?? new Set()).add(Number(section)));
  }
  const areAllThere = (sections: Set<number>) => {
    for (let each = 1; each <= 10; each += 1) if (!sections.has(each)) return false;
    return true;
  };
  return new Set([...found].filter(([, sections]) => areAllThere(sections)).map(([whole]) => whole));
}

function sectionValue({ place }: Ordered, sections: ReadonlySet<string>): number | null {
  const [, whole = '', section] = /^0*(\d+)\.(\d{1,3})$/.exec(place?.printed ?? '') ?? [];
  return section !== undefined && sections.has(whole) ? Number(whole) + Number(section) / 1000 : null;
}

function merged<I extends Ordered>(numbered: readonly I[], others: readonly I[]): I[] {
  const isByName = numbered.every((item, index) => index === 0 || byName(numbered[index - 1] ?? item, item) <= 0);
  return isByName ? [...numbered, ...others].sort(byName) : [...numbered, ...others];
}

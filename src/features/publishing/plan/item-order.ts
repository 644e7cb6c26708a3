import { compareNatural, placeByName } from '../names/names.ts';
import { numberValue } from '../names/numerals.ts';

type Ordered = {
  number: string | null;
  name: string;
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
 * Sorts items that a list of contents names as it does, and the others behind them: numbered items by number. Loose pictures (they have no name) and prologues come first, appendices last. Other
 * items go where their names sort; if the numbered items' names sort differently from their numbers, they go behind
 * these.
 */
export function sortItems<I extends Ordered>(items: readonly I[]): I[] {
  const listed = items.flatMap((item) => (item.listedAt === undefined ? [] : [{ item, at: item.listedAt }]));
  const unlisted = items.filter((item) => item.listedAt === undefined);
  return [...listed.sort((a, b) => a.at - b.at).map(({ item }) => item), ...sortUnlisted(unlisted)];
}

function sortUnlisted<I extends Ordered>(items: readonly I[]): I[] {
  const numbered = items.filter((item) => item.number !== null).sort(compareItems);
  const others = items.filter((item) => item.number === null).sort(byName);
  const placed = (place: 'first' | 'last' | null) => others.filter((item) => placeOf(item) === place);
  return [...placed('first'), ...merged(numbered, placed(null)), ...placed('last')];
}

function placeOf({ name }: Ordered): 'first' | 'last' | null {
  return name === '' ? 'first' : placeByName(name);
}

function merged<I extends Ordered>(numbered: readonly I[], others: readonly I[]): I[] {
  const isByName = numbered.every((item, index) => index === 0 || byName(numbered[index - 1] ?? item, item) <= 0);
  return isByName ? [...numbered, ...others].sort(byName) : [...numbered, ...others];
}

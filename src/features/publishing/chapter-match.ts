import type { Language } from '../../shared/languages.ts';
import { cutDescription } from '../../shared/text.ts';
import type { Item, Unit } from './folder-items.ts';
import { compareItems } from './item-order.ts';
import { nameKey } from './names.ts';

/** One chapter or volume, in the languages it was found in. */
type Node = { first: Item; byLanguage: Map<Language, Item> };

/**
 * Chapters of two editions are the same when their leading numbers are, or else their names, or else their places;
 * two different numbers are never one chapter.
 */
export function mergeItems(lists: ReadonlyMap<Language, Item[]>, original: Language): Node[] {
  const order = [original, ...lists.keys()].filter((language, index, all) => all.indexOf(language) === index);
  const nodes: Node[] = [];
  for (const language of order) {
    const items = lists.get(language) ?? [];
    const places = nodes.filter((node) => node.byLanguage.has(order[0] as Language)); // the original's own order
    const matched = matchItems(items, nodes, places, language);
    for (const [item, node] of matched) node.byLanguage.set(language, item);
    for (const [index, item] of items.entries()) {
      if (!matched.has(item))
        insertNode(
          nodes,
          { first: item, byLanguage: new Map([[language, item]]) },
          { language, before: items[index - 1] },
        );
    }
  }
  return nodes;
}

function matchItems(items: Item[], nodes: Node[], places: Node[], language: Language): Map<Item, Node> {
  const matched = new Map<Item, Node>();
  const taken = new Set<Node>();
  const attempt = (isSame: (item: Item, node: Node, index: number) => boolean) => {
    for (const [index, item] of items.entries()) {
      if (matched.has(item)) continue;
      const node = nodes.find(
        (candidate) =>
          !taken.has(candidate) &&
          !candidate.byLanguage.has(language) &&
          candidate.first.kind === item.kind &&
          isSame(item, candidate, index),
      );
      if (!node) continue;
      matched.set(item, node);
      taken.add(node);
    }
  };
  const differ = (item: Item, node: Node) => item.number !== null && node.first.number !== null;
  const sameName = (item: Item, node: Node) => nameKey(item.name) === nameKey(node.first.name);
  attempt((item, node) => item.number !== null && item.number === node.first.number && sameName(item, node));
  attempt((item, node) => item.number !== null && item.number === node.first.number);
  attempt((item, node) => !differ(item, node) && sameName(item, node));
  attempt((item, node, index) => !differ(item, node) && places[index] === node);
  return matched;
}

function insertNode(nodes: Node[], node: Node, place: { language: Language; before: Item | undefined }): void {
  const before = nodes.findIndex((candidate) => candidate.byLanguage.get(place.language) === place.before);
  let at = place.before ? before + 1 : 0;
  for (;;) {
    const next = nodes[at];
    if (!next || next.byLanguage.has(place.language) || compareItems(next.first, node.first) > 0) break;
    at += 1;
  }
  nodes.splice(at, 0, node);
}

/** `otherKey`: what it is called where another chapter has its number and comes first. */
export type Keyed = { key: string; otherKey: string; byLanguage: Map<Language, Unit> };

export function flatten(nodes: readonly Node[], prefix: string, used: Set<string>, original: Language): Keyed[] {
  const keys = new Map<Node, Keys>();
  // What can be read takes its key first, so that a damaged copy beside it never takes it away.
  const byReadable = [...nodes].sort((a, b) => Number(isUnreadable(a.first)) - Number(isUnreadable(b.first)));
  for (const node of byReadable) keys.set(node, keyOf(node.first, prefix, used));
  return nodes.flatMap((node) => {
    const { first } = node;
    const { key, otherKey } = keys.get(node) ?? { key: '', otherKey: '' };
    if (first.kind === 'unit') return [{ key, otherKey, byLanguage: node.byLanguage as Map<Language, Unit> }]; // matched by kind
    const lists = new Map(
      [...node.byLanguage].map(([language, item]) => [language, item.kind === 'volume' ? item.items : []]),
    );
    return flatten(mergeItems(lists, original), `${key}/`, used, original);
  });
}

/** In characters: the database's index takes no key of any length. */
export const longestKey = 600;
const longestName = 150;

type Keys = { key: string; otherKey: string };

function keyOf(item: Item, prefix: string, used: Set<string>): Keys {
  const name = nameKey(item.name);
  const isVolume = item.kind === 'volume';
  const plain = item.number !== null ? `${isVolume ? 'v' : 'n'}:${item.number}` : `${isVolume ? 'v' : 't'}:${name}`;
  const wanted = cutDescription(prefix + plain, longestKey);
  const own = cutDescription(name, longestName);
  return { key: freshKey(used, wanted, own), otherKey: `${wanted} ${own}` };
}

function isUnreadable(item: Item): boolean {
  return item.kind === 'unit' && item.content.type === 'archive' && item.content.file.fault !== undefined;
}

/** Two chapters with one number keep apart by their names, and then by their places. */
function freshKey(used: Set<string>, wanted: string, name: string): string {
  let key = used.has(wanted) ? `${wanted} ${name}` : wanted;
  for (let count = 2; used.has(key); count += 1) key = `${wanted} ${name} ${count}`;
  used.add(key);
  return key;
}

import type { Language } from '../../../shared/languages.ts';
import { cutDescription } from '../../../shared/text.ts';
import { nameKey } from '../names/names.ts';
import type { Item, Unit } from './folder-items.ts';
import { compareItems } from './item-order.ts';

/** One chapter or volume, in the languages in which it was found. */
type Node = { first: Item; byLanguage: Map<Language, Item> };

/**
 * Chapters of two editions are the same if their leading numbers are equal, or else their names, or else their
 * positions. Chapters with two different numbers are never the same.
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

export type Keyed = { key: string; byLanguage: Map<Language, Unit> };

export function flatten(nodes: readonly Node[], prefix: string, used: Set<string>, original: Language): Keyed[] {
  const keys = new Map<Node, string>();
  // A readable chapter takes its key first, so that a damaged copy beside it never gets that key.
  const byReadable = [...nodes].sort((a, b) => Number(isUnreadable(a.first)) - Number(isUnreadable(b.first)));
  for (const node of byReadable) keys.set(node, keyOf(node.first, prefix, used));
  return nodes.flatMap((node) => {
    const { first } = node;
    const key = keys.get(node) ?? '';
    if (first.kind === 'unit') return [{ key, byLanguage: node.byLanguage as Map<Language, Unit> }]; // matched by kind
    const lists = new Map(
      [...node.byLanguage].map(([language, item]) => [language, item.kind === 'volume' ? item.items : []]),
    );
    return flatten(mergeItems(lists, original), `${key}/`, used, original);
  });
}

/** In characters: the database's index limits the length of a key. */
export const longestKey = 600;
const longestName = 150;
const longestVolumeName = 60;

/** The number and the name, or the name alone: among several chapters with one number the name decides. */
function keyOf(item: Item, prefix: string, used: Set<string>): string {
  const name = nameKey(item.name);
  const isVolume = item.kind === 'volume';
  const sign = isVolume ? 'v' : item.number === null ? 't' : 'n';
  const wanted = cutDescription(`${prefix}${sign}:${item.number ?? name}`, longestKey);
  if (item.number === null) return freshKey(used, wanted);
  return freshKey(used, `${wanted} ${cutDescription(name, isVolume ? longestVolumeName : longestName)}`.trimEnd());
}

function isUnreadable(item: Item): boolean {
  if (item.kind === 'volume') return false;
  const { content } = item;
  return content.isLeftOut === true || (content.type === 'archive' && content.file.fault !== undefined);
}

/** Chapters with the same number and name get different keys by their positions. */
function freshKey(used: Set<string>, wanted: string): string {
  let key = wanted;
  for (let count = 2; used.has(key); count += 1) key = `${wanted} ${count}`;
  used.add(key);
  return key;
}

import { type Language, languages } from '../../../../shared/languages.ts';
import type { Facets, OrderBy, SearchQuery } from '../../contract.ts';
import { mostCountedTags } from '../../rules.ts';

/** How results are sorted: as lists are, by first publication, or by how well they match. */
export type SearchOrder = OrderBy | 'newest' | 'relevance';

/** What the filters of a search ask of a book beside its tags. */
export interface Traits {
  status: 'ongoing' | 'finished' | 'hiatus';
  kind: 'comic' | 'novel';
  /** The languages in which it has something to read. */
  languages: readonly Language[];
  /** Every chapter is open to all now. */
  isFree: boolean;
}

export interface Filters {
  /** All of these. */
  tags: readonly string[];
  /** None of those. */
  without: readonly string[];
  /** Any of these; none given: any. */
  statuses: readonly Traits['status'][];
  kind: Traits['kind'] | null;
  language: Language | null;
  free: boolean;
}

/** The filters in the query of a search; empty tags are none. */
export function filtersOf(query: SearchQuery): Filters {
  return {
    tags: [...new Set([query.tag ?? '', ...query.tags])].filter((tag) => tag !== ''),
    without: query.without.filter((tag) => tag !== ''),
    statuses: query.status,
    kind: query.kind ?? null,
    language: query.in_language ?? null,
    free: query.free,
  };
}

/** Whether there is no filter but a tag. */
export function isOfTag({ tags, without, statuses, kind, language, free }: Filters): boolean {
  const lists = [tags.slice(1), without, statuses];
  return lists.every((list) => list.length === 0) && kind === null && language === null && !free;
}

type Group = 'status' | 'kind' | 'language' | 'free';

const tests: Readonly<Record<Group, (traits: Traits, filters: Filters) => boolean>> = {
  status: ({ status }, { statuses }) => statuses.length === 0 || statuses.includes(status),
  kind: ({ kind }, filters) => filters.kind === null || filters.kind === kind,
  language: (traits, { language }) => language === null || traits.languages.includes(language),
  free: ({ isFree }, { free }) => !free || isFree,
};
const groups = Object.keys(tests) as Group[]; // the keys are typed above

/** Whether a book that the tags leave is left by the other filters; those of one group may be passed over. */
export function fits(traits: Traits, filters: Filters, but?: Group): boolean {
  return groups.every((group) => group === but || tests[group](traits, filters));
}

/** How many of the books that the tags leave have these traits, and how many that all filters leave have each tag. */
export interface Counted {
  traits: readonly { traits: Traits; count: number }[];
  tags: readonly (readonly [tag: string, count: number])[];
}

/** The counts of each group under the other groups' filters, of tags under all; no count is over `most`. */
export function countFacets(counted: Counted, { filters, most }: { filters: Filters; most: number }): Facets {
  function sorted<T extends string>(counts: Iterable<readonly [T, number]>) {
    return [...counts]
      .map(([value, count]) => ({ value, count: Math.min(count, most) }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }
  function countValues<T extends string>(valuesOf: (traits: Traits) => readonly T[], but: Group) {
    const sums = new Map<T, number>();
    for (const { traits, count } of counted.traits)
      if (fits(traits, filters, but))
        for (const value of valuesOf(traits)) sums.set(value, (sums.get(value) ?? 0) + count);
    return sorted(sums);
  }
  const free = countValues(({ isFree }) => (isFree ? ['free'] : []), 'free');
  return {
    tags: sorted(counted.tags).slice(0, mostCountedTags),
    status: countValues(({ status }) => [status], 'status'),
    kind: countValues(({ kind }) => [kind], 'kind'),
    language: countValues((traits) => languages.filter((one) => traits.languages.includes(one)), 'language'),
    free: free[0]?.count ?? 0,
  };
}

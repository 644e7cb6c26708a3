import { languages, languageTags } from '../../../../shared/languages.ts';
import { searchWords } from '../../../../shared/search-text.ts';
import { storedTag } from '../../../../shared/tags.ts';
import { bookRatings } from '../../../catalog/rules.ts';
import {
  all,
  always,
  any,
  type Condition,
  chapterIs,
  editionIs,
  type Likeness,
  never,
  not,
  type ReadStatus,
} from '../../../catalog/server/search/edition-queries.ts';
import { Refusal } from './answers.ts';
import { readId, readLibrary } from './ids.ts';
import { ages } from './shapes.ts';

/** A search that is not understood; nothing of it is passed over in silence. */
export class BadSearch extends Refusal {
  constructor(message: string) {
    super(400, message);
  }
}

/** What is searched: series, or books. */
export interface Searched {
  of: 'series' | 'books';
  now: Date;
  /** What the reader has read stands elsewhere. */
  hasStatus(status: ReadStatus): Condition;
}

/** A leaf of a condition: an operator, and the value it compares with. */
interface Leaf {
  operator: string;
  value: unknown;
  dateTime: unknown;
  duration: unknown;
}

type Field = (leaf: Leaf, searched: Searched) => Condition;

/** The condition of a search's body; null and undefined: none (spec: doors.md#searches). */
export function readCondition(given: unknown, searched: Searched): Condition {
  return given === null || given === undefined ? always : readPart(given, { ...searched, left: { parts: mostParts } });
}

/** Nobody writes a longer one, and each part costs the database time. */
const mostParts = 200;

interface Searching extends Searched {
  left: { parts: number };
}

function readPart(given: unknown, searched: Searching): Condition {
  searched.left.parts -= 1;
  if (searched.left.parts < 0) throw new BadSearch(`A search has at most ${mostParts} conditions`);
  // Kotlin writes the class of each condition as well.
  const parts = Object.entries(recordOf(given)).filter(([name]) => name !== 'type');
  const [part, ...others] = parts;
  if (!part || others.length > 0) throw new BadSearch('A condition has one field');
  const [name, value] = [part[0].toLowerCase(), part[1]];
  if (name === 'allof' || name === 'anyof') {
    if (!Array.isArray(value)) throw new BadSearch(`${part[0]} must be a list`);
    const conditions = value.map((each) => readPart(each, searched));
    return name === 'allof' || conditions.length === 0 ? all(conditions) : any(conditions);
  }
  const field = fieldsOf[searched.of].get(name);
  if (!field) throw new BadSearch(`Unknown condition: ${part[0]}`);
  const { operator, ...more } = recordOf(value);
  if (typeof operator !== 'string') throw new BadSearch(`${part[0]} needs an operator`);
  const leaf = {
    operator: operator.toLowerCase(),
    value: more.value,
    dateTime: more.dateTime,
    duration: more.duration,
  };
  return field(leaf, searched);
}

function recordOf(given: unknown): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new BadSearch('A condition is an object');
  return given as Record<string, unknown>; // any object has such entries
}

function unknownOperator({ operator }: Leaf): never {
  throw new BadSearch(`Unknown operator: ${operator}`);
}

function textOf({ value }: Leaf): string {
  if (typeof value !== 'string') throw new BadSearch('The value must be a text');
  return value;
}

/** `is` and `isNot`; `isNull` and `isNotNull` where there may be none. */
function compare(leaf: Leaf, isIt: () => Condition, none?: Condition): Condition {
  switch (leaf.operator) {
    case 'is':
      return isIt();
    case 'isnot':
      return not(isIt());
    case 'isnull':
      return none ?? unknownOperator(leaf);
    case 'isnotnull':
      return none ? not(none) : unknownOperator(leaf);
    default:
      return unknownOperator(leaf);
  }
}

const equality =
  (isIt: (value: string, searched: Searched) => Condition, none?: Condition): Field =>
  (leaf, searched) =>
    compare(leaf, () => isIt(textOf(leaf), searched), none);

const yesOrNo =
  (isIt: Condition): Field =>
  (leaf) =>
    leaf.operator === 'istrue' ? isIt : leaf.operator === 'isfalse' ? not(isIt) : unknownOperator(leaf);

/** The operators of texts; each also with `not`. */
const likenesses = new Map<string, { how: Likeness; isNot: boolean }>([
  ['is', { how: 'is', isNot: false }],
  ['isnot', { how: 'is', isNot: true }],
  ['contains', { how: 'contains', isNot: false }],
  ['doesnotcontain', { how: 'contains', isNot: true }],
  ['beginswith', { how: 'begins', isNot: false }],
  ['doesnotbeginwith', { how: 'begins', isNot: true }],
  ['endswith', { how: 'ends', isNot: false }],
  ['doesnotendwith', { how: 'ends', isNot: true }],
]);

const text: Field = (leaf, { of }) => {
  const likeness = likenesses.get(leaf.operator) ?? unknownOperator(leaf);
  const match = { how: likeness.how, with: textOf(leaf) };
  const isLike = of === 'series' ? editionIs.titled(match) : chapterIs.titled(match);
  return likeness.isNot ? not(isLike) : isLike;
};

const date: Field = (leaf, { of, now }) => {
  const published = of === 'series' ? editionIs.firstPublished : chapterIs.published;
  switch (leaf.operator) {
    case 'before':
    case 'after':
      return published(leaf.operator, momentOf(leaf.dateTime));
    case 'isinthelast':
      return published('after', before(now, leaf.duration));
    case 'isnotinthelast':
      return not(published('after', before(now, leaf.duration)));
    case 'isnull':
      return never;
    case 'isnotnull':
      return always;
    default:
      return unknownOperator(leaf);
  }
};

function momentOf(given: unknown): Date {
  return storedMoment(new Date(typeof given === 'string' ? given : Number.NaN), 'dateTime must be a time');
}

/** The moment, where it is one of our calendar's: the database knows no others. */
export function storedMoment(moment: Date, otherwise: string): Date {
  const year = moment.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw new BadSearch(otherwise);
  return moment;
}

const durationParts =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/;

function before(now: Date, duration: unknown): Date {
  const [whole, ...parts] = durationParts.exec(String(duration)) ?? [];
  if (whole === undefined || !parts.some((part) => part !== undefined))
    throw new BadSearch('duration must be one of ISO 8601');
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const moment = new Date(now);
  moment.setUTCMonth(moment.getUTCMonth() - years * 12 - months);
  moment.setUTCDate(moment.getUTCDate() - weeks * 7 - days);
  const begins = new Date(moment.getTime() - ((hours * 60 + minutes) * 60 + seconds) * 1000);
  return storedMoment(begins, 'duration is too long');
}

/** The operators of numbers. */
const numeric =
  (isIt: (compares: '=' | '<' | '>', value: number) => Condition, none?: Condition): Field =>
  (leaf) => {
    const value = () => {
      if (typeof leaf.value !== 'number') throw new BadSearch('The value must be a number');
      return leaf.value;
    };
    switch (leaf.operator) {
      case 'greaterthan':
        return isIt('>', value());
      case 'lessthan':
        return isIt('<', value());
      default:
        return compare(leaf, () => isIt('=', value()), none);
    }
  };

const fits = {
  '=': (a: number, b: number) => a === b,
  '<': (a: number, b: number) => a < b,
  '>': (a: number, b: number) => a > b,
};

const rated = (compares: '=' | '<' | '>', age: number) =>
  editionIs.rated(bookRatings.filter((rating) => fits[compares](ages[rating], age)));

const statusNames = new Map([
  ['ongoing', 'ongoing'],
  ['ended', 'finished'],
  ['hiatus', 'hiatus'],
  ['abandoned', null],
]);
const readStatuses: readonly ReadStatus[] = ['READ', 'IN_PROGRESS', 'UNREAD'];
const mediaStatuses = ['READY', 'UNKNOWN', 'ERROR', 'UNSUPPORTED', 'OUTDATED'];

function oneOf<Name extends string>(names: readonly Name[], value: string): Name {
  const name = names.find((each) => each.toLowerCase() === value.toLowerCase());
  if (!name) throw new BadSearch(`Unknown value: ${value}`);
  return name;
}

/** As the site's own (spec: catalog.md#search). */
const longestSearch = 100;

/** What a value stands for, alike in a body and in an address. */
export const isOf = {
  library(id: string): Condition {
    const library = readLibrary(id);
    return library ? all([editionIs.in(library.language), editionIs.ofKind(library.kind)]) : never;
  },
  libraries: (ids: readonly string[]): Condition => any(ids.map((id) => isOf.library(id))),
  series(id: string): Condition {
    const edition = readId(id);
    return edition ? editionIs.ofBook(edition.id, edition.language) : never;
  },
  status(name: string): Condition {
    const status = statusNames.get(name.toLowerCase());
    if (status === undefined) throw new BadSearch(`Unknown value: ${name}`);
    return status === null ? never : editionIs.ofStatus(status);
  },
  genre: (name: string): Condition => editionIs.tagged([...new Set([storedTag(name), name])]),
  language(tag: string): Condition {
    const asked = tag.toLowerCase();
    return any(
      languages
        .filter((each) => [each, languageTags[each].slice(0, 2)].some((name) => name.toLowerCase() === asked))
        .map(editionIs.in),
    );
  },
  author: ({ name, role }: { name: string | null; role: string | null }): Condition =>
    role !== null && role !== '' && role.toLowerCase() !== 'writer'
      ? never
      : name === null
        ? always
        : editionIs.by(name),
  readStatus: (name: string, { hasStatus }: Pick<Searched, 'hasStatus'>): Condition =>
    hasStatus(oneOf(readStatuses, name)),
  mediaStatus: (name: string): Condition => (oneOf(mediaStatuses, name) === 'READY' ? always : never),
  age(given: string): Condition {
    if (given.toLowerCase() === 'none') return editionIs.unrated;
    const age = Number(given);
    if (!Number.isInteger(age)) throw new BadSearch(`Unknown value: ${given}`);
    return rated('=', age);
  },
  year(given: string): Condition {
    if (!/^\d{4}$/.test(given)) throw new BadSearch(`Unknown value: ${given}`);
    const year = Number(given);
    const [first, next] = [new Date(Date.UTC(year, 0, 1) - 1), new Date(Date.UTC(year + 1, 0, 1))];
    return all([editionIs.firstPublished('after', first), editionIs.firstPublished('before', next)]);
  },
  words(given: string, of: Searched['of']): Condition {
    if (given.length > longestSearch) throw new BadSearch(`A search has at most ${longestSearch} characters`);
    const words = searchWords(given);
    if (words.length === 0) return always;
    const isFound = editionIs.found(words);
    return of === 'series' ? isFound : any([isFound, chapterIs.titled({ how: 'contains', with: given.trim() })]);
  },
  profile(name: string): Condition {
    const profile = oneOf(['DIVINA', 'PDF', 'EPUB'], name);
    return profile === 'PDF' ? never : editionIs.ofKind(profile === 'EPUB' ? 'novel' : 'comic');
  },
};

/** Nothing of ours has a publisher, a label or a tag of its own, or is in a collection or read list. */
const nothingHas = equality((value) => (value === '' ? always : never));
const emptyOrNull = equality(() => never, always);

const author: Field = (leaf) => {
  const { name = null, role = null } = recordOf(leaf.value);
  const readText = (given: unknown) => (given === null || typeof given === 'string' ? given : unknownOperator(leaf));
  const isIts = isOf.author({ name: readText(name), role: readText(role) });
  return compare(leaf, () => isIts);
};

const poster: Field = (leaf) => {
  recordOf(leaf.value);
  return compare(leaf, () => never);
};

const ofBoth: [string, Field][] = [
  ['libraryid', equality(isOf.library)],
  ['deleted', yesOrNo(never)],
  ['oneshot', yesOrNo(never)],
  ['title', text],
  ['releasedate', date],
  ['tag', emptyOrNull],
  ['readstatus', equality(isOf.readStatus)],
  ['author', author],
];

const fieldsOf: Record<Searched['of'], ReadonlyMap<string, Field>> = {
  series: new Map([
    ...ofBoth,
    ['collectionid', equality(() => never)],
    ['complete', yesOrNo(editionIs.ofStatus('finished'))],
    ['titlesort', text],
    ['sharinglabel', emptyOrNull],
    ['publisher', nothingHas],
    ['language', equality(isOf.language)],
    ['genre', equality(isOf.genre, editionIs.tagless)],
    ['agerating', numeric(rated, editionIs.unrated)],
    ['seriesstatus', equality(isOf.status)],
  ]),
  books: new Map([
    ...ofBoth,
    ['readlistid', equality(() => never)],
    ['seriesid', equality(isOf.series)],
    ['numbersort', numeric(chapterIs.numbered)],
    ['mediastatus', equality(isOf.mediaStatus)],
    ['mediaprofile', equality(isOf.profile)],
    ['poster', poster],
  ]),
};

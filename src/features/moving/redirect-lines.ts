/** A redirect as it stands in a list: where it was written, and what it says; nothing of it is checked yet. */
export interface RedirectLine {
  line: number;
  from: string;
  /** Parameters that the query must have: a value, or `:name` for any. */
  query: readonly { key: string; value: string }[];
  /** Null: the address is gone. */
  to: string | null;
  status: string;
  /** Ghost's lists take every address for a regular expression, so that more letters have a meaning in them. */
  isGhosts: boolean;
}

/** What may be wrong with a line of a list, and how it is said to programs; the studio has its own words for each. */
export const faultTexts = {
  form: 'does not have the form of this list',
  more: 'has more than an address, where it leads and a status',
  target_missing: 'does not say where it leads',
  status: 'has a status that is none of 301, 302, 307, 308 and 410',
  name: 'has a name that is none, or has one twice',
  name_unknown: 'has a name where it leads that its address does not have',
  too_long: 'has an address of more than 2,000 characters',
  pattern: 'is a regular expression; only :name and * are taken',
  slash: 'must begin with one slash',
  query: 'has a query in its address; write key=:name after it',
  splat: 'may have * only as its whole last part',
  unreadable: 'has an address that cannot be read',
  target: 'leads neither to a path nor to an address that is allowed',
  host: 'leads to a host that is not among those that are allowed',
  not_there: 'leads to a book or a chapter that is not there',
  loop: 'leads back to itself',
  empty: 'is empty, and so would be the list',
} as const;
export type FaultCode = keyof typeof faultTexts;

/** What is wrong with a line of a list. */
export interface LineFault {
  line: number;
  code: FaultCode;
}

export interface ReadLines {
  lines: RedirectLine[];
  faults: LineFault[];
}

/** Reads a list in the plain form, or in Ghost's YAML or JSON: its first characters say which (spec: moving.md#redirects). */
export function readRedirectLines(text: string): ReadLines {
  const begin = text.replace(/^\ufeff?(?:\s|#.*(?:\n|$)|---\s)*/, '');
  if (/^[[{]/.test(begin)) return readJson(text);
  return /^["']?\d{3}["']?\s*:/.test(begin) ? readYaml(text) : readPlain(text);
}

const parameter = /^([^=/:]+)=([^=]*)$/;
const gone = '410';

function readPlain(text: string): ReadLines {
  const read: ReadLines = { lines: [], faults: [] };
  text.split('\n').forEach((written, index) => {
    const line = index + 1;
    const words = written
      .replace(/^\ufeff/, '')
      .replace(/(^|\s)#.*$/, '')
      .split(/\s+/)
      .filter((word) => word !== '');
    const [from, ...others] = words;
    if (from === undefined) return;
    const query: { key: string; value: string }[] = [];
    for (let match = parameter.exec(others[0] ?? ''); match; match = parameter.exec(others[0] ?? '')) {
      query.push({ key: match[1] ?? '', value: match[2] ?? '' });
      others.shift();
    }
    const [to = null, status, ...more] = others[0] === gone ? [null, ...others] : others;
    if (more.length > 0) read.faults.push({ line, code: 'more' });
    else if (to === null && status === undefined) read.faults.push({ line, code: 'target_missing' });
    else
      read.lines.push({ line, from, query, to: status === gone ? null : to, status: status ?? '301', isGhosts: false });
  });
  return read;
}

const ghosts = { query: [], isGhosts: true };
/** `"/from": /to`, each with or without quotes; a colon ends the first part only before a space. */
const yamlEntry = /^\s+(?:"([^"]*)"|'([^']*)'|([^\s"'#-].*?)):\s+(?:"([^"]*)"|'([^']*)'|([^\s"'#].*?))\s*(?:\s#.*)?$/;
const yamlStatus = /^["']?(\d{3})["']?\s*:\s*(?:#.*)?$/;

/**
 * Ghost's YAML is two maps of texts, so it is read line by line. A YAML parser takes seconds for 50,000 lines, and
 * cannot name each wrong one.
 */
function readYaml(text: string): ReadLines {
  const read: ReadLines = { lines: [], faults: [] };
  let status: string | null = null;
  text.split('\n').forEach((written, index) => {
    const line = index + 1;
    const content = written.replace(/^\ufeff/, '').replace(/\r$/, '');
    if (/^(\s*(#.*)?|---\s*)$/.test(content)) return;
    const heading = yamlStatus.exec(content);
    const entry = yamlEntry.exec(content);
    if (heading) status = heading[1] ?? null;
    else if (entry && status !== null) {
      const [from = '', to = ''] = [entry[1] ?? entry[2] ?? entry[3], entry[4] ?? entry[5] ?? entry[6]];
      read.lines.push({ line, from, to, status, ...ghosts });
    } else read.faults.push({ line, code: 'form' });
  });
  return read;
}

function readJson(text: string): ReadLines {
  const list = parseJson(text);
  if (!Array.isArray(list)) return { lines: [], faults: [{ line: 1, code: 'form' }] };
  const read: ReadLines = { lines: [], faults: [] };
  const starts = linesOfItems(text);
  list.forEach((item: unknown, index) => {
    const line = starts[index] ?? 1;
    if (!isGhostsItem(item)) read.faults.push({ line, code: 'form' });
    else read.lines.push({ line, from: item.from, to: item.to, status: item.permanent ? '301' : '302', ...ghosts });
  });
  return read;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

function isGhostsItem(item: unknown): item is { from: string; to: string; permanent?: boolean } {
  if (typeof item !== 'object' || item === null) return false;
  const { from, to, permanent = false } = item as Record<string, unknown>; // an object's fields, if it has them
  return typeof from === 'string' && typeof to === 'string' && typeof permanent === 'boolean';
}

/** The lines on which the items of a well-formed JSON list begin. */
function linesOfItems(text: string): number[] {
  const starts: number[] = [];
  let line = 1;
  let depth = 0;
  let isNext = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},\n]|[^\s"[\]{},]+/g)) {
    if (token === '\n') {
      line += 1;
      continue;
    }
    if (token === ']' || token === '}') depth -= 1;
    else if (depth === 1 && isNext && token !== ',') starts.push(line);
    isNext = (depth === 0 && token === '[') || (depth === 1 && token === ',');
    if (token === '[' || token === '{') depth += 1;
  }
  return starts;
}

import { type FaultCode, type LineFault, type RedirectLine, readRedirectLines } from './redirect-lines.ts';
import { type Fit, type RedirectRule, type Step, segmentsOf, type Target } from './redirect-table.ts';
import { staysOnHost, staysOnSite } from './staying.ts';

/** More lines are refused (spec: moving.md#redirects). */
export const mostRedirects = 50_000;
export const mostHosts = 100;

/** What decides about the lines besides themselves. */
export interface Surroundings {
  /** The hosts beyond the site's own that a line may lead to. */
  hosts: readonly string[];
  /** The site's own host. */
  ownHost: string;
}

export type ReadRedirects = { rules: RedirectRule[]; faults: LineFault[] };

/** Lets others have the process for a moment: a long list takes half a second. */
export type Rest = () => Promise<void>;
const linesAtOnce = 500;

/** Reads a list: every line that can be a rule, and every fault with its line. */
export async function readRedirects(text: string, surroundings: Surroundings, rest: Rest): Promise<ReadRedirects> {
  const { lines, faults } = readRedirectLines(text);
  const rules: RedirectRule[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % linesAtOnce === linesAtOnce - 1) await rest();
    const rule = readRule(line, { ...surroundings, order: rules.length });
    if (typeof rule === 'string') faults.push({ line: line.line, code: rule });
    else rules.push(rule);
  }
  return { rules, faults: faults.sort((a, b) => a.line - b.line) };
}

const statuses = [301, 302, 307, 308, 410] as const;

/** The rule of a line, or what is wrong with it. */
function readRule(line: RedirectLine, given: Surroundings & { order: number }): RedirectRule | FaultCode {
  const status = statuses.find((known) => String(known) === line.status);
  if (!status) return 'status';
  const steps = readFrom(line);
  if (typeof steps === 'string') return steps;
  const names = namesOf(steps, line.query);
  if (new Set(names).size < names.length) return 'name';
  const target = line.to === null ? ({ kind: 'gone' } as const) : readTo(line.to, { ...given, names });
  if (typeof target === 'string') return target;
  if (target.kind === 'gone' && status !== 410) return 'target_missing';
  return { order: given.order, line: line.line, steps, query: line.query, status, target };
}

function namesOf(steps: readonly Step[], query: RedirectLine['query']): string[] {
  return [
    ...steps.flatMap((step) => (step.kind === 'named' ? [step.name] : step.kind === 'splat' ? ['splat'] : [])),
    ...query.flatMap(({ value }) => (value.startsWith(':') ? [value.slice(1)] : [])),
  ];
}

const longestAddress = 2000;
const patternLetters = /[\^$|\\()[\]{}]/;
const name = /^:[A-Za-z_]\w*$/;

function readFrom({ from, query, isGhosts }: RedirectLine): Step[] | FaultCode {
  if (from.length > longestAddress) return 'too_long';
  if (patternLetters.test(from) || (isGhosts && /[+?]/.test(from))) return 'pattern';
  if (!/^\/(?!\/)/.test(from)) return 'slash';
  if (/[?#]/.test(from)) return 'query';
  if (query.some(({ value }) => value.startsWith(':') && !name.test(value))) return 'name';
  const parts = segmentsOf(from);
  const steps: Step[] = [];
  for (const [index, part] of parts.entries()) {
    const step = readStep(part, { isLast: index === parts.length - 1 });
    if (typeof step === 'string') return step;
    steps.push(step);
  }
  return steps;
}

function readStep(part: string, { isLast }: { isLast: boolean }): Step | FaultCode {
  if (part === '*' && isLast) return { kind: 'splat' };
  if (part.includes('*')) return 'splat';
  if (part.startsWith(':')) return name.test(part) ? { kind: 'named', name: part.slice(1) } : 'name';
  try {
    return { kind: 'literal', text: decodeURIComponent(part) };
  } catch {
    return 'unreadable';
  }
}

const ids = /^(book|chapter):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

function readTo(to: string, given: Surroundings & { names: readonly string[] }): Target | FaultCode {
  if (to.length > longestAddress) return 'too_long';
  if (/\$\d/.test(to)) return 'pattern';
  if (/[\p{Cc}\p{Surrogate}\\]/u.test(to)) return 'unreadable';
  const [, kind, id] = ids.exec(to) ?? [];
  if (kind && id) return { kind: kind.toLowerCase() === 'book' ? 'book' : 'chapter', id: id.toLowerCase() };
  if (/^(book|chapter):/i.test(to)) return 'not_there';
  const address = readAddress(to, given);
  if (address.fault !== null) return address.fault;
  return partsOf(address.text, given.names);
}

/** A path of the site, or an address of a host that is allowed by its name. */
function readAddress(
  to: string,
  { hosts, ownHost }: Surroundings,
): { text: string; fault: null } | { fault: FaultCode } {
  const elsewhere = /^https?:\/\/([^/?#]*)/i.exec(to);
  if (!elsewhere) {
    const isHere = to.startsWith('/') && staysOnSite(to.replaceAll(/:[A-Za-z_]\w*/g, 'x'));
    return isHere ? { text: to, fault: null } : { fault: 'target' };
  }
  const host = elsewhere[1]?.toLowerCase() ?? '';
  if (host === ownHost) return readAddress(to.slice(elsewhere[0].length) || '/', { hosts, ownHost });
  if (!hosts.includes(host)) return { fault: 'host' };
  return { text: to, fault: null };
}

/** Cuts an address at its names. */
function partsOf(text: string, names: readonly string[]): Target | FaultCode {
  const parts: (string | { name: string; isInQuery: boolean })[] = [];
  const queryAt = text.indexOf('?');
  let done = 0;
  for (const match of text.matchAll(/:([A-Za-z_]\w*)/g)) {
    const { index, 1: named = '' } = match;
    if (!names.includes(named)) {
      if (text[index - 1] === '/') return 'name_unknown';
      continue;
    }
    parts.push(text.slice(done, index), { name: named, isInQuery: queryAt !== -1 && queryAt < index });
    done = index + match[0].length;
  }
  return { kind: 'address', parts: [...parts, text.slice(done)], hasQuery: queryAt !== -1 };
}

/** Where a request that fits a rule is sent; null: what it has in the place of a name would lead it off the site. */
export function locationOf({ rule, captures }: Fit, search: string): string | null {
  if (rule.target.kind !== 'address') return null;
  const { parts, hasQuery } = rule.target;
  const written = parts.map((part) =>
    typeof part === 'string' ? part : captured(captures.get(part.name) ?? '', part),
  );
  const address = written.join('').replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent);
  const [fixed = ''] = parts;
  const stays =
    typeof fixed === 'string' && fixed.startsWith('/') ? staysOnSite(address) : staysOnHost(address, String(fixed));
  if (!stays) return null;
  // What the address was asked with goes on with it, unless the line says itself what is asked.
  return hasQuery || rule.query.length > 0 || address.includes('#') ? address : address + search;
}

function captured(sent: string, { isInQuery }: { isInQuery: boolean }): string {
  if (!isInQuery) return sent;
  try {
    return encodeURIComponent(decodeURIComponent(sent));
  } catch {
    return encodeURIComponent(sent);
  }
}

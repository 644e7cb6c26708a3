import type { RedirectLine } from './redirect-lines.ts';

/** A part of an address between slashes. `*` takes all that follows. */
export type Step = { kind: 'literal'; text: string } | { kind: 'named'; name: string } | { kind: 'splat' };

/** Where a redirect leads: a path of the site or an address elsewhere, in parts, with the names between them; or a thing of the site. */
export type Target =
  | { kind: 'address'; parts: readonly (string | { name: string; isInQuery: boolean })[]; hasQuery: boolean }
  | { kind: 'book' | 'chapter'; id: string }
  | { kind: 'gone' };

export interface RedirectRule {
  /** Its place in the list: the first that fits counts. */
  order: number;
  line: number;
  steps: readonly Step[];
  query: RedirectLine['query'];
  status: 301 | 302 | 307 | 308 | 410;
  target: Target;
}

/** The addresses that share their first parts; what is below it belongs to the rules from `first` on. */
interface Branch {
  first: number;
  literals: Map<string, Branch>;
  named: Branch | null;
  /** Rules that end here, and those that take whatever follows. */
  ends: RedirectRule[];
  splats: RedirectRule[];
}

const newBranch = (): Branch => ({
  first: Number.POSITIVE_INFINITY,
  literals: new Map(),
  named: null,
  ends: [],
  splats: [],
});

/** A rule that an address fits, with what the address has in the place of its names, as it was sent. */
export interface Fit {
  rule: RedirectRule;
  captures: ReadonlyMap<string, string>;
}

/** Finds among many rules the first that an address fits, in some microseconds. */
export interface RedirectTable {
  find(path: string, query: URLSearchParams): Fit | null;
}

export function createRedirectTable(rules: readonly RedirectRule[]): RedirectTable {
  const root = newBranch();
  rules.forEach((rule) => {
    let branch = root;
    branch.first = Math.min(branch.first, rule.order);
    for (const step of rule.steps) {
      if (step.kind === 'splat') break;
      branch = branchFor(branch, step.kind === 'literal' ? step.text : null);
      branch.first = Math.min(branch.first, rule.order);
    }
    const isOpen = rule.steps.at(-1)?.kind === 'splat';
    (isOpen ? branch.splats : branch.ends).push(rule);
  });
  return {
    find(path, query) {
      const sent = segmentsOf(path);
      const rule = firstFit(root, { segments: sent.map(decodeSegment), query });
      return rule && { rule, captures: capturesOf(rule, { path, sent, query }) };
    },
  };
}

/** The branch below for a literal part, or for a name (null). */
function branchFor(branch: Branch, literal: string | null): Branch {
  if (literal === null) {
    branch.named ??= newBranch();
    return branch.named;
  }
  const known = branch.literals.get(literal) ?? newBranch();
  branch.literals.set(literal, known);
  return known;
}

function firstFit(root: Branch, asked: { segments: readonly string[]; query: URLSearchParams }): RedirectRule | null {
  const { segments, query } = asked;
  let best: RedirectRule | null = null;
  const order = () => best?.order ?? Number.POSITIVE_INFINITY;
  const fits = (rule: RedirectRule) =>
    rule.order < order() && rule.query.every(({ key, value }) => fitsParameter(query.get(key), value));

  function look(branch: Branch, depth: number): void {
    if (branch.first >= order()) return;
    best = branch.splats.find(fits) ?? best;
    const segment = segments[depth];
    if (segment === undefined) {
      best = branch.ends.find(fits) ?? best;
      return;
    }
    const literal = branch.literals.get(segment);
    if (literal) look(literal, depth + 1);
    if (branch.named) look(branch.named, depth + 1);
  }
  look(root, 0);
  return best;
}

const fitsParameter = (given: string | null, wanted: string) =>
  given !== null && (wanted.startsWith(':') || given === wanted);

function capturesOf(
  rule: RedirectRule,
  { path, sent, query }: { path: string; sent: readonly string[]; query: URLSearchParams },
) {
  const captures = new Map<string, string>();
  rule.steps.forEach((step, index) => {
    if (step.kind === 'named') captures.set(step.name, sent[index] ?? '');
    if (step.kind === 'splat') captures.set('splat', restOf(path, sent, index));
  });
  for (const { key, value } of rule.query)
    if (value.startsWith(':')) captures.set(value.slice(1), encodeURIComponent(query.get(key) ?? ''));
  return captures;
}

/** All that follows in a path, with the slash at its end. */
function restOf(path: string, sent: readonly string[], from: number): string {
  const rest = sent.slice(from).join('/');
  return rest !== '' && path.endsWith('/') ? `${rest}/` : rest;
}

/** The parts of a path between its slashes; one at the end does not count. */
export function segmentsOf(path: string): string[] {
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  return parts;
}

/** A part as people write it; one that nobody can read stays as it is. */
export function decodeSegment(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

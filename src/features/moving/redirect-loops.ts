import type { LineFault } from './redirect-lines.ts';
import { locationOf, type Rest } from './redirect-rules.ts';
import { createRedirectTable, type RedirectRule, type RedirectTable, type Step, segmentsOf } from './redirect-table.ts';

const mostHops = 20;
const rulesAtOnce = 500;

interface Ways {
  table: RedirectTable;
  isOurs: (path: string) => boolean;
}

/**
 * The lines that lead to themselves, at once or over others, and those that lead on more often than a browser goes
 * along. `isOurs`: the site itself answers the path, so that no line counts there.
 */
export async function findLoops(rules: readonly RedirectRule[], given: Ways & { rest: Rest }): Promise<LineFault[]> {
  const faults: LineFault[] = [];
  for (const [index, rule] of rules.entries()) {
    if (index % rulesAtOnce === rulesAtOnce - 1) await given.rest();
    const search = searchOf(rule);
    if (samplesOf(rule).some((path) => isLoop({ path, search }, given))) faults.push({ line: rule.line, code: 'loop' });
  }
  return faults;
}

function isLoop(begin: { path: string; search: string }, { table, isOurs }: Ways): boolean {
  const seen = new Set<string>();
  let { path, search } = begin;
  while (!isOurs(path)) {
    const fit = table.find(path, new URLSearchParams(search));
    const next = fit && locationOf(fit, search);
    if (!next?.startsWith('/')) return false;
    const asked = path + search;
    if (seen.has(asked) || seen.size > mostHops) return true;
    seen.add(asked);
    const [address = ''] = next.split('#', 1);
    const queryAt = address.indexOf('?');
    path = queryAt === -1 ? address : address.slice(0, queryAt);
    search = queryAt === -1 ? '' : address.slice(queryAt);
  }
  return false;
}

/** Addresses that fit a rule: with one part and with two where anything may stand. */
function samplesOf({ steps }: RedirectRule): string[] {
  const written = (splat: string) =>
    `/${steps.map((step) => (step.kind === 'literal' ? encodeURIComponent(step.text) : step.kind === 'named' ? `~${step.name}` : splat)).join('/')}`;
  return steps.at(-1)?.kind === 'splat' ? [written('~'), written('~/~~')] : [written('~')];
}

/** A query that fits a rule. */
function searchOf({ query }: RedirectRule): string {
  if (query.length === 0) return '';
  return `?${new URLSearchParams(query.map(({ key, value }) => [key, value.replace(/^:/, '~')]))}`;
}

/** Whether a path fits one of these patterns of routes; those with a name in the midst of a part are left out. */
export function createPathTest(patterns: readonly string[]): (path: string) => boolean {
  const simple = patterns.map(segmentsOf).filter((parts) => parts.every((part) => /^(?:[^:]*|:\w+)$/.test(part)));
  const rules = simple.map((parts, order): RedirectRule => {
    const steps = parts.map((part): Step => {
      if (part.includes('*')) return { kind: 'splat' };
      return part.startsWith(':') ? { kind: 'named', name: 'any' } : { kind: 'literal', text: part };
    });
    return { order, line: 0, steps, query: [], status: 410, target: { kind: 'gone' } };
  });
  const table = createRedirectTable(rules);
  const nothing = new URLSearchParams();
  return (path) => table.find(path, nothing) !== null;
}

import { isSyntax, lineOf, type SourceFile, type Syntax, walk } from './tree.ts';

/** Places where a test waits for a time and not for a thing, and no comment beside them speaks of time. */
export function findWaits(file: SourceFile): string[] {
  const written = file.text.split('\n');
  const { timers, bodies } = timersOf(file);
  const isInside = (node: Syntax) => bodies.some((body) => node.start >= body.start && node.end <= body.end);
  return waitsIn(file, timers).flatMap((node) => {
    const line = lineOf(file.text, node.start);
    const isExplained = written.slice(Math.max(0, line - 2), line).some((each) => /(\/\/|\*).*\btime\b/i.test(each));
    return isInside(node) || isExplained ? [] : [`line ${line}: ${written[line - 1]?.trim()}`];
  });
}

/** The names under which a file can wait for a time: imported timers, and functions of its own that do nothing else. */
function timersOf(file: SourceFile): { timers: Set<string>; bodies: Syntax[] } {
  const timers = new Set<string>();
  const bodies: Syntax[] = [];
  const imports = file.text.matchAll(/\bimport ([^;]*?) from '(?:node:)?timers\/promises'/g);
  for (const [, names = ''] of imports) {
    for (const [, name] of names.matchAll(/\bsetTimeout(?: as (\w+))?/g)) timers.add(name ?? 'setTimeout');
    for (const [, name] of names.matchAll(/\bscheduler(?: as (\w+))?/g)) timers.add(`${name ?? 'scheduler'}.wait`);
    for (const [, name] of names.matchAll(/\* as (\w+)/g)) timers.add(`${name}.setTimeout`);
  }
  for (const [, name = ''] of file.text.matchAll(/\b(\w+) = promisify\(setTimeout\)/g)) timers.add(name);
  const waits = waitsIn(file, new Set());
  walk(file, (node, parents) => {
    const isFunction = node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator';
    if (!isFunction || !isSyntax(node.id)) return;
    const written = node.type === 'VariableDeclarator' ? node.init : node;
    if (!isSyntax(written) || !/^(Arrow)?Function/.test(written.type) || !isSyntax(written.body)) return;
    const statements = written.body.type === 'BlockStatement' ? written.body.body : [];
    const isExported = parents.some(({ type }) => type === 'ExportNamedDeclaration');
    if (isExported || (Array.isArray(statements) && statements.length > 1)) return;
    if (!waits.some(({ start, end }) => start >= written.start && end <= written.end)) return;
    timers.add(file.text.slice(node.id.start, node.id.end));
    bodies.push(written);
  });
  return { timers, bodies };
}

/** Calls of timers, promises that a timer keeps, and loops and polls that ask a clock. */
function waitsIn(file: SourceFile, timers: ReadonlySet<string>): Syntax[] {
  const found: Syntax[] = [];
  const textOf = (node: unknown) => (isSyntax(node) ? file.text.slice(node.start, node.end) : '');
  const asksClock = (node: unknown) => /\b(performance|Date)\.now\(\)/.test(textOf(node));
  walk(file, (node, parents) => {
    if (/^(Do)?WhileStatement$/.test(node.type) && asksClock(node.test)) found.push(node);
    if (node.type !== 'CallExpression' || !Array.isArray(node.arguments)) return;
    const called = textOf(node.callee);
    const [first, delay] = node.arguments;
    const isPromised = parents.some((parent) => parent.type === 'NewExpression' && textOf(parent.callee) === 'Promise');
    const isTimer = timers.has(called) || /\.waitForTimeout$/.test(called);
    const isDelay = called === 'setTimeout' && isPromised && delay !== undefined && textOf(delay) !== '0';
    const isClock = /\.(poll|waitFor|until)$/.test(called) && asksClock(first);
    if (isTimer || isDelay || isClock) found.push(node);
  });
  return found;
}

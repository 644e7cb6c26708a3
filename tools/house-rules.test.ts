import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages } from '../src/shared/paths.ts';
import {
  isSyntax,
  isTest,
  lineOf,
  listFiles,
  literalText,
  readFiles,
  readText,
  root,
  type SourceFile,
  walk,
} from './tree.ts';
import { findWaits } from './waits.ts';

/**
 * The rules of STYLE.md that no other checker checks. Each rule states its reason and a file that breaks it, and must
 * find the fault in that file: a checker that cannot fail is useless.
 */
type Rule = {
  rule: string;
  why: string;
  /** Chooses the files of the rule by their path. */
  about: (path: string) => boolean;
  /** The faulty lines or words of a file. */
  find: (file: SourceFile) => string[];
  breaks: SourceFile | readonly SourceFile[];
};

const product = /^src\/.*\.tsx?$/;
const inProduct = (path: string) => product.test(path) && !isTest(path);
const ourText = /\.(ts|tsx|mjs|js|css|sql|json|md|html|yml|yaml)$|^\.ci\/|^\.editorconfig$/;
const isOurText = (path: string) => ourText.test(path) && path !== 'package-lock.json' && !isThisFile(path);
const isThisFile = (path: string) => path === 'tools/house-rules.test.ts';

/** Finds every line that matches the pattern. */
function lines(pattern: RegExp): Rule['find'] {
  return ({ text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`line ${index + 1}: ${line.trim()}`] : []));
}

const sqlStart =
  /^\s*(select\s|insert\s+into|update\s+\w+\s+(\w+\s+)?set|delete\s+from|with\s+(recursive\s+)?\w+\s+(\([^)]*\)\s+)?as|create\s+(table|index|database|unique|extension)|alter\s+table|drop\s|truncate\s)/i;
const queriesFile = /^src\/features\/[^/]+\/(?:(?:uploads|batches)\/)?server\/(?:[\w-]+\/)?([\w-]+-)?queries\.ts$/;
/** The platform queries the database's own catalogue; it names no table of a feature. */
const databasePlatform =
  /^src\/server\/(?:database\/(?:changes|db|server-notes|short-locks|sql-session)|migrations\/migrate|http\/probes|jobs\/(?:job-leader|jobs|retention)|embedded\/(?:postgres|roles)|metrics\/machine-metrics|lease\/(?:lease|media-lock)|backup\/queries)\.ts$|^src\/app\/cli\/(site|doctor)\/database\.ts$/;

function findSql(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    const text = literalText(node);
    if (text && sqlStart.test(text)) found.push(`line ${lineOf(file.text, node.start)}: ${text.trim().slice(0, 60)}`);
  });
  return found;
}

/** Finds addresses of pages that are written out instead of taken from src/shared/paths.ts. */
function findAddresses(file: SourceFile): string[] {
  const found: string[] = [];
  const starts = Object.values(pages).flatMap((page) => (page.includes(':') ? [page.split(':')[0] ?? ''] : []));
  const whole = new Set<string>(Object.values(pages).filter((page) => page !== '/'));
  walk(file, (node) => {
    const text = literalText(node);
    if (text !== null && (whole.has(text) || starts.some((start) => text.startsWith(start))))
      found.push(`line ${lineOf(file.text, node.start)}: ${text.slice(0, 60)}`);
  });
  return found;
}

/** Finds holes of a template where SQL expects a value; a constant of the file is spelled in capitals. */
function findValuesInSql(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || !Array.isArray(node.expressions)) return;
    const before = node.quasis.map((quasi: { value: { cooked: string } }) => quasi.value.cooked);
    node.expressions.forEach((hole: unknown, index: number) => {
      if (!isSyntax(hole)) return;
      const expression = file.text.slice(hole.start, hole.end);
      const isValue = /('|=|<|>|\blike\s|\bin\s*\(|\bvalues\s*\(|\bany\s*\()\s*%?$/i.test(before[index] ?? '');
      if (
        isValue &&
        /\bwhere\b|\bset\b|\bvalues\b|\bselect\b/i.test(before.join(' ')) &&
        !/^(bind\(|[A-Z_]+$)/.test(expression)
      )
        found.push(`line ${lineOf(file.text, hole.start)}: \${${expression}}`);
    });
  });
  return found;
}

/** Finds visible words that are not messages: text between tags, and attributes that are shown or spoken. */
function findWords(file: SourceFile): string[] {
  const found: string[] = [];
  const note = (at: number, text: string) => {
    if (/\p{L}{2,}/u.test(text)) found.push(`line ${lineOf(file.text, at)}: ${text.trim()}`);
  };
  walk(file, (node) => {
    if (node.type === 'JSXText') note(node.start, String(node.value));
    if (node.type !== 'JSXAttribute' || !isSyntax(node.name) || !isSyntax(node.value)) return;
    const shown = /^(alt|title|label|placeholder|aria-label|aria-description|aria-roledescription)$/;
    if (shown.test(String(node.name.name))) note(node.start, literalText(node.value) ?? '');
  });
  return found;
}

function findSecretsInLogs(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (node.type !== 'CallExpression' || !isSyntax(node.callee)) return;
    const called = file.text.slice(node.callee.start, node.callee.end);
    if (!/\blog(ger)?\??\.(trace|debug|info|warn|error|fatal)$/.test(called)) return;
    const callText = file.text.slice(node.callee.end, node.end);
    const outsideWords = callText.replace(/'[^']*'|"[^"]*"/g, "''");
    if (/\b\w*(password|token|jwt|secret|cookie|authorization|coupon|body)\b/i.test(outsideWords))
      found.push(`line ${lineOf(file.text, node.start)}: ${called}${callText.slice(0, 80)}`);
  });
  return found;
}

/**
 * Finds an `as` without a comment beside or directly above it. (Custom properties are exempt: React's types lack them.)
 */
function findBareCasts(file: SourceFile): string[] {
  const written = file.text.split('\n');
  const found: string[] = [];
  walk(file, (node) => {
    if (node.type !== 'TSAsExpression' || !isSyntax(node.typeAnnotation)) return;
    const type = file.text.slice(node.typeAnnotation.start, node.typeAnnotation.end);
    if (type === 'const' || (type === 'CSSProperties' && file.text.slice(node.start, node.end).includes("'--"))) return;
    const [first, last] = [lineOf(file.text, node.start), lineOf(file.text, node.end)];
    const isExplained = written.slice(Math.max(0, first - 2), last).some((line) => /\/\/|\*\//.test(line));
    if (!isExplained) found.push(`line ${last}: ${written[last - 1]?.trim()}`);
  });
  return found;
}

function textsOfErrors(path: string): Record<string, unknown> {
  const english: unknown = JSON.parse(readText(path));
  return isRecord(english) && isRecord(english.errors) ? english.errors : {};
}
/** Of the studio's own codes no reader's page has a word. */
const textsOfCodes = { ...textsOfErrors('messages/en-us.json'), ...textsOfErrors('messages/studio/en-us.json') };

/** The fields that contracts name, and the error codes; the contract takes `user_type` without naming it. */
const wireNames = new Set([...Object.keys(textsOfCodes), 'user_type']);
for (const file of readFiles(/^src\/(shared\/\w+|features\/([^/]+\/){1,2}(studio-)?contract)\.ts$/)) {
  walk(file, (node) => {
    if (node.type === 'Property' && isSyntax(node.key)) wireNames.add(String(node.key.name));
  });
}

function findOwnSnakeCase(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, ({ type, name, start }) => {
    if (type !== 'Identifier' || typeof name !== 'string' || wireNames.has(name)) return;
    if (/^[a-z]+(_[a-z0-9]+)+$/.test(name)) found.push(`line ${lineOf(file.text, start)}: ${name}`);
  });
  return found;
}

/** Terms of WeChat Pay and Stripe, without those of our own settings and contract. */
const providerWords =
  /\b(out_(trade|refund)_no|code_url|mchid|trade_(state|type)|prepay_id|payer_total|client_reference_id|payment_(intent|status)|amount_(total|refunded)|livemode|latest_charge|checkout\.session\.\w+|charge\.(refunded|dispute\.\w+)|refund\.(failed|updated))\b/;
/** The adapters, their replacements in the sandbox, and the sandbox's pages. */
const providerFolders =
  /^src\/features\/payments\/server\/(wechat|stripe|sandbox)\/|^src\/app\/sandbox(-button)?\.ts$|^src\/features\/payments\/web\/card-link\.ts$/;

/** Ways around lint rules, which know only the plain name. */
const roundabout =
  /\b(window|globalThis|self)\??\.(localStorage|sessionStorage|fetch)\b|\bfrom '(node:)?process'|\{[^{}]*\benv\b[^{}]*\} = process\b/;

const rules: Rule[] = [
  {
    rule: 'SQL stands only in queries.ts',
    why: "A feature's tables are known to its queries.ts (or *-queries.ts) alone; write a function there and call it.",
    about: (path) => inProduct(path) && !queriesFile.test(path) && !databasePlatform.test(path),
    find: findSql,
    breaks: { path: 'a.ts', text: 'export const all = (db) => db.query(`\n select id from books`);' },
  },
  {
    rule: 'no value is written into the text of a query',
    why: 'Give values as $1, $2 …, or through bind() where the text is put together: text is code for the database.',
    about: (path) => inProduct(path) && (queriesFile.test(path) || databasePlatform.test(path)),
    find: findValuesInSql,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the rule looks for the hole
    breaks: { path: 'a.ts', text: 'export const one = (db, id) => db.query(`select 1 from books where id = ${id}`);' },
  },
  {
    rule: "a provider's words stay in its adapter",
    why: "Tell facts in our own words: what WeChat Pay and Stripe call things is known to that provider's folder alone.",
    about: (path) => inProduct(path) && !providerFolders.test(path),
    find: lines(providerWords),
    breaks: { path: 'a.ts', text: 'export const stateOf = (answer) => answer.trade_state;' },
  },
  {
    rule: 'the browser takes wire names from the contracts',
    why: "A field of an answer keeps the name that its contract gives it. Names of the browser's own are camelCase.",
    about: (path) => inProduct(path) && /^src\/(web|app\/site|features\/[^/]+\/web)\//.test(path),
    find: findOwnSnakeCase,
    breaks: { path: 'a.ts', text: 'export const titleOf = (book) => book.title_of_book;' },
  },
  {
    rule: 'what has a named home is not reached by another name',
    why: 'localStorage, fetch and process.env are asked for in the files that biome.json names, and by these names.',
    about: inProduct,
    find: lines(roundabout),
    breaks: { path: 'a.ts', text: "export const kept = window.localStorage.getItem('TOKEN');" },
  },
  {
    rule: 'an `as` says why it holds',
    why: 'The compiler believes an `as`: say beside it what makes it true, or let the compiler find out.',
    about: inProduct,
    find: findBareCasts,
    breaks: { path: 'a.ts', text: 'export const first = given as string;' },
  },
  {
    rule: 'no markup or code is made from text',
    why: 'Text becomes text: render elements. Titles, novels and imports come from strangers.',
    // One excepted file repeats markup that React itself has written of elements, the other reads one character's name.
    about: (path) => inProduct(path) && !/^src\/web\/(shared-markup\.tsx|decode-reference\.ts)$/.test(path),
    // An empty value makes React leave the server's markup unchanged.
    find: lines(
      /dangerouslySetInnerHTML(?!: \{ __html: '' \})|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/,
    ),
    breaks: { path: 'a.tsx', text: 'element.innerHTML = title;' },
  },
  {
    rule: 'a suppressed rule says why',
    why: 'Write the reason behind the suppression: `biome-ignore lint/group/rule: reason`, `@ts-expect-error reason`.',
    about: (path) => isOurText(path) && !path.endsWith('.md'),
    find: lines(
      /biome-ignore(-all|-start)?\s+[\w/]+\s*($|:\s*(\S{0,3}|\*\/)\s*$)|@ts-(ignore|nocheck)|@ts-expect-error\s*($|\*\/)|stylelint-disable(?!.* -- \S)|eslint-disable/,
    ),
    breaks: { path: 'a.ts', text: '// @ts-expect-error\nconst a: number = 1;' },
  },
  {
    rule: 'the end of an answer is heard by `endOf`',
    why: 'After a wait the event may have passed: what waits for it then is never given back (src/server/http/request-end.ts).',
    about: (path) => inProduct(path) && path !== 'src/server/http/request-end.ts',
    find: lines(/\braw\.(once|on|addListener)\(/),
    breaks: { path: 'src/features/x/server/routes.ts', text: "reply.raw.once('close', leave);" },
  },
  {
    rule: 'what is left to do is an issue, or says what would let us delete it',
    why: 'The only note for later is `@todo(name, what would let us delete this)`.',
    about: isOurText,
    find: lines(/\b(TODO|FIXME|XXX|HACK)\b|@todo(?!\(\w[\w -]*, [^)]+\))/),
    breaks: { path: 'a.ts', text: '// TODO: later' },
  },
  {
    rule: 'pure code asks no clock and no chance',
    why: 'Rules, contracts and shared words get `now` (and what is drawn) as an argument, so that tables can test them.',
    about: (path) =>
      inProduct(path) &&
      /\/(rules|contract|settlement|payments\/plans)\.ts$|^src\/shared\/|^src\/features\/importing\/(?!server\/|commands\/)(?!.*\/server\/)/.test(
        path,
      ),
    find: lines(/Date\.now\(\)|new Date\(\)|performance\.now\(\)|Math\.random\(\)|randomUUID\(\)/),
    breaks: { path: 'rules.ts', text: 'export const isOver = (end: number) => end < Date.now();' },
  },
  {
    rule: 'an address of a page is spelled once',
    why: 'Take it from pages or paths of src/shared/paths.ts, so that it can change in one place.',
    // A call of the studio may have the name of a page.
    about: (path) => inProduct(path) && path !== 'src/shared/paths.ts' && !path.includes('/web/studio/'),
    find: findAddresses,
    breaks: { path: 'a.ts', text: "location.assign('/book/chapters/' + id);" },
  },
  {
    rule: 'a key of what a browser keeps is spelled once',
    why: 'Take it from storedKeys of src/web/storage.ts; a StorageName is held by its type.',
    about: (path) => inProduct(path) && path !== 'src/web/storage.ts',
    find: lines(/(?:localStorage|sessionStorage)\.\w+\(['"`]|['"`](?:X-API-TOKEN|USER_UUID|VISITOR_ID|FONTS)['"`]/),
    breaks: { path: 'a.ts', text: "localStorage.getItem('THEME');" },
  },
  {
    rule: 'every visible word is a message',
    why: 'Use t(…) with a key that stands in all five files of messages/.',
    about: (path) => inProduct(path) && path.endsWith('.tsx'),
    find: findWords,
    breaks: { path: 'A.tsx', text: 'export const A = () => <button aria-label="Close">Close</button>;' },
  },
  {
    rule: 'logs tell no secret',
    why: 'A log line has an event, ids and a reason: never a password, a token, a cookie, a code or a body.',
    about: inProduct,
    find: findSecretsInLogs,
    breaks: { path: 'a.ts', text: "request.log.info({ password }, 'login');" },
  },
  {
    rule: 'tests wait for things, never for time',
    why: 'Wait for what should happen (expect.poll, vi.waitFor, a locator) or turn the clock (vi.useFakeTimers). Where time itself is what is tested, a comment beside the wait says so, with the word "time".',
    about: (path) => isTest(path) && !isThisFile(path),
    find: findWaits,
    breaks: [
      'await new Promise((resolve) => setTimeout(resolve, 50));',
      'await page.waitForTimeout(500);',
      "import { setTimeout as pause } from 'node:timers/promises';\nawait pause(200); // for the rest to come",
      "import { scheduler } from 'node:timers/promises';\nawait scheduler.wait(200);",
      'const nap = promisify(setTimeout);\nawait nap(200);',
      'const nap = (ms) => new Promise((resolve) => setTimeout(resolve, ms));\nawait nap(200);',
      'export async function nap(ms) { await new Promise((resolve) => setTimeout(resolve, ms)); }',
      'async function nap() { while (performance.now() < end) await nextFrame(); }\nawait nap();',
      'await expect.poll(() => Date.now() - began).toBeGreaterThan(500);',
    ].map((text) => ({ path: 'a.test.ts', text })),
  },
  {
    rule: 'a test can fail',
    why: 'It compares two constants: say what a caller would see.',
    about: (path) => isTest(path) && !isThisFile(path),
    find: lines(/expect\((true|false|null|\d+|'\w*')\)\.to(Be|Equal|StrictEqual)\(/),
    breaks: { path: 'a.test.ts', text: 'expect(1).toBe(1);' },
  },
  {
    rule: 'the server speaks through its log',
    why: 'Use the log that is handed in: it has levels, request ids and hides secrets. (Commands may print.)',
    about: (path) =>
      inProduct(path) &&
      /^src\/(server\/(?!command\/)|shared\/)|^src\/features\/importing\/(?!commands\/)|^src\/features\/[^/]+\/(server\/|\w+\.ts$)/.test(
        path,
      ),
    find: lines(/\bconsole\.\w+\(/),
    breaks: { path: 'a.ts', text: "console.log('listening');" },
  },
  {
    rule: 'nothing of one machine is kept',
    why: 'Paths of a home folder and addresses of a registry work on one machine only.',
    about: (path) => ourText.test(path) && !isThisFile(path),
    find: lines(/(^|[\s'"`(])\/(root|home\/\w+|Users\/\w+|work)\/\w|registry\.(npmjs|yarnpkg|npmmirror)|"resolved":/),
    breaks: { path: 'a.md', text: 'Put it into /home/ada/comics first.' },
  },
];

/** By rule. Each file is parsed once, for all rules: file by file, and before any test, which would have its time-out. */
function findFaults(): Map<string, string[]> {
  const found = new Map(rules.map(({ rule }): [string, string[]] => [rule, []]));
  for (const file of readFiles(ourText))
    for (const { rule, about, find } of rules)
      if (about(file.path)) found.get(rule)?.push(...find(file).map((fault) => `${file.path} ${fault}`));
  return found;
}

describe('the rules of the house', () => {
  const faults = findFaults();

  it.each(rules)('$rule', ({ rule, why }) => {
    expect(faults.get(rule), why).toEqual([]);
  });

  it.each(rules)('$rule: a file that breaks it is found', ({ find, breaks }) => {
    for (const file of [breaks].flat()) expect(find(file), file.text).not.toEqual([]);
  });
});

describe('the files of the house', () => {
  const files = listFiles();

  it('have names that state their content', () => {
    const vague = /(^|\/)(index\.(ts|tsx)|utils?|helpers?|common|misc|managers?)(\.|\/|$)/;
    const faults = files.filter((path) => /^(src|tools|lab|e2e)\//.test(path) && vague.test(path));
    expect(faults, 'Name the idea; index files, utils, helpers, common and managers hold everything.').toEqual([]);
  });

  it('are small enough to read', () => {
    // The words of the studio are one list by language, and Arabic takes two bytes a letter.
    const mayBeLarge = /^package-lock\.json$|^messages\/studio\/|\.(webp|avif|png|jpg|woff2|cbz|epub)$/;
    const faults = files.filter((path) => !mayBeLarge.test(path) && statSync(join(root, path)).size > 100_000);
    expect(faults, 'Over 100 kB: cut it, make it in a test, or keep it out of the repository.').toEqual([]);
  });

  it('number the migrations without gaps', () => {
    const numbers = files.filter((path) => /^migrations\/\d/.test(path)).map((path) => path.slice(11, 15));
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')));
  });

  it('change no table in a migration that also builds an index of it, for as long as that takes', () => {
    const faults = files
      .filter((path) => /^migrations\/\d/.test(path))
      .flatMap((path) => lockedWhileIndexed(readText(path)).map((table) => `${path}: ${table}`));
    expect(faults, 'All who read the table wait until the index is built: give the index a file of its own.').toEqual(
      [],
    );
    expect(lockedWhileIndexed('ALTER TABLE a ADD b int;\nCREATE INDEX c ON a (b);\nCREATE INDEX d ON e (f);')).toEqual([
      'a',
    ]);
    expect(lockedWhileIndexed('CREATE TABLE a ();\nALTER TABLE a ADD b int;\nCREATE INDEX c ON a (b);')).toEqual([]);
  });
});

/** The tables that a migration changes, and of which it builds an index; one that is new has no readers. */
function lockedWhileIndexed(sql: string): string[] {
  const named = (pattern: RegExp) => new Set([...sql.matchAll(pattern)].map(([, table = '']) => table));
  const fresh = named(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi);
  const indexed = named(/CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\w+\s+ON (\w+)/gi);
  const changed = named(/ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+)/gi);
  return [...changed].filter((table) => indexed.has(table) && !fresh.has(table));
}

describe('the state of the browser', () => {
  const mostLets = 5;
  const inBrowser = /^src\/(web|app\/site|features\/[^/]+\/web)\/.*\.tsx?$/;
  const findLets = lines(/^(export )?let /);

  it('is kept in stores and objects, of which a test can make two', () => {
    const files = readFiles(inBrowser).filter(({ path }) => !isTest(path));
    const found = files.flatMap((file) => findLets(file).map((fault) => `${file.path} ${fault}`));
    expect(found.length, `Make a store (src/web/store.ts) or an object:\n${found.join('\n')}`).toBeLessThanOrEqual(
      mostLets,
    );
  });

  it('says why where it is a variable of a module', () => {
    const unexplained = readFiles(inBrowser)
      .filter(({ path }) => !isTest(path))
      .filter(({ text }) => /^(?!.*\*\/|\s*\/\/).*\n(export )?let /m.test(text) || /^(export )?let /.test(text));
    expect(unexplained.map(({ path }) => path)).toEqual([]);
  });

  it('is found in a file that keeps it in a variable', () => {
    expect(findLets({ path: 'a.ts', text: 'const limit = 1;\nlet opened = null;' })).toHaveLength(1);
    expect(findLets({ path: 'a.ts', text: 'function count() {\n  let number = 0;\n}' })).toEqual([]);
  });
});

describe('the tables', () => {
  const schema = listFiles('migrations').map(readText).join('\n');
  const tables = [...schema.matchAll(/^CREATE TABLE (\w+)/gim)].map((match) => match[1] ?? '');
  const askedBy = new Map(tables.map((table) => [table, new Set<string>()]));
  for (const file of readFiles(queriesFile)) {
    const feature = file.path.split('/')[2] ?? '';
    for (const match of file.text.matchAll(/\b(?:from|join|into|update|only|lock table|table:)\s+["']?(\w+)/gi))
      askedBy.get((match[1] ?? '').toLowerCase())?.add(feature);
  }

  it.each(tables)('%s is named by one feature', (table) => {
    const features = [...(askedBy.get(table) ?? [])];
    expect(features.length, `${table} is named by ${features.join(' and ')}: ask the owner's front door`).toBeLessThan(
      2,
    );
  });
});

/** Words that a test compares with what it gets: in a matcher, in a table of cases, or as the `code` of an answer. */
function findExpected(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node, parents) => {
    const text = literalText(node);
    if (text === null || !/^[a-z_]+$/.test(text)) return;
    const isCompared = parents.some((parent) => {
      if (parent.type === 'Property' && isSyntax(parent.key))
        return parent.key.name === 'code' && parent.value === node;
      if (parent.type !== 'CallExpression' || !isSyntax(parent.callee)) return false;
      return /(\.to[A-Z]\w*|\.each)$/.test(file.text.slice(parent.callee.start, parent.callee.end));
    });
    if (isCompared) found.push(text);
  });
  return found;
}

describe('the error codes', () => {
  const codes = new Map<string, string>();
  for (const file of readFiles(/^src\/(app|server|features\/[^/]+\/server)\/.*\.ts$/)) {
    if (isTest(file.path)) continue;
    walk(file, (node) => {
      if ((node.type !== 'NewExpression' && node.type !== 'CallExpression') || !isSyntax(node.callee)) return;
      const name = file.text.slice(node.callee.start, node.callee.end);
      const given = Array.isArray(node.arguments) ? node.arguments : [];
      const code = name === 'AppError' ? given[1] : name === 'notFound' ? given[0] : undefined;
      const text = isSyntax(code) ? literalText(code) : null;
      if (text) codes.set(text, file.path);
    });
  }
  const tests = readFiles(/\.(ts|tsx)$/).filter((file) => isTest(file.path) && !isThisFile(file.path));

  it('are found by this test', () => {
    expect(codes.size).toBeGreaterThan(0);
  });

  it.each([...codes])('%s has words for the reader (in %s)', (code) => {
    expect(
      Object.keys(textsOfCodes),
      `messages/*.json, or messages/studio/*.json for a code of the studio alone, needs errors.${code}`,
    ).toContain(code);
  });

  it('are tested on every route, for every kind of viewer', () => {
    const matrix = tests.filter((file) => /openapi/.test(file.text) && /matrix/i.test(file.text));
    expect(matrix.length, 'a test that walks the OpenAPI document and has a row for each route').toBeGreaterThan(0);
  });

  const expected = new Set(tests.flatMap(findExpected));

  it.each([...codes])('%s is expected by a test (in %s)', (code) => {
    expect([...expected], `no test expects the code ${code}`).toContain(code);
  });

  it('is expected only where something is compared with it', () => {
    const text = "const a = 'mentioned'; expect(b).toMatchObject({ code: 'compared' }); it.each([['listed']])('', f);";
    expect(findExpected({ path: 'a.test.ts', text })).toEqual(['compared', 'listed']);
  });
});

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

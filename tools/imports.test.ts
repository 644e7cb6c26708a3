import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { inLong } from '../src/server/testing/depth.ts';
import { folderForTests } from '../src/server/testing/folder.ts';

const root = resolve(import.meta.dirname, '..');
const generated = /-(asks-only-its-neighbours|enters-\w+-by-its-door|has-one-home)$/;
const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const config = join(root, '.dependency-cruiser.mjs');

type Report = {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
};

async function cruise(folder: string): Promise<Report> {
  const folders = ['src', 'demo', 'tools', 'lab', 'e2e'].filter((name) => existsSync(join(folder, name)));
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  const command = [program, '--config', config, '-T', 'json', ...folders];
  const { stdout } = await promisify(execFile)(process.execPath, command, options);
  return JSON.parse(stdout) as Report; // the shape of dependency-cruiser's own reporter
}

/** The folders of src that need each other, over others or not; tests may need any. */
function findCircles({ modules }: Report): string[] {
  const isOurs = (path: string) => path.startsWith('src/') && !/\.test\.tsx?$|\/testing\//.test(path);
  const pairs = modules
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
    .filter(({ from, to }) => isOurs(from) && isOurs(to))
    .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
    .filter(({ from, to }) => from !== to);
  // A folder that needs nobody, or that nobody needs, is in no circle; without it, others may be in none either.
  for (let left = pairs; ; ) {
    const [from, to] = [new Set(left.map((pair) => pair.from)), new Set(left.map((pair) => pair.to))];
    const inner = left.filter((pair) => from.has(pair.to) && to.has(pair.from));
    if (inner.length === left.length) return [...new Set(inner.map((pair) => pair.from))].sort();
    left = inner;
  }
}

const scratch = folderForTests();

/** Writes a small project in which each file imports the files and packages of its list. */
function build(name: string, house: Record<string, string[]>): string {
  const folder = join(scratch, name);
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const dependencies = { pg: '1', commander: '1' };
  write('package.json', JSON.stringify({ name, type: 'module', dependencies, devDependencies: { vite: '1' } }));
  write('tsconfig.json', JSON.stringify({ compilerOptions: { module: 'ESNext', moduleResolution: 'bundler' } }));
  for (const dependency of ['pg', 'commander', 'vite']) {
    write(`node_modules/${dependency}/package.json`, JSON.stringify({ name: dependency, main: 'index.js' }));
    write(`node_modules/${dependency}/index.js`, '');
  }
  for (const [path, targets] of Object.entries(house)) {
    const lines = targets.map((target, index) => `export { here as there${index} } from '${target}';`);
    write(path, ['export const here = true;', ...lines, ''].join('\n'));
  }
  return folder;
}

interface ImportRules {
  default: { forbidden: { name: string; comment: string }[] };
  subfolderOrder: Record<string, string[]>;
}

const { default: importRules, subfolderOrder }: ImportRules = await import(config);

/** Subfolders that import the previous subfolder, which is allowed, and others that import the next one, which is not. */
const subfolders = Object.entries(subfolderOrder).flatMap(([folder, order]) => {
  const named = folder.replace('src/', '').replace('features/', '').replaceAll('/', '-');
  const ranks = order.map((names) => names.split('|'));
  const inOrder = ranks.flat();
  const fileOf = (subfolder: string) => (subfolder === '.' ? 'Page.tsx' : `${subfolder}/one.ts`);
  const from = (subfolder: string, other: string) => (subfolder === '.' ? './' : '../') + fileOf(other);
  return [
    {
      rule: `${named}-has-its-subfolders-in-order`,
      file: `${folder}/stray/one.ts`,
      sound: null,
      broken: ['../Page.tsx'],
    },
    ...ranks.flatMap((names, at) =>
      names.map((name) => {
        const before = ranks[at - 1]?.[0];
        const next = inOrder[inOrder.indexOf(name) + 1] ?? 'stray';
        return {
          rule: `${named}-${name === '.' ? 'itself' : name}-imports-what-stands-before-it`,
          file: `${folder}/${fileOf(name)}`,
          sound: before === undefined ? [] : [from(name, before)],
          broken: [from(name, next)],
        };
      }),
    ),
  ];
});

const soundHouse: Record<string, string[]> = {
  ...Object.fromEntries(subfolders.flatMap(({ file, sound }) => (sound ? [[file, sound]] : []))),
  'src/app/server.ts': ['../features/reading/server/open.ts'],
  'src/features/reading/server/open.ts': ['./reading.ts'],
  'src/features/reading/server/reading.ts': ['../../catalog/server/catalog.ts'],
  'src/features/catalog/server/catalog.ts': ['../../../server/database/db.ts'],
  'src/features/importing/server/importing.ts': ['../../catalog/server/imports.ts', '../formats/epub/server/pages.ts'],
  'src/features/importing/formats/epub/server/pages.ts': ['../../../plan/source.ts', 'node:fs'],
  'src/features/importing/plan/source.ts': ['../names/names.ts'],
  'src/features/importing/names/names.ts': [],
  'src/features/catalog/server/imports.ts': ['./imports/queries.ts'],
  'src/features/catalog/server/imports/queries.ts': ['../../../../server/database/db.ts'],
  'src/features/reading/web/ReaderPage.tsx': ['../../catalog/web/BookCard.tsx'],
  'src/features/catalog/web/BookCard.tsx': ['../../../web/router.tsx'],
  'src/app/cli/cli.ts': ['commander', '../../features/media/commands/commands.ts'],
  'src/features/media/commands/commands.ts': ['commander', './move.ts', '../../../server/command/command.ts'],
  'src/features/media/commands/move.ts': ['../server/media.ts'],
  'src/features/media/server/media.ts': [],
  'src/server/command/command.ts': [],
  'src/web/router.tsx': [],
  'src/server/database/db.ts': ['pg'],
};

/** Breaks every rule once, in the file that is listed with the rule. */
const brokenHouse: Record<string, string[]> = {
  ...soundHouse,
  ...Object.fromEntries(subfolders.map(({ file, broken }) => [file, broken])),
  'src/app/server.ts': ['../features/reading/server/reading.ts'],
  'src/shared/one.ts': ['./other.ts'],
  'src/shared/other.ts': ['./one.ts'],
  'src/shared/lost.ts': ['./nowhere.ts'],
  'src/shared/curious.ts': ['../web/router.tsx'],
  'src/features/weather/rules.ts': ['../../shared/one.ts'],
  'src/features/catalog/server/routes.ts': ['../../../app/server.ts', 'pg'],
  'src/server/http/http.ts': ['../../features/catalog/server/catalog.ts', '../../web/router.tsx', '../testing/fake.ts'],
  'src/server/testing/fake.ts': [],
  'src/features/media/rules.ts': ['node:path', './server/media.ts'],
  'src/features/media/server/media.ts': ['../../../../tools/setup.ts', '../commands/move.ts'],
  'src/features/media/commands/move.ts': [],
  'src/features/catalog/contract.ts': ['pg'],
  'src/server/bundle.ts': ['vite'],
  'src/features/media/web/Zoom.tsx': ['../server/media.ts', 'node:path'],
  'src/app/site/browser.tsx': ['../rendering/pages.ts', '../studio/routes.tsx'],
  'src/app/studio/routes.tsx': [],
  'src/app/studio/studio.tsx': ['../../features/catalog/web/TagChips.tsx'],
  'src/features/catalog/web/TagChips.tsx': ['../../../shared/tags.ts'],
  'src/shared/tags.ts': [],
  'src/app/rendering/pages.ts': ['../../server/database/db.ts'],
  'src/features/reading/web/favor.ts': ['../contract.ts', 'commander'],
  'src/features/reading/contract.ts': [],
  'src/web/ui/Card.tsx': ['../router.tsx'],
  'src/features/catalog/server/jobs.ts': ['../../media/server/media.ts'],
  'src/features/reading/server/routes.ts': [
    '../../payments/server/payments.ts',
    '../../catalog/server/imports/queries.ts',
  ],
  'src/features/payments/server/payments.ts': [],
  'src/features/importing/plan/items.ts': ['../formats/epub/pages.ts'],
  'src/features/importing/formats/epub/pages.ts': ['./server/epub.ts', 'node:fs'],
  'src/features/importing/formats/epub/server/epub.ts': ['vite'],
  'tools/setup.ts': [],
  'src/features/payments/server/routes.ts': ['../../../../demo/shelf.ts'],
  'demo/shelf.ts': ['../src/server/database/db.ts'],
};

const broken: readonly (readonly [string, string])[] = [
  ...subfolders.flatMap(({ rule, file }) => (rule ? [[rule, file] as const] : [])),
  ['no-cycles', 'src/shared/one.ts'],
  ['imports-resolve', 'src/shared/lost.ts'],
  ['shared-imports-nothing', 'src/shared/curious.ts'],
  ['features-are-on-the-graph', 'src/features/weather/rules.ts'],
  ['nothing-imports-app', 'src/features/catalog/server/routes.ts'],
  ['server-only-opens-features', 'src/app/server.ts'],
  ['commands-are-for-the-command-line', 'src/features/media/server/media.ts'],
  ['platforms-know-no-feature', 'src/server/http/http.ts'],
  ['server-never-reaches-browser', 'src/server/http/http.ts'],
  ['product-imports-no-test', 'src/server/http/http.ts'],
  ['pure-stays-pure', 'src/features/media/rules.ts'],
  ['pure-knows-neither-side', 'src/features/media/rules.ts'],
  ['pure-stays-pure', 'src/features/importing/formats/epub/pages.ts'],
  ['pure-knows-neither-side', 'src/features/importing/formats/epub/pages.ts'],
  ['pure-needs-no-package', 'src/features/catalog/contract.ts'],
  ['browser-never-reaches-server', 'src/features/media/web/Zoom.tsx'],
  ['browser-uses-no-node', 'src/features/media/web/Zoom.tsx'],
  ['browser-bundle-holds-no-server', 'src/app/site/browser.tsx'],
  ['readers-load-no-studio', 'src/app/site/browser.tsx'],
  ['browser-takes-genres-from-its-text', 'src/app/studio/studio.tsx'],
  ['browser-takes-types-of-contracts', 'src/features/reading/web/favor.ts'],
  ['ui-knows-no-domain', 'src/web/ui/Card.tsx'],
  ['product-imports-no-tool', 'src/features/media/server/media.ts'],
  ['demo-is-an-input', 'src/features/payments/server/routes.ts'],
  ['demo-knows-only-words', 'demo/shelf.ts'],
  ['server-runs-without-dev-packages', 'src/server/bundle.ts'],
  ['server-runs-without-dev-packages', 'src/features/importing/formats/epub/server/epub.ts'],
  ['catalog-asks-only-its-neighbours', 'src/features/catalog/server/jobs.ts'],
  ['reading-asks-only-its-neighbours', 'src/features/reading/server/routes.ts'],
  ['reading-enters-catalog-by-its-door', 'src/features/reading/server/routes.ts'],
  ['pg-has-one-home', 'src/features/catalog/server/routes.ts'],
  ['commander-has-one-home', 'src/features/reading/web/favor.ts'],
];

describe('the import rules', () => {
  let whole: Report;
  beforeAll(async () => {
    whole = await cruise(root);
  }, 600_000); // it looks at all files, while other checks run beside it

  it('are checked in every file', async () => {
    const written = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
      .map((path) => join('src', path).replaceAll('\\', '/'));
    const seen = new Set(whole.modules.map((module) => module.source));
    expect(written.length).toBeGreaterThan(0);
    expect(written.filter((path) => !seen.has(path))).toEqual([]);
  });

  it('are followed', () => {
    const why = new Map(importRules.forbidden.map(({ name, comment }) => [name, comment]));
    const faults = whole.summary.violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`);
    const broken = new Set(whole.summary.violations.map(({ rule }) => why.get(rule.name)));
    expect(faults, [...broken].join('\n')).toEqual([]);
  });

  inLong('report nothing in a project that follows them', async () => {
    expect((await cruise(build('sound', soundHouse))).summary.violations).toEqual([]);
  });

  it('are all broken in the example project, except generated rules, of which it breaks some', async () => {
    const names = importRules.forbidden.map(({ name }) => name).filter((name) => !generated.test(name));
    const tried = broken.map(([rule]) => rule);
    expect(names.filter((name) => !tried.includes(name))).toEqual([]);
    expect(tried.filter((name) => generated.test(name)).length).toBeGreaterThan(0);
  });

  inLong('are each reported where they are broken', async () => {
    const { summary } = await cruise(build('broken', brokenHouse));
    const found = summary.violations.map((violation) => `${violation.rule.name} in ${violation.from}`);
    expect(broken.map(([rule, from]) => `${rule} in ${from}`).filter((expected) => !found.includes(expected))).toEqual(
      [],
    );
  });

  it('leave no folders that need each other', () => {
    expect(findCircles(whole)).toEqual([]);
  });

  inLong('find folders that need each other', async () => {
    const folder = build('circle', {
      'src/web/store.ts': ['./ui/Button.tsx'],
      'src/web/ui/Button.tsx': ['../early/start.ts'],
      'src/web/early/start.ts': ['../router.tsx', '../../shared/paths.ts'],
      'src/web/router.tsx': [],
      'src/shared/paths.ts': [],
      'src/app/server.ts': ['../web/store.ts'],
    });
    expect(findCircles(await cruise(folder))).toEqual(['src/web', 'src/web/early', 'src/web/ui']);
  });
});

import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { isTest, listFiles, readFiles, readText, type SourceFile, walk } from './tree.ts';

/** Checks the packages of others, and how near they come to money: spec: payments.md#supply-chain. */

type Versions = Record<string, string>;
type Manifest = { dependencies: Versions; devDependencies: Versions; optionalDependencies: Versions };
type Locked = {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Versions;
  optionalDependencies?: Versions;
};

// npm writes both files in these shapes.
const manifest = JSON.parse(readText('package.json')) as Manifest;
const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, Locked> };
const installed = Object.entries(packages).filter(([path]) => path !== '');

const namedVersions = ({ dependencies, devDependencies, optionalDependencies }: Manifest) =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });

/** `1.2.3`, or under another name `npm:package@1.2.3`: no range, tag, address or folder. */
const isExact = (version: string) => /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);

/**
 * Packages for development on other platforms; they were not installed when the lock file was made
 * (docs/decisions/0010).
 */
const withoutHash = /^node_modules\/(@biomejs\/cli|@oxc-parser\/binding)-[\w-]+$/;

function isVouchedFor(path: string, { version = '', integrity, dev, optional }: Locked): boolean {
  if (!isExact(version)) return false;
  if (integrity === undefined) return withoutHash.test(path) && dev === true && optional === true;
  return /^sha512-[\w+/]{86}==$/.test(integrity);
}

/** Licences that only ask for their notice: the packages of a server need one of these. */
const freeLicences = /^(MIT|ISC|0BSD|BlueOak-1\.0\.0|BSD-[23]-Clause|Apache-2\.0)$/;
/** libvips, which sharp loads as a library of its own (docs/decisions/0010). */
const replaceable = /^node_modules\/@img\/sharp-/;

/** It is used as it is: its licence asks for the source of changed files alone (docs/decisions/0010). */
const unchanged = /^node_modules\/web-push$/;

const isFree = (path: string, { license = '' }: Locked) =>
  freeLicences.test(license) ||
  (unchanged.test(path) && license === 'MPL-2.0') ||
  (replaceable.test(path) && /\bLGPL-3\.0-or-later\b/.test(license));

/** HTTP clients, XML parsers, of which many have a history of holes, and payment libraries that drop checks. */
const unwanted = [
  ...['axios', 'request', 'superagent', 'got', 'node-fetch', 'needle', 'urllib'],
  ...[
    'fast-xml-parser',
    'xml2js',
    'saxes',
    'sax',
    'libxmljs',
    'libxmljs2',
    '@xmldom/xmldom',
    'node-expat',
    'xml-js',
    'htmlparser2',
  ],
  ...['tnwx', '@tnwx/wxpay', 'wechatpay-node-v3', 'nest-wechatpay-node-v3', 'wechatpay-axios-plugin', 'tenpay'],
];

/** The imports of a file at run time, without type imports. */
function importsOf(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, ({ type, source, importKind, exportKind }) => {
    const isImport = /^(Import|ExportNamed|ExportAll)(Declaration|Expression)$/.test(type);
    if (!isImport || importKind === 'type' || exportKind === 'type') return;
    if (typeof source !== 'object' || source === null || !('value' in source)) return;
    if (typeof source.value === 'string') found.push(source.value);
  });
  return found;
}

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** All packages that are loaded with these files: by them, by our files that they import, and by other packages. */
function packagesBehind(start: readonly string[], sources: ReadonlyMap<string, SourceFile>): Set<string> {
  const files = new Set(start);
  const found = new Set<string>();
  for (const path of files) {
    const file = sources.get(path);
    if (!file) continue;
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) files.add(join(dirname(path), specifier));
      else if (!specifier.startsWith('node:')) addWithAllBehind(found, packageOf(specifier), '');
    }
  }
  return found;
}

function addWithAllBehind(found: Set<string>, name: string, above: string): void {
  const path = findInstalled(name, above);
  if (path === null || found.has(path)) return;
  found.add(path);
  const { dependencies, optionalDependencies } = packages[path] ?? {};
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) addWithAllBehind(found, next, path);
}

/** Searches like Node: in the importing folder, then in each folder above. */
function findInstalled(name: string, above: string): string | null {
  const path = `${above}${above && '/'}node_modules/${name}`;
  if (path in packages) return path;
  return above === '' ? null : findInstalled(name, above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/'))));
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const unwantedAmong = (paths: Iterable<string>) => [...paths].filter((path) => unwanted.includes(nameOf(path)));

const sources = new Map(
  readFiles(/^src\/.*\.tsx?$/)
    .filter(({ path }) => !isTest(path))
    .map((file) => [file.path, file]),
);
const whereMoneyIsRead = [...sources.keys()].filter((path) =>
  /^src\/features\/payments\/(server\/|rules|contract)|^src\/app\/payments\.ts$|^src\/server\/config\/payments\.ts$/.test(
    path,
  ),
);

describe('the supply chain', () => {
  it('has exact versions: package.json has no range', () => {
    expect(namedVersions(manifest).length).toBeGreaterThan(30);
    expect(namedVersions(manifest).filter(([, version]) => !isExact(version))).toEqual([]);
  });

  it.each([
    '^1.2.3',
    '~1.2.3',
    '1.2',
    '1.x',
    '*',
    'latest',
    '>=1.2.3',
    '',
    'npm:other@^1.2.3',
    'github:a/b',
    'file:../a',
  ])('takes %j for no exact version', (version) => {
    expect(isExact(version)).toBe(false);
  });

  it('is fixed by the lock file: each package has its version and hash', () => {
    expect(installed.length).toBeGreaterThan(300);
    expect(installed.flatMap(([path, locked]) => (isVouchedFor(path, locked) ? [] : [path]))).toEqual([]);
  });

  it('is not fixed by less than both', () => {
    const [, fastify = {}] = installed.find(([path]) => path === 'node_modules/fastify') ?? [];
    expect(isVouchedFor('node_modules/fastify', fastify)).toBe(true);
    const { integrity: _hash, ...unhashed } = fastify;
    expect(isVouchedFor('node_modules/fastify', unhashed)).toBe(false);
    expect(isVouchedFor('node_modules/fastify', { ...fastify, integrity: 'sha1-AAAA' })).toBe(false);
    expect(isVouchedFor('node_modules/@biomejs/cli-win32-x64', { version: '1.0.0' })).toBe(false);
  });

  it('has the same versions in package.json and the lock file', () => {
    const differing = namedVersions(manifest).filter(
      ([name, version]) => packages[`node_modules/${name}`]?.version !== version.replace(/^npm:.*@/, ''),
    );
    expect(differing).toEqual([]);
  });

  it('brings no HTTP client, XML parser or payment library into the code of payments', () => {
    expect(whereMoneyIsRead.length).toBeGreaterThan(20);
    const behind = packagesBehind(whereMoneyIsRead, sources);
    // The search covers direct packages, those of imported files, and their dependencies.
    for (const name of ['qrcode', 'zod', 'pg', 'dijkstrajs']) expect([...behind].map(nameOf)).toContain(name);
    expect(unwantedAmong(behind)).toEqual([]);
  });

  it.each([
    ["import axios from 'axios';", ['axios']],
    ["export { get } from 'axios';", ['axios']],
    ["const { get } = await import('axios');", ['axios']],
    ["import { Rsa } from 'wechatpay-axios-plugin';", ['wechatpay-axios-plugin', 'axios', 'fast-xml-parser']],
    ["import type { Axios } from 'axios';", []],
  ])('brings what %s brings, and all behind it', (text, expected) => {
    const house = new Map(
      [
        { path: 'src/door.ts', text: "import './room/inner.ts';" },
        { path: 'src/room/inner.ts', text },
      ].map((file) => [file.path, file]),
    );
    expect(unwantedAmong(packagesBehind(['src/door.ts'], house)).map(nameOf)).toEqual(expect.arrayContaining(expected));
    expect(unwantedAmong(packagesBehind(['src/door.ts'], house)).length > 0).toBe(expected.length > 0);
  });

  it('has a licence that we may pass on, for each package of a server', () => {
    const running = installed.filter(([, { dev }]) => !dev);
    expect(running.flatMap(([path, locked]) => (isFree(path, locked) ? [] : [`${path}: ${locked.license}`]))).toEqual(
      [],
    );
    for (const license of ['AGPL-3.0', 'LGPL-3.0-or-later', 'UNLICENSED', ''])
      expect(isFree('node_modules/fastify', { license })).toBe(false);
  });

  it('brings no HTTP client to an installation without development packages', () => {
    const running = installed.filter(([, { dev }]) => !dev).map(([path]) => path);
    // Books are HTML and XML; their only parser is far from payments, as a test above shows.
    expect(unwantedAmong(running).map(nameOf)).toEqual(['htmlparser2']);
  });
});

describe('secrets in the files of this repository', () => {
  const secret = /-----BEGIN (\w+ )*PRIVATE KEY-----\\?n?\s*[\w+/]{40}|\b(whsec|[sr]k_live)_[A-Za-z0-9]{20}/;

  it('do not exist', () => {
    const texts = listFiles().filter((path) =>
      /\.(tsx?|m?js|json|md|ya?ml|sql|sh|css|html|pem|key|env)$|^\./.test(path),
    );
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter((path) => secret.test(readText(path)))).toEqual([]);
  });

  it.each([
    `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0B'.repeat(2)}`,
    `-----BEGIN RSA PRIVATE KEY-----\\n${'MIIEvQIBADANBgkqhkiG9w0B'.repeat(2)}`,
    `whsec_${'a1'.repeat(16)}`,
    `sk_live_${'a1'.repeat(16)}`,
  ])('would be found: %#', (text) => {
    expect(secret.test(text)).toBe(true);
  });
});

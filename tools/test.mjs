// `npm test`: everything, from a fresh checkout. Each step prints its time. A failing step first names the failures,
// then prints its output; the failures are named once more at the end. The last line is `N passed, N failed, N
// skipped`, over the unit, server and browser tests together. `-- --long` plays all cases of the tests that otherwise
// play some, `-- --by-chance MINUTES` adds histories from new seeds.
import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { playByChance } from './chance.mjs';
import { findChromium, howToInstall, installChromium } from './chromium.mjs';
import { prepare, root, seconds } from './prepare.mjs';
import { writeToMemory } from './scratch.mjs';
import { bin, checks, createSteps, indent } from './steps.mjs';

writeToMemory();
const { long, 'by-chance': byChance } = parseArgs({
  options: { long: { type: 'boolean' }, 'by-chance': { type: 'string', default: '0' } },
}).values;
if (long) process.env.LONG = '1';

const reports = mkdtempSync(join(tmpdir(), 'longstrip-reports-'));
const totals = { passed: 0, failed: 0, skipped: 0 };
const steps = createSteps();
const siteStartsWithinMs = 600_000;
/** As in deploy/longstrip.service: a picture that is being encoded may be finished. A killed site leaves its database. */
const siteStopsWithinMs = 90_000;

const started = performance.now();
await prepare();
await steps.runInPairs([{ name: 'build', command: [process.execPath, 'tools/build.mjs'] }, ...checks]);
await steps.run({ name: 'size of the browser files', command: [bin('tsx'), 'tools/size.ts'] });
// The journeys' site prepares its catalogue while other tests run that do not need it.
const site = await startSite();
await runUnitTests();
await runJourneys(site);
await site?.close();
const histories = await playByChance(steps, Number(byChance));
totals.passed += histories.passed;
totals.failed += histories.failed;
rmSync(reports, { recursive: true, force: true });

for (const remark of steps.remarks) console.log(remark);
console.log(
  `\n${steps.failed.length === 0 ? 'All steps passed' : `Failed: ${steps.failed.join(', ')}`} (${seconds(started)}).`,
);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = steps.failed.length === 0 && totals.failed === 0 ? 0 : 1;

async function runUnitTests() {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await steps.run({
    name: 'unit and server tests',
    command: [bin('vitest'), 'run', ...reporters],
    review: () => reviewUnitTests(readReport(report)),
  });
}

function reviewUnitTests(result) {
  if (!result) return [];
  totals.passed += result.numPassedTests;
  totals.failed += result.numFailedTests;
  totals.skipped += result.numPendingTests + result.numTodoTests;
  const found = [];
  for (const file of result.testResults) {
    // A file that cannot be loaded, or that fails before or after its tests, has no failed test to count.
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) {
      totals.failed += 1;
      found.push(`failed: ${file.name}\n${indent(firstLines([file.message]))}`);
    }
    for (const test of file.assertionResults) {
      const { status, fullName, failureMessages } = test;
      if (status === 'failed') found.push(`failed: ${fullName}\n${indent(firstLines(failureMessages))}`);
      else if (status !== 'passed') console.log(`        skipped: ${fullName}`);
      // A test that passed after a failure keeps what the first try said.
      else if (failureMessages.length > 0)
        found.push(`passed at a later try: ${fullName}\n${indent(firstLines(failureMessages))}`);
    }
  }
  return found;
}

/** Starts the server of the journeys; null where there is no build. */
async function startSite() {
  if (!existsSync(join(root, 'dist', 'stamp'))) return null;
  const port = String(await findFreePort());
  const env = { JOURNEY_PORT: port, JOURNEY_DATA_DIR: join(tmpdir(), `longstrip-journeys-${randomUUID()}`) };
  const child = spawn(process.execPath, ['tools/journey-server.mjs'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let said = '';
  const serves = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        if (said.includes('is serving on')) resolve(true);
      });
    child.once('close', () => resolve(false));
    setTimeout(() => resolve(false), siteStartsWithinMs).unref();
  });
  const close = async () => {
    const impatience = setTimeout(() => child.kill('SIGKILL'), siteStopsWithinMs);
    child.kill();
    await ended;
    clearTimeout(impatience);
  };
  process.once('exit', () => child.kill());
  return { env, serves, said: () => said, close };
}

async function runJourneys(site) {
  const name = 'journeys in the browser';
  const begun = performance.now();
  if (!site) {
    totals.failed += 1;
    steps.report(`${name}: not run, there is no build`, false, begun);
    return;
  }
  if (!(await site.serves)) {
    totals.failed += 1;
    steps.report(`${name}: not run, their site did not start`, false, begun);
    console.log(indent(site.said().trim()));
    return;
  }
  const chromium = await obtainChromium();
  if (chromium === null) {
    totals.failed += 1;
    steps.report(`${name}: not run, there is no Chromium. Install it with \`${howToInstall()}\``, false, begun);
    return;
  }
  const report = join(reports, 'playwright.json');
  await steps.run({
    name,
    command: [bin('playwright'), 'test', '--reporter=dot,json'],
    env: { ...site.env, JOURNEY_SITE: 'there', CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    review: () => reviewJourneys(readReport(report)),
  });
  if (steps.failed.includes(name)) console.log(indent(`The site said:\n${site.said().trim()}`));
}

function reviewJourneys(result) {
  if (!result) return [];
  totals.passed += result.stats.expected + result.stats.flaky;
  totals.failed += result.stats.unexpected;
  totals.skipped += result.stats.skipped;
  return result.suites.flatMap(remarksOn);
}

/** A journey that passed only at a second try counts as passed, and is named. */
function remarksOn({ specs = [], suites = [] }) {
  const found = [];
  for (const { title, file, line, tests } of specs) {
    for (const { status, results } of tests) {
      if (status === 'expected' || status === 'skipped') continue;
      const messages = results.flatMap(({ error }) => error?.message ?? []);
      const word = status === 'flaky' ? 'passed at a later try' : 'failed';
      found.push(`${word}: ${file}:${line} ${title}\n${indent(firstLines(messages))}`);
    }
  }
  return [...found, ...suites.flatMap(remarksOn)];
}

function firstLines(messages) {
  return messages.map((message) => message.split('\n').slice(0, 12).join('\n')).join('\n');
}

/** The long form plays in what readers have. */
async function obtainChromium() {
  const wanted = { windows: Boolean(long) };
  const found = await findChromium(wanted);
  if (found || process.env.CHROMIUM) return found;
  const complaint = installChromium(wanted);
  if (complaint) console.log(indent(complaint));
  return findChromium(wanted);
}

/** A program that ended without a report counts as one failure. */
function readReport(path) {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  totals.failed += 1;
  return null;
}

/**
 * A port below those that systems assign by themselves, so that it stays free until the site listens, minutes later.
 */
async function findFreePort() {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

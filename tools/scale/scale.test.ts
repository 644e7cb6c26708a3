import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Figure } from '../../bench/figures.ts';
import { readAsked, work } from './command.ts';
import { compare, readMeasured } from './measured.ts';
import { pageOf } from './page.ts';
import { planFor, sizes } from './plan.ts';
import { priceOf, readPrices } from './prices.ts';
import { simulate } from './simulate.ts';

const prices = readPrices('bench/prices.json');

const kind = { weight: 1, serviceMs: 2, databaseMs: 1, aloneMs: 4, bytes: 1000 };
const kinds = { book: kind, chapter: { ...kind, weight: 3, serviceMs: 1 } };

/** The figures of a perfect measurement of these kinds, or of one with a throughput that is so many times as high. */
function figuresOf({ times = 1 } = {}): Figure[] {
  const shape = { reference: null, ratio: null, unit: 'req/s', target: 1, pass: true, note: '', date: '2026-01-01' };
  const image = { ...shape, name: 'hot-image', ours: 10_000, machine: 'a machine' };
  const gapsMs = [1, 1, 2, 1, 1, 3, 1, 1, 1, 9];
  const load = { users: 16, pauseMs: 0, perSecond: 800, p99Ms: 22, gapsMs };
  const busyLoad = { users: 100, pauseMs: 200, perSecond: 480, p99Ms: 8 };
  const cold = { ...image, name: 'image-s3-cold', ours: 100, reference: 250 };
  const guess = { ...image, name: 'visits', ours: 800, parts: { kinds, full: load, busy: busyLoad } };
  const [full, busy, p99] = compare(readMeasured([image, cold, guess])).map(({ simulated }) => simulated);
  const parts = {
    kinds,
    full: { ...load, perSecond: times * (full ?? 0) },
    busy: { ...busyLoad, perSecond: busy, p99Ms: p99 },
  };
  return [image, cold, { ...guess, parts }];
}

const measured = readMeasured(figuresOf());

describe('what was measured', () => {
  it('is refused where it is missing, with the command that measures it', () => {
    expect(() => readMeasured([])).toThrow(/npm run -s bench -- visits/);
    const without = (name: string) =>
      readMeasured.bind(
        null,
        figuresOf().filter((figure) => figure.name !== name),
      );
    for (const name of ['visits', 'hot-image', 'image-s3-cold'])
      expect(without(name)).toThrow(`npm run -s bench -- ${name}`);
  });

  it('is met by the simulation of one process, or nothing is worked out', () => {
    expect(compare(measured).map(({ off }) => Math.abs(off) < 1e-9)).toEqual([true, true, true]);
    expect(() => work({ figures: figuresOf({ times: 1.3 }), prices })).toThrow(/throughput_full .* measured was/);
  });

  it('bounds what one process answers by its mean service time', () => {
    const [full] = compare(measured);
    const meanServiceMs = (2 + 3 * 1) / 4;
    expect((full?.simulated ?? 0) / (1000 / meanServiceMs)).toBeCloseTo(1, 1);
  });
});

describe('the plan', () => {
  const plans = sizes.flatMap((size) => [false, true].map((cdn) => planFor(size, { cdn, measured, prices })));

  it('for few readers is one machine with its database and a folder', () => {
    expect(plans[0]).toMatchObject({ readers: 10_000, web_machines: 1, database_machines: 0, media: 'folder' });
    const { small, ...others } = prices;
    const [first] = sizes;
    const without = first && planFor(first, { cdn: false, measured, prices: others });
    expect([plans[0]?.machine, without?.machine]).toEqual([small?.name, prices.machine.name]);
    expect(plans[0]?.cost.machines).toBeLessThan((without?.cost.machines ?? 0) / 2);
  });

  it('has figures of a machine of one core as well', () => {
    const one = { ...prices, small: undefined, machine: { ...prices.machine, cores: 1 } };
    const [first] = sizes;
    const plan = first && planFor(first, { cdn: true, measured, prices: one });
    for (const share of Object.values(plan?.busy ?? { none: Number.NaN })) expect(share).toBeGreaterThanOrEqual(0);
    expect(plan?.p99_ms).toBeGreaterThan(0);
  });

  it('for many readers has more machines, S3 above two million chapters, and more bytes and cost', () => {
    const [few, , more, , many] = plans;
    for (const figure of ['web_machines', 'bytes_gb', 'storage_gb'] as const)
      expect([few, more, many].map((plan) => plan?.[figure])).toEqual(
        [few, more, many].map((plan) => plan?.[figure]).toSorted((one, other) => Number(one) - Number(other)),
      );
    expect(many?.media).toBe('s3');
    expect(many?.database_machines).toBeGreaterThanOrEqual(2);
    expect(planFor({ readers: 10, chapters: 2_000_001 }, { cdn: false, measured, prices })).toMatchObject({
      web_machines: 1,
      media: 's3',
    });
  });

  it('keeps every resource as little busy as planned, and names the one that is busiest', () => {
    for (const { busy, gives_way_first: first, readers, bears_readers: bears } of plans) {
      expect(Math.max(...Object.values(busy))).toBe(busy[first]);
      expect(busy[first]).toBeLessThan(0.75);
      expect(bears).toBeGreaterThan(readers * 0.9);
    }
    expect(plans[4]?.gives_way_first).toBe('network');
  });

  it('has fewer web machines with a CDN, where the network gave way', () => {
    expect(plans[5]?.web_machines).toBeLessThan(plans[4]?.web_machines ?? 0);
  });

  it('is written down with its cost, what gives way first, and the assumptions', () => {
    const compared = compare(measured);
    const page = pageOf({ measured, compared, fromTheory: 0.01, plans, prices });
    expect(page).toContain('| 100,000,000 | yes |');
    expect(page).toContain('Above 2,000,000 chapters keep the pictures on S3');
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
    for (const heading of ['The cost', 'What gives way first', 'Assumptions', 'Prices'])
      expect(page).toContain(`## ${heading}`);
  });
});

describe('the prices', () => {
  it('of traffic fall from tier to tier', () => {
    const tiers = [
      { gb: 10, each_gb: 2 },
      { gb: null, each_gb: 1 },
    ];
    expect([priceOf(5, tiers), priceOf(10, tiers), priceOf(30, tiers)]).toEqual([10, 20, 40]);
  });

  it('are refused where the file is absent, broken or incomplete', () => {
    const folder = mkdtempSync(join(tmpdir(), 'longstrip-prices-'));
    const write = (text: string) => {
      const file = join(folder, 'prices.json');
      writeFileSync(file, text);
      return () => readPrices(file);
    };
    try {
      expect(() => readPrices(join(folder, 'none.json'))).toThrow(/There is no file/);
      expect(write('{')).toThrow(/no prices/);
      expect(write(JSON.stringify({ ...prices, machine: { ...prices.machine, month: -1 } }))).toThrow(/machine\.month/);
      expect(write(JSON.stringify(prices))()).toEqual(prices);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the arguments', () => {
  it('are a file of prices and the form of the answer', () => {
    expect(readAsked([])).toEqual({ prices: null, isJson: false });
    expect(readAsked(['--prices', 'mine.json', '--json'])).toEqual({ prices: 'mine.json', isJson: true });
    expect(() => readAsked(['--price'])).toThrow(/Usage/);
    expect(() => readAsked(['mine.json'])).toThrow(/Usage/);
  });
});

describe('a simulation of many processes', () => {
  it('waits longer where each question is bound to a process than where any may take it', () => {
    const ofQueue = (servers: number[], at: (draw: number) => number) =>
      simulate({
        servers,
        arrivals: { perSecond: 700 * 4 },
        jobs: 40_000,
        seed: 3,
        next: (draw) => [{ station: at(draw()), ms: 1 }],
      }).meanMs;
    const bound = ofQueue([1, 1, 1, 1], (draw) => Math.floor(4 * draw));
    expect(bound).toBeGreaterThan(1.3 * ofQueue([4], () => 0));
  });
});

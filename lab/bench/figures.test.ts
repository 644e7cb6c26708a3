import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Figure, mergeFigures, readFigures, writeFigures } from './figures.ts';
import type { Result } from './row.ts';
import { rows } from './rows.ts';

function resultOf(name: string, given: Partial<Result> = {}): Result {
  return { name, ours: 2, reference: 1, unit: 'ms', ratio: 2, target: 3, pass: true, note: '', ...given };
}

const figureOf = (name: string, given: Partial<Figure> = {}): Figure => ({
  ...resultOf(name),
  date: '2026-01-01',
  machine: null,
  ...given,
});

function merge(before: Figure[], measured: Result[], names: string[]): Figure[] {
  return mergeFigures(before, { measured, names, date: '2026-02-02', machine: 'two cores' });
}

describe('the figures', () => {
  it('are those of the last measurement of each row, with its day', () => {
    const merged = merge([figureOf('one'), figureOf('two')], [resultOf('two', { ours: 9 })], ['one', 'two']);
    expect(merged.map(({ ours, date }) => [ours, date])).toEqual([
      [2, '2026-01-01'],
      [9, '2026-02-02'],
    ]);
  });

  it('keep a measurement where a later run skipped the row, and not where it failed', () => {
    const skipped = resultOf('one', { ours: null, reference: null, ratio: null, pass: null });
    expect(merge([figureOf('one')], [skipped], ['one'])[0]?.ours).toBe(2);
    expect(merge([], [skipped], ['one'])[0]?.pass).toBeNull();
    expect(merge([figureOf('one')], [{ ...skipped, pass: false }], ['one'])[0]?.pass).toBe(false);
  });

  it('leave out rows that no longer exist, and stand in the order of the table', () => {
    const merged = merge([figureOf('old'), figureOf('one')], [resultOf('two')], ['two', 'one']);
    expect(merged.map(({ name }) => name)).toEqual(['two', 'one']);
  });

  it('are read as they were written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'longstrip-figures-'));
    try {
      const file = join(folder, 'figures.json');
      expect(readFigures(file)).toEqual([]);
      const figures = [figureOf('one')];
      writeFigures(file, figures);
      expect(readFigures(file)).toEqual(figures);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('of the repository are those of rows that exist', () => {
    const names = rows.map(({ name }) => name);
    expect(readFigures('lab/bench/figures.json').filter(({ name }) => !names.includes(name))).toEqual([]);
  });
});

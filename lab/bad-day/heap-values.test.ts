import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inLong } from '../../src/server/testing/depth.ts';
import { bytesOfValues, type HeapSnapshot } from './heap-values.ts';

describe('the bytes of values', () => {
  const meta = {
    node_fields: ['type', 'name', 'id', 'self_size'],
    node_types: [['hidden', 'code', 'object'], 'string'],
  };
  const strings = ['Object', '(code)', 'system / WeakArrayList'];
  const [hidden, code, object] = [0, 1, 2];
  const folder = mkdtempSync(join(tmpdir(), 'longstrip-heap-'));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('leave out compiled code and the lists of it', () => {
    const nodes = [object, 0, 1, 100, code, 1, 3, 1000, hidden, 2, 5, 10_000, hidden, 0, 7, 5];
    expect(bytesOfValues({ snapshot: { meta }, nodes, strings })).toBe(105);
  });

  inLong('grow by what a real program keeps, and not by what it compiles', () => {
    const small = bytesAfter('');
    const manyNumbers = bytesAfter('globalThis.kept = new Array(1_000_000).fill(0.5);');
    const manyFunctions = bytesAfter(
      "for (let i = 0; i < 20_000; i += 1) new Function('let sum = ' + i + '; for (const x of [1, 2]) sum += x; return sum')();",
    );
    expect(manyNumbers - small).toBeGreaterThan(7_900_000);
    expect(manyNumbers - small).toBeLessThan(8_500_000);
    expect(manyFunctions - small).toBeLessThan(500_000);
  });

  it('are not guessed where a snapshot has no sizes', () => {
    const without = { ...meta, node_fields: ['type', 'name', 'id'] };
    expect(() => bytesOfValues({ snapshot: { meta: without }, nodes: [], strings })).toThrow(
      'no types, names or sizes',
    );
  });

  function bytesAfter(script: string): number {
    const file = join(folder, 'heap.heapsnapshot');
    const written = `${script} require('node:v8').writeHeapSnapshot(${JSON.stringify(file)})`;
    execFileSync(process.execPath, ['-e', written]);
    const snapshot: HeapSnapshot = JSON.parse(readFileSync(file, 'utf8'));
    return bytesOfValues(snapshot);
  }
});

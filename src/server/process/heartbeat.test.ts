import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { standsStill, startHeartbeat } from './heartbeat.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'longstrip-heart-'));
  path = join(directory, 'heartbeat');
});
afterEach(() => rmSync(directory, { recursive: true }));

const look = (forMs: number, withinMs: number) => standsStill(path, { forMs, until: performance.now() + withinMs });

it('a heartbeat changes while it runs, and stands still after it was stopped', async () => {
  const heartbeat = startHeartbeat(path);
  expect(await look(1_500, 1_600)).toBe(false);
  await heartbeat.stop();
  expect(await look(600, 5_000)).toBe(true);
});

it('a missing heartbeat stands still', async () => {
  expect(await look(200, 5_000)).toBe(true);
});

it('a file that another user left is replaced', async () => {
  writeFileSync(path, 'old', { mode: 0o400 });
  const heartbeat = startHeartbeat(path);
  await vi.waitFor(async () => expect(await look(1_500, 1_600)).toBe(false));
  await heartbeat.stop();
});

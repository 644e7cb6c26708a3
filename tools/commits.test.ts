import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { inLong } from '../src/server/testing/depth.ts';
import { findLongSubjects, mostCharacters } from './commits.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longstrip-commits-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(place: string, ...options: string[]): void {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...identity, ...options], { cwd: place, stdio: 'ignore' });
}
const commit = (place: string, subject: string) => git(place, 'commit', '--allow-empty', '-m', subject);

inLong('names the long subjects of commits that are not pushed yet, and no others', () => {
  const [shared, own] = [join(folder, 'shared'), join(folder, 'own')];
  git(folder, 'init', shared);
  const long = 'a'.repeat(mostCharacters + 1);
  commit(shared, long);
  git(folder, 'clone', shared, own);
  commit(own, 'a'.repeat(mostCharacters));
  expect(findLongSubjects(own)).toEqual([]);
  commit(own, long);
  expect(findLongSubjects(own)).toEqual([long]);
});

inLong('finds nothing where there is nothing to push to', () => {
  expect(findLongSubjects(folder)).toEqual([]);
  git(folder, 'init', folder);
  commit(folder, 'a'.repeat(100));
  expect(findLongSubjects(folder)).toEqual([]);
});

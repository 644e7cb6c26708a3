// The subjects of the commits that would be pushed: at most 72 characters each. Run by `npm run check`.
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

export const mostCharacters = 72;

/** Subjects that are too long, of the commits that the branch's upstream does not have; all fit where there is none. */
export function findLongSubjects(folder) {
  const upstream = ['@{upstream}', 'origin/HEAD'].find((name) => git(folder, 'rev-parse', '--verify', '--quiet', name));
  if (!upstream) return [];
  const subjects = git(folder, 'log', '--no-merges', '--format=%s', `${upstream}..HEAD`) ?? '';
  return subjects.split('\n').filter((subject) => [...subject].length > mostCharacters);
}

function git(folder, ...options) {
  try {
    return execFileSync('git', options, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null; // no repository, or no such name in it
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const long = findLongSubjects(process.cwd());
  for (const subject of long) console.error(`${[...subject].length} characters, at most ${mostCharacters}: ${subject}`);
  process.exitCode = long.length === 0 ? 0 : 1;
}

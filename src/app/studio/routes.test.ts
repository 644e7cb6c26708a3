import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { studioPages } from '../../features/studio/pages.ts';
import { studioPageFiles } from './page-files.ts';
import { roomsOf } from './rooms.ts';
import { studioRoutes } from './routes.tsx';

it('every address of a page of the studio has its route', () => {
  expect(studioRoutes.map(({ pattern }) => pattern)).toEqual(Object.values(studioPages));
});

it('the file of every page is the one that its route loads', () => {
  const written = readFileSync('src/app/studio/routes.tsx', 'utf8');
  const loaded = [...written.matchAll(/route\(studioPages\.(\w+), \(\) =>\s*import\('([^']+)'\)/g)];
  const fileOf = (path: string) => new URL(path, 'file:///src/app/studio/').pathname.slice(1);
  expect(loaded.map(([, page, path = '']) => [page, fileOf(path)])).toEqual(Object.entries(studioPageFiles));
});

it('the navigation leads to pages of the studio alone', () => {
  const addresses: string[] = Object.values(studioPages);
  expect(
    roomsOf({ doors: true })
      .flat()
      .map(({ to }) => to)
      .filter((to) => !addresses.includes(to)),
  ).toEqual([]);
});

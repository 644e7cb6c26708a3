import { expect, it } from 'vitest';
import { studioPages } from '../../features/studio/pages.ts';
import { rooms } from './rooms.ts';
import { studioRoutes } from './routes.tsx';

it('every address of a page of the studio has its route', () => {
  expect(studioRoutes.map(({ pattern }) => pattern)).toEqual(Object.values(studioPages));
});

it('the navigation leads to pages of the studio alone', () => {
  const addresses: string[] = Object.values(studioPages);
  expect(
    rooms
      .flat()
      .map(({ to }) => to)
      .filter((to) => !addresses.includes(to)),
  ).toEqual([]);
});

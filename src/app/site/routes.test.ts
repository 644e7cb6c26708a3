import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  documentPattern,
  membershipPath,
  pages,
  paths,
  paymentReturnPattern,
  rankingPath,
  receiptPattern,
  recoverPath,
  resetPasswordPattern,
  wechatReturnPath,
} from '../../shared/paths.ts';
import { routes } from './routes.tsx';

it('every address of a page has its route and its path', () => {
  expect(routes.map(({ pattern }) => pattern).toSorted()).toEqual(
    [
      ...Object.values(pages),
      documentPattern,
      membershipPath,
      rankingPath,
      recoverPath,
      resetPasswordPattern,
      paymentReturnPattern,
      receiptPattern,
      wechatReturnPath,
    ].toSorted(),
  );
  expect(Object.keys(paths)).toEqual(Object.keys(pages));
});

it('every route names the file that it loads', () => {
  expect(routes.filter(({ source }) => !existsSync(source))).toEqual([]);
});

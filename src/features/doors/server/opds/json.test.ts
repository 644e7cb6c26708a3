import { expect, it } from 'vitest';
import { imagesOf } from './json.ts';

it('a cover that is made in one width alone is named once: the schemas allow no picture twice', () => {
  const narrow = { href: 'https://x/w300.jpg', width: 300, height: 400 };
  expect(imagesOf({ large: narrow, small: narrow })).toEqual([{ ...narrow, type: 'image/jpeg' }]);
  expect(imagesOf({ large: { ...narrow, href: 'https://x/w600.jpg' }, small: narrow })).toHaveLength(2);
});

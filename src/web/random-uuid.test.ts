import { expect, it } from 'vitest';
import { randomUuid } from './random-uuid.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('makes a random UUID, without crypto.randomUUID too', () => {
  expect(randomUuid(crypto)).toMatch(uuidPattern);
  const plain = { getRandomValues: crypto.getRandomValues.bind(crypto) } as Crypto; // a page served without TLS
  expect(randomUuid(plain)).toMatch(uuidPattern);
});

import { expect, it } from 'vitest';
import { createFileFloods } from './file-floods.ts';

it('an address that goes on above its limit gets no file until the limit ends, and others do', () => {
  let now = 1000;
  const floods = createFileFloods(() => now);
  for (let asked = 0; asked < 59; asked += 1) floods.note('192.0.2.1', 30);
  expect(floods.waitOf('192.0.2.1')).toBe(0);
  floods.note('192.0.2.1', 30);
  expect(floods.waitOf('192.0.2.1')).toBe(30);
  expect(floods.waitOf('192.0.2.2')).toBe(0);
  now += 29_500;
  expect(floods.waitOf('192.0.2.1')).toBe(1);
  now += 500;
  expect(floods.waitOf('192.0.2.1')).toBe(0);
  floods.note('192.0.2.1', 30);
  expect(floods.waitOf('192.0.2.1')).toBe(0);
});

it('the addresses of a home are one', () => {
  const floods = createFileFloods(() => 0);
  for (let asked = 0; asked < 60; asked += 1) floods.note(`2001:db8::${asked + 1}`, 30);
  expect(floods.waitOf('2001:db8::ffff')).toBe(30);
});

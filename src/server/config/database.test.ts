import { expect, it } from 'vitest';
import { parseSettings } from './config.ts';

const read = (settings: Record<string, string>) =>
  parseSettings({ NODE_ENV: 'test', DATA_DIR: '/data', ...settings }).database;
const url = 'postgresql://user:secret@db.example/site';
const direct = 'postgresql://user:secret@primary.example:5433/site';
const replica = 'postgresql://user:secret@replica.example/site';

it('the database is embedded, or one that the settings name', () => {
  expect(read({})).toEqual({ kind: 'embedded', directory: '/data/postgres' });
  expect(read({ DATABASE_URL: url })).toEqual({
    ...{ kind: 'external', url, web: { url, pooling: 'session' }, replicaUrl: null },
  });
});

it('behind a pooler, only the requests of readers go through it', () => {
  const settings = { DATABASE_URL: url, DATABASE_POOLING: 'transaction', DATABASE_DIRECT_URL: direct };
  expect(read(settings)).toMatchObject({ url: direct, web: { url, pooling: 'transaction' } });
});

it('a replica may stand beside it', () => {
  expect(read({ DATABASE_URL: url, DATABASE_REPLICA_URL: replica })).toMatchObject({ url, replicaUrl: replica });
});

it.each([
  ['DATABASE_DIRECT_URL', { DATABASE_URL: url, DATABASE_POOLING: 'transaction' }],
  ['DATABASE_DIRECT_URL', { DATABASE_URL: url, DATABASE_DIRECT_URL: 'mysql://db.example/site' }],
  ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: direct }],
  ['DATABASE_POOLING', { DATABASE_POOLING: 'transaction', DATABASE_DIRECT_URL: direct }],
  ['DATABASE_POOLING', { DATABASE_POOLING: 'session' }],
  ['DATABASE_POOLING', { DATABASE_URL: url, DATABASE_POOLING: 'statement' }],
  ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: replica }],
  ['DATABASE_REPLICA_URL', { DATABASE_URL: url, DATABASE_REPLICA_URL: 'replica.example' }],
] as const)('%s is refused by name in %j, and no password is shown', (name, settings) => {
  expect(() => read(settings)).toThrow(`${name}: got`);
  expect(() => read(settings)).toThrow(/^(?!.*secret@)/s);
});

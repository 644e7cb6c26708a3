import type { RowOf } from '../../../server/testing/bulk-load.ts';

const users = { id: 'uuid', username: 'text', username_key: 'text', password_hash: 'text' } as const;

/** The users' table, for filling by COPY. */
export const usersTable = { table: 'users', columns: users };

export type UserRow = RowOf<typeof users>;

import { randomBytes } from 'node:crypto';

/** Identifies this process among all that share a database: two in different containers may have the same pid. */
export const processTag = `${process.pid}-${randomBytes(4).toString('hex')}`;

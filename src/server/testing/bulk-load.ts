import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { asDb, type Db, typeParser } from '../database/db.ts';

/** The JavaScript value for each type of column; times and days in ms since 1970. */
interface Values {
  uuid: Uint8Array;
  text: string;
  int4: number;
  float8: number;
  bool: boolean;
  timestamptz: number;
  date: number;
  jsonb: string;
  bytea: Uint8Array;
  'text[]': readonly string[];
}

export type Columns = Readonly<Record<string, keyof Values>>;
/** A table that a feature allows to be filled: some of its columns, with their types. */
export interface Fillable<C extends Columns> {
  table: string;
  columns: C;
}
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: Values[C[Name]] | null };

/** A connection that loads rows by COPY in its binary form, which saves both sides the conversion to and from text. */
export interface BulkLoad {
  db: Db;
  /** Loads all rows or none, with constant memory. Returns the number of rows. */
  copy<C extends Columns>(into: Fillable<C>, rows: Iterable<RowOf<C>>): Promise<number>;
  end(): Promise<void>;
}

export async function openBulkLoad(url: string): Promise<BulkLoad> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `longstrip import ${process.pid}`,
    types: { getTypeParser: typeParser },
    keepAlive: true,
  });
  client.on('error', () => {}); // the pending query rejects
  await client.connect();
  // Indexes are built after the rows by sorting. Durability is off: after a crash the load is repeated anyway.
  await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '64MB'; set synchronous_commit = off`);
  return {
    db: asDb(client),
    async copy({ table, columns }, rows) {
      const names = Object.keys(columns).map((name) => pg.escapeIdentifier(name));
      const copying = client.query(
        copyFrom(`copy ${pg.escapeIdentifier(table)} (${names.join(', ')}) from stdin (format binary)`),
      );
      await pipeline(Readable.from(encodeRows(columns, rows), { objectMode: false }), copying);
      return copying.rowCount;
    },
    end: () => client.end(),
  };
}

const bufferBytes = 512 * 1024;
/** Longer than any row. */
const rowBytes = 128 * 1024;
const signature = Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1');
const headerBytes = signature.length + 8;

function* encodeRows<C extends Columns>(columns: C, rows: Iterable<RowOf<C>>): Generator<Buffer> {
  const fields = Object.entries(columns).map(([name, type]) => ({ name, write: writers[type] as Write }));
  const out: Out = { bytes: Buffer.alloc(bufferBytes), at: headerBytes };
  signature.copy(out.bytes);
  for (const row of rows) {
    out.at = out.bytes.writeInt16BE(fields.length, out.at);
    for (const { name, write } of fields) writeField(out, write, row[name]);
    if (out.at < bufferBytes - rowBytes) continue;
    yield out.bytes.subarray(0, out.at);
    out.bytes = Buffer.allocUnsafe(bufferBytes);
    out.at = 0;
  }
  out.at = out.bytes.writeInt16BE(-1, out.at);
  yield out.bytes.subarray(0, out.at);
}

interface Out {
  bytes: Buffer;
  at: number;
}
type Write = (out: Out, value: unknown) => void;

function writeField(out: Out, write: Write, value: unknown): void {
  const lengthAt = out.at;
  out.at += 4;
  if (value !== null) write(out, value);
  out.bytes.writeInt32BE(value === null ? -1 : out.at - lengthAt - 4, lengthAt);
}

const postgresEpochMs = Date.UTC(2000, 0, 1);
const dayMs = 24 * 60 * 60 * 1000;
const textOid = 25;

const writeText = (out: Out, value: string) => {
  out.at += out.bytes.write(value, out.at);
};
const writeBytes = (out: Out, value: Uint8Array) => {
  out.bytes.set(value, out.at);
  out.at += value.length;
};
const writeInt = (out: Out, value: number) => {
  out.at = out.bytes.writeInt32BE(value, out.at);
};

const writers: { [Type in keyof Values]: (out: Out, value: Values[Type]) => void } = {
  uuid: writeBytes,
  text: writeText,
  int4: writeInt,
  float8(out, value) {
    out.at = out.bytes.writeDoubleBE(value, out.at);
  },
  bool(out, value) {
    out.at = out.bytes.writeUInt8(value ? 1 : 0, out.at);
  },
  timestamptz(out, value) {
    // Microseconds of our time are below 2^53, so that a number is exact.
    const microseconds = Math.round((value - postgresEpochMs) * 1000);
    writeInt(out, Math.floor(microseconds / 2 ** 32));
    out.at = out.bytes.writeUInt32BE(microseconds >>> 0, out.at);
  },
  date(out, value) {
    writeInt(out, Math.floor((value - postgresEpochMs) / dayMs));
  },
  jsonb(out, value) {
    out.at = out.bytes.writeUInt8(1, out.at);
    writeText(out, value);
  },
  bytea: writeBytes,
  'text[]'(out, value) {
    const dimensions = value.length === 0 ? [] : [value.length, 1];
    for (const part of [dimensions.length / 2, 0, textOid, ...dimensions]) writeInt(out, part);
    for (const text of value) writeField(out, writers.text as Write, text);
  },
};

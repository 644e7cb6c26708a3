import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { csvLine } from '../../../shared/csv-line.ts';
import { currencyDigits } from '../../../shared/currencies.ts';

/** A field by its name, or a column with a header of its own. */
export type CsvColumn = string | { head: string; read(row: Readonly<Record<string, unknown>>): unknown };

/** A list that is also given as a file. */
export interface CsvList<Question> {
  /** The list's name in that of the file. */
  name: string;
  /** Names of fields, nested ones with dots (`user.username`, whose header is "User username"), and others of their own. */
  columns: readonly CsvColumn[] | ((question: Question) => readonly CsvColumn[]);
  /** Ends the call where the list does not exist; not needed for a list that always exists. */
  requireList?(question: Question): Promise<void>;
  /** All rows that the list has with these filters, in its order and in batches; `page` means nothing here. */
  rows(question: Question): AsyncIterable<readonly object[]>;
}

interface Lasting {
  requireStill(): Promise<void>;
}

/** Streams a list as RFC 4180 has it, with the mark by which spreadsheets know UTF-8 (spec: studio.md#lists-as-files). */
export async function sendCsv<Question extends Lasting>(
  reply: FastifyReply,
  list: CsvList<Question>,
  question: Question,
  timeZone: string,
): Promise<FastifyReply> {
  const lines = linesOf(list, question);
  // What the list refuses is a refusal of the call, while no file has begun.
  const { value: first = '' } = await lines.next();
  const file = `longstrip-${list.name}-${dayIn(timeZone, new Date())}.csv`;
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${file}"`)
    .send(Readable.from(joined(first, lines)));
}

async function* joined(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}

async function* linesOf<Question extends Lasting>(list: CsvList<Question>, question: Question): AsyncGenerator<string> {
  const columns = typeof list.columns === 'function' ? list.columns(question) : list.columns;
  let text = `\ufeff${csvLine(columns.map(headOf))}`;
  for await (const rows of list.rows(question)) {
    await question.requireStill();
    text += rows.map((row) => csvLine(columns.map((column) => valueIn(row, column)))).join('');
    if (text !== '') yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** A name in words: `gift.expires_at` is "Gift expires at", and an id is no `uuid`. */
function headOf(column: CsvColumn): string {
  if (typeof column !== 'string') return column.head;
  const words = column.replace(/\buuid\b|_uuid\b/g, (name) => name.replace('uuid', 'id')).replace(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueIn(row: object, column: CsvColumn): unknown {
  return typeof column === 'string' ? fieldOf(row, column) : column.read({ ...row });
}

/** The two columns of money: in the currency's own unit, as people write it, and in its minor units. */
export function moneyColumns(
  head: string,
  read: (row: Readonly<Record<string, unknown>>) => { amount: unknown; currency: unknown },
): CsvColumn[] {
  return [
    {
      head,
      read(row) {
        const { amount, currency } = read(row);
        if (typeof amount !== 'number' || typeof currency !== 'string') return null;
        const digits = currencyDigits(currency);
        const major = amount / 10 ** digits;
        // A text that begins with a minus would get an apostrophe.
        return major < 0 ? major : major.toFixed(digits);
      },
    },
    { head: `${head} (minor units)`, read: (row) => read(row).amount },
  ];
}

function fieldOf(row: object, column: string): unknown {
  return column.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return null;
    return (value as Record<string, unknown>)[name]; // an object's field; absent ones are empty
  }, row);
}

/** The day, as YYYY-MM-DD, that it is in a zone at a moment. */
export function dayIn(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const of = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${of.year}-${of.month}-${of.day}`;
}

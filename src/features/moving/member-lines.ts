import { parseTime } from '../../shared/time.ts';
import { readCsv } from './csv.ts';

/** A member as a line of a table has them; an end that is neither given nor readable is `end: null` with `fault`. */
export interface MemberLine {
  line: number;
  externalId: string;
  /** Null: whoever it is gets a code. */
  username: string | null;
  email: string | null;
  note: string | null;
  end: { at: Date } | { days: number } | null;
  /** Why nothing is made of the line, though it is well-formed. */
  leftOut: string | null;
  fault: string | null;
}

type Column = 'external_id' | 'username' | 'email' | 'note' | 'expires_at' | 'days' | 'status' | 'deleted_at';
type Columns = Partial<Record<Column, string>>;

const usual: Columns = { username: 'username', email: 'email', note: 'note', expires_at: 'expires_at', days: 'days' };
/** Ghost's export knows no names to log in with, and no end: that comes in a column of its own. */
const ghost: Columns = { ...usual, external_id: 'id', username: '', deleted_at: 'deleted_at' };
/** Paid Memberships Pro, as its import and export have it. */
const pmpro: Columns = {
  ...{ external_id: 'user_login', username: 'user_login', email: 'user_email', note: 'note' },
  ...{ expires_at: 'membership_enddate', days: 'days', status: 'membership_status' },
};

/** Reads a table of members: its own columns, or those of Ghost's or PMPro's exports. A text: why it is none. */
export function readMembers(text: string): MemberLine[] | string {
  const [head, ...records] = readCsv(text) ?? [];
  if (!head) return 'The file has no table, or a quotation mark that is never closed';
  const names = head.fields.map((name) => name.trim().toLowerCase().replaceAll(/[ -]/g, '_'));
  const columns = columnsOf(names);
  if (!columns) return 'The table has no column external_id, and is no export of Ghost or Paid Memberships Pro';
  return records.map(({ line, fields }) => {
    const read = (column: Column) => {
      const place = columns[column] ? names.indexOf(columns[column]) : -1;
      return (fields[place] ?? '').trim();
    };
    return lineOf(line, read);
  });
}

function columnsOf(names: readonly string[]): Columns | null {
  if (names.includes('external_id')) return { ...usual, external_id: 'external_id' };
  if (names.includes('user_login')) return pmpro;
  const ofGhost = ['subscribed_to_emails', 'complimentary_plan', 'stripe_customer_id', 'deleted_at', 'labels'];
  return names.includes('id') && ofGhost.some((name) => names.includes(name)) ? ghost : null;
}

const longestId = 200;
const longestNote = 2000;
const unstorable = /[\0\p{Surrogate}]/u;

function lineOf(line: number, read: (column: Column) => string): MemberLine {
  const [externalId, status] = [read('external_id'), read('status').toLowerCase()];
  const end = readEnd(read('expires_at'), read('days'));
  const note = read('note');
  const leftOut = read('deleted_at')
    ? 'was deleted there'
    : status && status !== 'active'
      ? `is ${status} there`
      : null;
  const isUnfit = unstorable.test(externalId + read('email') + note) || externalId.length > longestId;
  const fault =
    externalId === ''
      ? 'has no external_id'
      : isUnfit
        ? 'has characters that cannot be stored, or an id that is too long'
        : [...note].length > longestNote
          ? 'has a note of more than 2,000 characters'
          : typeof end === 'string'
            ? end
            : null;
  return {
    ...{ line, externalId, leftOut, fault: leftOut === null ? fault : null },
    ...{ username: read('username') || null, email: read('email') || null, note: note || null },
    end: typeof end === 'string' ? null : end,
  };
}

const mostDays = 36_500;
const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length;
const dayMs = 86_400_000;

/** The end that a line gives; a text: what is wrong with it. Nobody's end is guessed. */
function readEnd(expiresAt: string, days: string): { at: Date } | { days: number } | string {
  if (expiresAt !== '' && days !== '') return 'has both expires_at and days';
  if (expiresAt === '' && days === '') return 'has no end: give expires_at or days';
  if (days !== '') {
    const isWhole = /^\d{1,5}$/.test(days) && Number(days) >= 1 && Number(days) <= mostDays;
    return isWhole ? { days: Number(days) } : 'wants a whole number of days from 1 to 36500';
  }
  const at = parseTime(expiresAt);
  if (!at || at.getTime() < 0) return 'wants expires_at as 2030-01-31 or 2030-01-31T12:00:00Z';
  // A day without a time is meant with all of it.
  return { at: isDay(expiresAt) ? new Date(at.getTime() + dayMs - 1) : at };
}

/** What an earlier import has made of the same external id. */
export interface KnownMember {
  importedAt: Date;
  endsAt: Date;
  /** Null: the account was deleted. */
  made: 'account' | 'coupon' | null;
}

export type Plan =
  | { kind: 'created' | 'coupon' | 'updated' | 'unchanged'; endsAt: Date }
  | { kind: 'left_out' | 'error'; why: string };

/** What a line comes to, by what is there already (spec: moving.md#members). */
export function decideMember(
  { username, end, leftOut, fault }: MemberLine,
  given: { known: KnownMember | null; isTaken: boolean; nameFault: string | null; now: Date },
): Plan {
  const { known, isTaken, nameFault, now } = given;
  if (leftOut !== null) return { kind: 'left_out', why: leftOut };
  if (fault !== null || end === null) return { kind: 'error', why: fault ?? 'has no end: give expires_at or days' };
  const endsAt = 'at' in end ? end.at : new Date((known?.importedAt ?? now).getTime() + end.days * dayMs);
  if (known) {
    if (known.made === null) return { kind: 'left_out', why: 'has deleted the account here' };
    return { kind: known.endsAt.getTime() === endsAt.getTime() ? 'unchanged' : 'updated', endsAt };
  }
  if (username === null)
    return endsAt > now
      ? { kind: 'coupon', endsAt }
      : { kind: 'left_out', why: 'has ended, so that no code can give it' };
  if (nameFault !== null) return { kind: 'error', why: nameFault };
  return isTaken ? { kind: 'error', why: 'has the name of another user' } : { kind: 'created', endsAt };
}

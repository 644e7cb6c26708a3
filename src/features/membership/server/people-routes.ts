import type { DbPool } from '../../../server/database/db.ts';
import { AppError, notFound, wrongFields } from '../../../server/http/errors.ts';
import { readGivenTime } from '../../../server/http/given-time.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { writeAudit } from '../../studio/server/audit.ts';
import { answerOnce } from '../../studio/server/requests.ts';
import { mayActOnUser, requireActOnUser } from '../../studio/server/studio.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { addMonths } from '../rules.ts';
import { changedMembership, type MembershipBody, membershipStudioCalls } from '../studio-contract.ts';
import { type ChangeByHand, changeByHand } from './by-hand.ts';
import { type BuyersOf, eachPerson, findPerson, listPeople, readLedger } from './people.ts';

export interface StudioPeopleDeps extends StudioPlatform {
  buyersOf: BuyersOf;
}

const personColumns = ['uuid', 'username', 'role', 'banned', 'expire_at', 'is_expired', 'created_at'] as const;
const ledgerColumns = [
  ...(['id', 'at', 'kind', 'source', 'cause', 'months', 'days', 'until', 'reason', 'by', 'counts'] as const),
];

/** The studio's calls about people and their memberships (spec: studio.md#people). */
export function mountStudioPeople(deps: StudioPeopleDeps): void {
  const { studio, db, buyersOf } = deps;
  studio.add(
    membershipStudioCalls.listPeople,
    ({ query }) => listPeople(db, { question: query, buyersOf, page: query.page, pageSize: query.page_size }),
    {
      csv: {
        name: 'users',
        columns: personColumns,
        rows: ({ query }) => eachPerson(db, { question: query, buyersOf }),
      },
    },
  );

  studio.add(
    membershipStudioCalls.listLedger,
    async ({ params, query: { page, page_size: pageSize } }) => {
      const { rows, spans } = await readLedger(db, await requirePerson(db, params.uuid));
      return {
        result: rows.slice(page * pageSize, (page + 1) * pageSize),
        total: rows.length,
        spans,
      };
    },
    {
      csv: {
        name: 'ledger',
        columns: ledgerColumns,
        requireList: async ({ params }) => void (await requirePerson(db, params.uuid)),
        async *rows({ params }) {
          yield (await readLedger(db, await requirePerson(db, params.uuid))).rows;
        },
      },
    },
  );
  addMembership(deps);
}

function addMembership({ studio, db, setting }: StudioPeopleDeps): void {
  const call = membershipStudioCalls.changeMembership;
  studio.add(
    call,
    async (asked) => {
      const { body, staff, by } = asked;
      const change = readChange(body, setting('time_zone'));
      const userId = await requirePerson(db, asked.params.uuid);
      const named = { uuid: userId };
      const result = await answerOnce(db, { call, asked, named, kept: changedMembership }, async (tx) => {
        await requireActOnUser(tx, staff, { act: 'grant', userId });
        const changed = await changeByHand(tx, {
          ...{ userId, change, cause: `operator:${body.request_id}` },
          byHand: { reason: body.reason, userId: staff.userId },
          expireAt: async () => timeOf((await findPerson(tx, userId))?.expire_at ?? null),
        });
        if (changed.kind === 'cause_taken') throw requestIdReused();
        if (changed.kind === 'unchanged') throw unchanged();
        const answer = { expire_at: changed.expireAt?.toISOString() ?? null, is_expired: changed.isExpired };
        await writeAudit(tx, {
          by,
          action: actions[change.kind],
          target: { kind: 'user', id: userId, name: (await findPerson(tx, userId))?.username ?? null },
          before: { expire_at: changed.before?.toISOString() ?? null },
          after: { expire_at: answer.expire_at, ...fieldsOf(change) },
          reason: body.reason,
        });
        return answer;
      });
      return { result };
    },
    {
      mayAct: async ({ staff, params }) => {
        const userId = parseUuid(params.uuid ?? '');
        return userId === null || mayActOnUser(db, staff, { act: 'grant', userId });
      },
    },
  );
}

const actions = { extend: 'user.grant', set: 'user.grant', revoke: 'user.revoke', end: 'user.end' } as const;

function fieldsOf(change: ChangeByHand): Record<string, unknown> {
  switch (change.kind) {
    case 'extend':
      return { ...change.by };
    case 'set':
      return { until: change.until.toISOString() };
    case 'revoke':
      return { entry: change.entry };
    case 'end':
      return {};
  }
}

const mostYears = 10;
const earliest = new Date(0);

function readChange({ extend, until, revoke }: MembershipBody, timeZone: string): ChangeByHand {
  if (extend?.months !== undefined) return { kind: 'extend', by: { months: extend.months } };
  if (extend?.days !== undefined) return { kind: 'extend', by: { days: extend.days } };
  if (revoke !== undefined) return { kind: 'revoke', entry: revoke };
  if (until === undefined) return { kind: 'end' };
  const end = readGivenTime('until', until, timeZone);
  if (end < earliest || end > addMonths(new Date(), 12 * mostYears))
    throw wrongFields([{ path: 'until', code: 'out_of_range', message: `must lie at most ${mostYears} years ahead` }]);
  return { kind: 'set', until: end };
}

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

async function requirePerson(db: DbPool, text: string): Promise<string> {
  const userId = parseUuid(text);
  if (userId === null || !(await findPerson(db, userId))) throw notFound('user_not_found', 'There is no such user');
  return userId;
}

function requestIdReused(): AppError {
  return new AppError(409, 'request_id_reused', 'This request was sent before, with other content');
}

function unchanged(): AppError {
  return new AppError(409, 'membership_unchanged', 'There is nothing to take back or to end');
}

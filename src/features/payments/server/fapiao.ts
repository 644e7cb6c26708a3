import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { AppError, notFound } from '../../../server/http/errors.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import { moneyColumns } from '../../studio/server/csv.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { paymentCalls } from '../contract.ts';
import { numberOfOrder } from '../rules.ts';
import { type FapiaoOnWire, paymentStudioCalls } from '../studio-contract.ts';
import { countFapiao, type FapiaoMark, type FapiaoRow, listFapiaoRows, upsertFapiao } from './fapiao-queries.ts';
import { findOrderOfUser, lockOrder } from './queries.ts';

/** The call by which a buyer asks for a fapiao (spec: payments.md#fapiao); 404 where the site offers none. */
export function mountFapiao(
  users: Platform<{ userId: string }>['users'],
  { db, isOffered }: { db: DbPool; isOffered: boolean },
): void {
  users.add(paymentCalls.askFapiao, async ({ viewer: { userId }, params, body }) => {
    const id = parseUuid(params.order_id);
    if (!isOffered || id === null) throw orderNotFound();
    return withTransaction(db, async (tx) => {
      const found = await findOrderOfUser(tx, { id, userId });
      const order = found && (await lockOrder(tx, found));
      if (order?.userId !== userId) throw orderNotFound();
      if (order.paidAt === null) throw new AppError(409, 'order_not_paid', 'This order was not paid');
      const { type, name, taxpayer_id: taxpayerId, address = null, phone = null, bank = null } = body;
      await upsertFapiao(tx, { orderId: id, type, name, taxpayerId, address, phone, bank });
      return { result: { order_id: id, type, name, taxpayer_id: taxpayerId, address, phone, bank } };
    });
  });
}

const orderNotFound = () => notFound('order_not_found', 'Order not found');

/** The studio's list of what was asked for. */
export function mountStudioFapiao({ studio, db }: StudioPlatform): void {
  studio.add(
    paymentStudioCalls.listFapiao,
    async ({ query: { page, page_size: pageSize } }) => {
      const rows = await listFapiaoRows(db, { after: null, offset: page * pageSize, limit: pageSize });
      return { result: await present(db, rows), total: await countFapiao(db) };
    },
    {
      csv: {
        name: 'fapiao',
        columns: [
          { head: 'Order number', read: ({ order_id: id }) => numberOfOrder(String(id)) },
          ...(['order_id', 'user.uuid', 'user.username', 'at', 'type', 'name', 'taxpayer_id'] as const),
          ...(['address', 'phone', 'bank'] as const),
          ...moneyColumns('Amount', ({ amount, currency }) => ({ amount, currency })),
          'currency',
          ...moneyColumns('Refunded', ({ refunded: amount, currency }) => ({ amount, currency })),
        ],
        rows: () => eachRequest(db),
      },
    },
  );
}

const requestsAtOnce = 500;

async function* eachRequest(db: Db): AsyncGenerator<FapiaoOnWire[]> {
  let after: FapiaoMark | null = null;
  for (;;) {
    const rows: FapiaoRow[] = await listFapiaoRows(db, { after, offset: 0, limit: requestsAtOnce });
    yield await present(db, rows);
    after = rows.at(-1)?.mark ?? null;
    if (rows.length < requestsAtOnce) return;
  }
}

async function present(db: Db, rows: readonly FapiaoRow[]): Promise<FapiaoOnWire[]> {
  const names = await namesOfUsers(db, [...new Set(rows.flatMap(({ userId }) => userId ?? []))]);
  return rows.map(({ orderId, userId, at, type, name, taxpayerId, address, phone, bank, ...money }) => {
    const username = userId === null ? undefined : names.get(userId);
    return {
      ...{ order_id: orderId, at: at.toISOString(), type, name, taxpayer_id: taxpayerId, address, phone, bank },
      user: userId === null || username === undefined ? null : { uuid: userId, username },
      ...{ amount: money.amountMinor, currency: money.currency, refunded: money.refundedMinor },
    };
  });
}

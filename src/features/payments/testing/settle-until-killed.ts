// A process of its own for killed.test.ts. It settles each JSON line that it reads and answers with a line, until the
// test kills it. Arguments: the database, and how many events it settles at once.
import { createInterface } from 'node:readline';
import { createPool } from '../../../server/database/db.ts';
import { settingsIn } from '../../../shared/site-settings.ts';
import { recordRefund, settle } from '../server/payments.ts';

const [url = '', lanes = '4'] = process.argv.slice(2);
const db = createPool({ url, purpose: 'web', max: Number(lanes) });
const books = { db, setting: settingsIn({}) };

/** Payments and refunds in the words of the front door; but JSON knows no dates. */
type Reported = { number: string; amountMinor: number; kind: 'paid' | 'refunded' };
const waiting: Reported[] = [];
const at = new Date();

async function work(): Promise<void> {
  for (;;) {
    const reported = waiting.shift();
    if (!reported) return;
    const { number, amountMinor, kind } = reported;
    if (kind === 'paid')
      await settle(books, {
        provider: 'wechat',
        reference: number,
        transactionId: `t${number}`,
        amountMinor,
        currency: 'CNY',
        paidAt: at,
      });
    else
      await recordRefund(books, {
        provider: 'wechat',
        refundId: `r${number}`,
        orderKey: number,
        amountMinor,
        state: 'succeeded',
        occurredAt: at,
      });
    process.stdout.write(`${kind} ${number}\n`);
  }
}

for await (const line of createInterface({ input: process.stdin })) waiting.push(JSON.parse(line));
await Promise.all(Array.from({ length: Number(lanes) }, work));
process.stdout.write('done\n');
await db.end();

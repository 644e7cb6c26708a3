import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Db } from '../../../server/database/db.ts';
import { checkSymbol, couponAlphabet } from '../rules.ts';
import { getKey } from './queries.ts';

const drawnSymbols = 15;

/** A new code, as it is compared. */
export function drawCode(): string {
  return completed(() => Array.from({ length: drawnSymbols }, () => couponAlphabet[randomInt(32)]).join(''));
}

/** Draws until the 15 symbols have a check symbol. */
function completed(draw: (nth: number) => string): string {
  for (let nth = 0; ; nth += 1) {
    const symbols = draw(nth);
    const check = checkSymbol(symbols);
    if (check !== null) return symbols + check;
  }
}

/** The hash by which a coupon is found: only this is kept of its code. */
export async function hashCode(db: Db, normalised: string): Promise<Buffer> {
  return hmac(await couponKey(db), normalised);
}

/** Makes many hashes with the key read once. */
export async function codeHasher(db: Db): Promise<(normalised: string) => Buffer> {
  const key = await couponKey(db);
  return (normalised) => hmac(key, normalised);
}

/**
 * Makes the codes of gifts from their causes: a gift's buyer sees its code for as long as it can be given away, and no
 * table holds it.
 */
export async function giftCoder(db: Db): Promise<(cause: string) => string> {
  const key = await getKey(db, { name: 'gifts', proposed: randomBytes(32) });
  return (cause) =>
    completed((nth) => {
      // Of each byte the last five bits choose a symbol, evenly.
      const drawn = createHmac('sha256', key).update(`${cause} ${nth}`).digest().subarray(0, drawnSymbols);
      return [...drawn].map((byte) => couponAlphabet[byte % 32]).join('');
    });
}

/**
 * In the database: a key among the settings would be lost, and every code with it, when it is changed or a backup
 * restored.
 */
function couponKey(db: Db): Promise<Buffer> {
  return getKey(db, { name: 'coupons', proposed: randomBytes(32) });
}

function hmac(key: Buffer, normalised: string): Buffer {
  return createHmac('sha256', key).update(normalised).digest();
}

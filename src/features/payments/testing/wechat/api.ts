import { type Books, type Outcome, refuse, type TradeType } from './books.ts';
import type { Operation } from './faults.ts';

interface Route {
  operation: Exclude<Operation, 'notification' | 'oauth'>;
  tradeType: TradeType;
  /** The number in the address, without percent-encoding. */
  number: string;
  mchid: string | null;
}

/** The API call that a request makes; null: none that the simulator knows. */
export function findRoute(method: string, path: string): Route | null {
  const { pathname, searchParams } = new URL(path, 'http://simulator');
  const found = routes.flatMap(([operation, wanted, pattern]) => {
    const match = wanted === method ? pattern.exec(pathname) : null;
    const tradeType = tradeTypes[pathname.split('/').at(-1) ?? ''] ?? 'NATIVE';
    const number = decodeURIComponent(match?.[1] ?? '');
    return match ? [{ operation, tradeType, number, mchid: searchParams.get('mchid') }] : [];
  });
  return found[0] ?? null;
}

const tradeTypes: Readonly<Record<string, TradeType>> = { native: 'NATIVE', h5: 'MWEB', jsapi: 'JSAPI' };

const routes: readonly [Route['operation'], string, RegExp][] = [
  ['create', 'POST', /^\/v3\/pay\/transactions\/(?:native|h5|jsapi)$/],
  ['query', 'GET', /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/],
  ['close', 'POST', /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/],
  ['refund', 'POST', /^\/v3\/refund\/domestic\/refunds$/],
  ['find_refund', 'GET', /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/],
];

/** Performs the call, by the rules of the books. */
export function perform(books: Books, { operation, tradeType, number, mchid }: Route, body: Buffer): Outcome {
  if (operation === 'query') return books.find(number, mchid);
  if (operation === 'find_refund') return books.findRefund(number);
  const json = parseJson(body);
  if (json === undefined) return refuse(400, 'PARAM_ERROR', { field: '/', issue: 'not JSON' });
  if (operation === 'create') return books.create(tradeType, json);
  return operation === 'close' ? books.close(number, json) : books.refund(json);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined; // a body that is no JSON gets the API's own refusal
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from './books.ts';
import type { AnswerFault } from './faults.ts';
import type { Stamped } from './stamp.ts';

const mostBytes = 64 * 1024;

/** A request's body; null when it is larger than any that the API takes. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes <= mostBytes) chunks.push(chunk);
  }
  return bytes > mostBytes ? null : Buffer.concat(chunks);
}

/** Makes a signed answer wrong in its content: the signature is made afterwards and fits. */
export function spoilOutcome(outcome: Outcome, fault: AnswerFault | null): Outcome {
  switch (fault?.kind) {
    case 'other_order':
      return { ...outcome, json: { ...outcome.json, out_trade_no: 'another0order', out_refund_no: 'another0refund' } };
    case 'other_app':
      return { ...outcome, json: { ...outcome.json, appid: 'wx0000000000000000' } };
    case 'other_way':
      return { ...outcome, json: { ...outcome.json, trade_type: 'APP' } };
    case 'unknown_state':
      return { ...outcome, json: { ...outcome.json, trade_state: 'SURPRISE', status: 'SURPRISE' } };
    case 'malformed':
      return { status: 200, json: { surprise: true } };
    case 'too_large':
      return { ...outcome, json: { ...outcome.json, padding: 'x'.repeat(mostBytes) } };
    case 'lost_status':
      return { status: fault.status, json: { code: fault.code ?? 'SYSTEM_ERROR', message: 'a planned fault' } };
    default:
      return outcome;
  }
}

/** Sends an answer, or breaks off where a fault says so. */
export async function send(
  response: ServerResponse,
  answer: Stamped & { status: number },
  fault: AnswerFault | null,
): Promise<void> {
  if (fault?.kind === 'reset_after') return void response.destroy();
  // The time of a slow answer.
  if (fault?.kind === 'delay') await wait(fault.ms, undefined, { ref: false });
  if (fault?.kind === 'redirect') return void response.writeHead(302, { Location: '/elsewhere' }).end();
  const body = Buffer.from(answer.body);
  const contentType = body.length > 0 ? { 'Content-Type': 'application/json; charset=utf-8' } : {};
  const length = answer.status === 204 ? {} : { 'Content-Length': String(body.length) };
  response.writeHead(answer.status, { ...contentType, ...length, ...answer.headers });
  if (fault?.kind !== 'reset_mid_body' && fault?.kind !== 'slow_body') return void response.end(body);
  const half = Math.ceil(body.length / 2);
  await new Promise((written) => response.write(body.subarray(0, half), written));
  if (fault.kind === 'reset_mid_body') return void response.destroy();
  // The time of a slow body.
  await wait('ms' in fault ? fault.ms : 0, undefined, { ref: false });
  response.end(body.subarray(half));
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { drawPicture } from '../src/features/media/testing/pictures.ts';
import type { PaymentsReport } from '../src/features/payments/server/report.ts';
import { findFreePort } from '../src/features/payments/testing/free-port.ts';
import { offer, stripeSettings } from '../src/features/payments/testing/offer.ts';
import { type StripeSimulator, startStripeSimulator } from '../src/features/payments/testing/stripe-simulator.ts';
import { startWechatSimulator, type WechatSimulator } from '../src/features/payments/testing/wechat-simulator.ts';
import { createPool } from '../src/server/db.ts';

/** A separate built site, whose payments come from the simulators of both providers. */
export interface PaymentsSite {
  url: string;
  wechat: WechatSimulator;
  stripe: StripeSimulator;
  /** The operator's report of money and memberships. */
  report(): Promise<PaymentsReport>;
  close(): Promise<void>;
}

const program = 'bin/longstrip.mjs';
const startsWithinMs = 60_000;
const stopsWithinMs = 20_000;

/** Starts all of it, with one comic whose third chapter is for members. */
export async function openPaymentsSite(): Promise<PaymentsSite> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const wechat = await startWechatSimulator();
  const webhookUrl = `${url}/api/v1/payment/stripe/webhook`;
  const stripe = await startStripeSimulator({ offer, webhookUrl, secrets: ['whsec_1'] });
  const dataDir = await mkdtemp(join(tmpdir(), 'longstrip-payments-'));
  // If this process is root, the embedded database runs as another user.
  await chmod(dataDir, 0o711);
  const database = await makeDatabase();
  const env = {
    ...process.env,
    ...wechat.settings,
    ...stripeSettings,
    STRIPE_BUTTON_SCRIPT_URL: stripe.scriptUrl,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    PAYMENTS_SANDBOX: '',
    RATE_LIMIT_SCALE: '0',
    LOG_LEVEL: 'warn',
    SITE_NAME: '',
    CONTACT_EMAIL: '',
  };
  const operate = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, [program, ...words], { env })).stdout;
  const server = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const close = async () => {
    await stop(server);
    await Promise.all([wechat.close(), stripe.close()]);
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilItServes(server);
    await operate('import', await drawComic(join(dataDir, 'comic')));
  } catch (error) {
    await close();
    throw error;
  }
  const report = async () => {
    // If money and memberships differ, the command fails, but it prints the differences.
    const told = await operate('payments', 'report', '--json').catch((error: { stdout: string }) => error.stdout);
    return JSON.parse(told);
  };
  return { url, wechat, stripe, report, close };
}

/** Trusts only this process: another one that answers at the address is another site. */
async function untilItServes(server: ChildProcess): Promise<void> {
  let said = '';
  const serving = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (text) => {
        said += text;
        if (said.includes('is serving on')) resolve();
      });
  });
  const ended = once(server, 'close').then(() => 'it ended');
  // The longest time that a start may take.
  const late = pause(startsWithinMs, 'it took too long', { ref: false });
  const trouble = await Promise.race([serving, ended, late]);
  if (trouble) throw new Error(`The site did not start, ${trouble}:\n${said}`);
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const impatience = setTimeout(() => server.kill('SIGKILL'), stopsWithinMs);
  await ended;
  clearTimeout(impatience);
}

/** If the tests have a database server, the site gets a database there; otherwise it uses its embedded one. */
async function makeDatabase(): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const given = process.env.DATABASE_URL;
  if (!given) return null;
  const name = `longstrip_payments_${randomBytes(6).toString('hex')}`;
  const administrate = async (statement: string) => {
    const pool = createPool({ url: given, purpose: 'import', max: 1 });
    await pool.query(statement).finally(() => pool.end());
  };
  await administrate(`create database ${name} template template0`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administrate(`drop database if exists ${name} with (force)`) };
}

async function drawComic(folder: string): Promise<string> {
  for (const chapter of [1, 2, 3]) {
    await mkdir(join(folder, String(chapter)), { recursive: true });
    const picture = await drawPicture({ width: 720, height: 1080, seed: chapter });
    await writeFile(join(folder, String(chapter), '1.jpg'), picture);
  }
  await writeFile(
    join(folder, 'book.yaml'),
    'title: { en-us: The Red Umbrella, zh-cn: 红伞 }\nlayout: strip\ntags: [玄幻奇幻]\npublic_free_chapters: 2\n',
  );
  return folder;
}

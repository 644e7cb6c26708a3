import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPicture } from '../src/features/media/testing/pictures.ts';
import type { PaymentsReport } from '../src/features/payments/server/report.ts';
import { offer, stripeSettings } from '../src/features/payments/testing/offer.ts';
import { type StripeSimulator, startStripeSimulator } from '../src/features/payments/testing/stripe-simulator.ts';
import { startWechatSimulator, type WechatSimulator } from '../src/features/payments/testing/wechat-simulator.ts';
import { findFreePort } from '../src/server/testing/loopback.ts';
import { openOwnSite } from './own-site.ts';

/** A separate built site, whose payments come from the simulators of both providers. */
export interface PaymentsSite {
  url: string;
  wechat: WechatSimulator;
  stripe: StripeSimulator;
  /** The operator's report of money and memberships. */
  report(): Promise<PaymentsReport>;
  close(): Promise<void>;
}

/** Starts all of it, with one comic whose third chapter is for members. */
export async function openPaymentsSite(): Promise<PaymentsSite> {
  const port = await findFreePort();
  const wechat = await startWechatSimulator();
  const webhookUrl = `http://127.0.0.1:${port}/api/v1/payment/stripe/webhook`;
  const stripe = await startStripeSimulator({ offer, webhookUrl, secrets: ['whsec_1'] });
  const closeSimulators = () => Promise.all([wechat.close(), stripe.close()]);
  const settings = { ...wechat.settings, ...stripeSettings, STRIPE_BUTTON_SCRIPT_URL: stripe.scriptUrl };
  const site = await openOwnSite(port, settings).catch(async (error) => {
    await closeSimulators();
    throw error;
  });
  const close = async () => {
    await site.close();
    await closeSimulators();
  };
  try {
    await site.operate('import', await drawComic(join(site.dataDir, 'comic')));
  } catch (error) {
    await close();
    throw error;
  }
  const report = async () => {
    // If money and memberships differ, the command fails, but it prints the differences.
    const told = await site.operate('payments', 'report', '--json').catch((error: { stdout: string }) => error.stdout);
    return JSON.parse(told);
  };
  return { url: site.url, wechat, stripe, report, close };
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

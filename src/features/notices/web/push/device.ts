import type { Language } from '../../../../shared/languages.ts';
import { deviceCache } from './device-cache.ts';

/**
 * What the service worker needs in order to tell the user of this browser, who asked for it: it cannot read the page's
 * session. It lies in a cache of its own (spec: notices.md#on-a-device).
 */
export interface Device {
  /** The endpoint's id at the server. */
  id: string;
  userUuid: string;
  token: string;
  language: Language;
  siteName: string;
}

const address = '/device/record';

export async function readDevice(): Promise<Device | null> {
  if (!(await caches.has(deviceCache))) return null;
  const record = await (await caches.open(deviceCache)).match(address);
  return record ? ((await record.json()) as Device) : null; // written below
}

export async function writeDevice(device: Device): Promise<void> {
  await (await caches.open(deviceCache)).put(address, new Response(JSON.stringify(device)));
}

/** Ends what tells a user in this browser, and takes away what it shows: the next user may not see any of it. */
export async function forgetDevice(registration: ServiceWorkerRegistration): Promise<void> {
  await caches.delete(deviceCache);
  for (const shown of await registration.getNotifications()) shown.close();
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}

/** The part of a subscription that the server keeps. */
export function givenOf(subscription: PushSubscription): { endpoint: string; keys: { p256dh: string; auth: string } } {
  const { keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint: subscription.endpoint, keys: { p256dh, auth } };
}

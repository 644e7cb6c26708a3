import type { Language } from '../../../../shared/languages.ts';
import { type ApiClient, ApiError } from '../../../../web/api-client.ts';
import { currentUser } from '../../../../web/session.ts';
import { apiToken } from '../../../../web/stored-session.ts';
import { deviceOf } from '../../../accounts/rules.ts';
import { forgetDevice, givenOf, readDevice, writeDevice } from './device.ts';

/** Why this browser cannot tell its user, or did not begin to. */
export type Obstacle = 'unsupported' | 'homeScreen' | 'denied' | 'service' | 'refused' | 'failed';

/** This browser: the endpoint's id, if it tells its user; `oldKey`: it did, under another key of the site. */
export interface ThisDevice {
  obstacle: Obstacle | null;
  id: string | null;
  oldKey: boolean;
}

/** Whether this browser may tell its user of things, and does; it asks the user nothing. */
export async function lookAtDevice(pushKey: string): Promise<ThisDevice> {
  const obstacle = obstacleHere();
  if (obstacle) return { obstacle, id: null, oldKey: false };
  const [device, registration] = await Promise.all([readDevice(), navigator.serviceWorker.getRegistration()]);
  const subscription = await registration?.pushManager.getSubscription();
  const isOwn = device !== null && device.userUuid === currentUser()?.uuid && subscription !== null;
  const oldKey = isOwn && keyOf(subscription) !== pushKey;
  return { obstacle: null, id: isOwn && !oldKey ? device.id : null, oldKey };
}

/** What keeps this browser from telling anything, whoever wants it. */
export function obstacleHere(): Obstacle | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouch() && !matchMedia('(display-mode: standalone)').matches ? 'homeScreen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** An iPad says that it is a Mac. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function keyOf(subscription: PushSubscription | undefined): string {
  const bytes = new Uint8Array(subscription?.options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

interface Wanted {
  api: ApiClient;
  language: Language;
  siteName: string;
  pushKey: string;
}

const patienceMs = 10_000;

/** Asks for permission, and tells this browser's user from then on; answers what is in the way, else null. */
export async function startTelling({ api, language, siteName, pushKey }: Wanted): Promise<Obstacle | null> {
  const userUuid = currentUser()?.uuid;
  const before = await readDevice();
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'denied';
  if (permission !== 'granted' || !userUuid) return null; // the user has not chosen
  const registration = await Promise.race([navigator.serviceWorker.ready, late()]);
  if (!registration) return 'unsupported';
  const subscription = await subscribe(registration, pushKey);
  if (typeof subscription === 'string') return subscription;
  try {
    const body = { ...givenOf(subscription), language, device: deviceOf(navigator.userAgent) };
    const { result } = await api.send('POST', '/user/push', { body });
    await writeDevice({ id: result.id, userUuid, token: apiToken(), language, siteName });
    // One under an old key reaches nothing; where it stays, its push service ends it in time.
    if (before?.userUuid === userUuid && before.id !== result.id)
      await api.send('DELETE', '/user/push/:id', { params: { id: before.id } }).catch(() => {});
    return null;
  } catch (error) {
    await forgetDevice(registration);
    return error instanceof ApiError && error.code === 'push_endpoint_invalid' ? 'refused' : 'failed';
  }
}

const late = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));

async function subscribe(
  registration: ServiceWorkerRegistration,
  pushKey: string,
): Promise<PushSubscription | Obstacle> {
  try {
    const known = await registration.pushManager.getSubscription();
    // The browser gives no other key to what is subscribed.
    if (known && keyOf(known) !== pushKey) await known.unsubscribe();
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'service';
  }
}

/** Tells nobody in this browser from now on. */
export async function stopTelling(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration) await forgetDevice(registration);
}

/** Keeps what the service worker has of the session as the page has it; null: its language stays. Another user's goes. */
export async function keepInStep(
  given: Pick<Wanted, 'api' | 'siteName'> & { language: Language | null },
): Promise<void> {
  const device = await readDevice();
  if (!device) return;
  if (device.userUuid !== currentUser()?.uuid) return stopTelling();
  const { api, siteName } = given;
  const language = given.language ?? device.language;
  const token = apiToken();
  if (token === device.token && language === device.language) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return stopTelling();
  const body = { ...givenOf(subscription), language, device: deviceOf(navigator.userAgent) };
  const { result } = await api.send('POST', '/user/push', { body });
  await writeDevice({ ...device, id: result.id, token, language, siteName });
}

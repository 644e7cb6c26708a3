import { type Language, languageTags } from '../../../../shared/languages.ts';
import { apiBase, manifestPath, paths } from '../../../../shared/paths.ts';
import { createText } from '../../../../web/create-text.ts';
import type { Messages, Text } from '../../../../web/i18n.tsx';
import { deviceOf } from '../../../accounts/rules.ts';
import type { Notice } from '../../contract.ts';
import { type NoticeKind, noticeKinds } from '../../rules.ts';
import { type Device, forgetDevice, givenOf, readDevice, writeDevice } from '../push/device.ts';
import { sentenceOf } from '../sentence.ts';

interface Worker {
  registration: ServiceWorkerRegistration;
  /** The messages of a language, from this device if it has them. */
  findWords(language: Language): Promise<Messages>;
}

/** The notice has so long to come before the general sentence of its kind is shown. */
const patienceMs = 3000;
const usualIcon = '/icons/icon-192.png';

/** Shows what a push is about (spec: notices.md#on-a-device); a second delivery replaces the first without a sound. */
export async function tell(worker: Worker, sent: unknown): Promise<void> {
  const push = readPush(sent);
  const device = await readDevice();
  // Nobody wants to be told here any more.
  if (!device) return forgetDevice(worker.registration);
  const late = after(patienceMs);
  const text = worker.findWords(device.language).then(
    (words) => createText(device.language, words),
    () => null, // the site's name has to do
  );
  const face = askForFace(device);
  const notice = push.id === null ? null : await Promise.race([askFor(device, push.id), late]);
  if (notice === 'ended') return forgetDevice(worker.registration);
  // A logout may have come meanwhile.
  if ((await readDevice())?.id !== device.id) return;
  const { name, icon } = (await Promise.race([face, late])) ?? { name: device.siteName, icon: usualIcon };
  const written = write(await Promise.race([text, late]), { ...push, notice, icon });
  await worker.registration.showNotification(name, written);
}

interface Push {
  /** Null: a newer site has kinds that this worker does not know. */
  kind: NoticeKind | null;
  /** Null: it is not to be understood; browsers demand that each push shows something. */
  id: string | null;
}

function readPush(sent: unknown): Push {
  const { kind, id } = Object(sent) as Record<string, unknown>; // any value has fields, if only missing ones
  return { kind: noticeKinds.find((name) => name === kind) ?? null, id: typeof id === 'string' ? id : null };
}

function write(
  text: Text | null,
  { kind, id, notice, icon: usual }: Push & { notice: Notice | null; icon: string },
): NotificationOptions {
  const { href = paths.inbox(), cover_image: icon = usual } = notice ?? {};
  const common = { tag: id ?? 'notice', icon, badge: usual, data: { id, href } };
  if (!text) return common;
  const { language, dir } = text;
  const body = notice && kind ? bodyOf(notice, text) : text.t(`notices.general.${kind ?? 'any'}`);
  return { ...common, lang: languageTags[language], dir, body };
}

/** As a row of the inbox has it: the sentence, a single chapter's title, and who may read it. */
function bodyOf(notice: Notice, text: Text): string {
  const title = notice.kind === 'new_chapter' && notice.count === 1 ? shownHere(notice.title ?? '').trim() : '';
  const sentence = sentenceOf(notice, text, shownHere);
  return [sentence, title, notice.locked && text.t('notices.locked')].filter(Boolean).join('\n');
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g;
const bidiMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** A stored title as readers see it. A worker has no document, and knows few names of characters: others stay. */
function shownHere(stored: string): string {
  const decoded = stored.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return characters[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
  return decoded.replace(bidiMarks, '');
}

async function askFor({ token, language }: Device, id: string): Promise<Notice | 'ended' | null> {
  try {
    const answer = await fetch(`${apiBase}/user/inbox/${encodeURIComponent(id)}?language=${language}`, {
      headers: headersOf(token),
    });
    if (answer.status === 401) return 'ended';
    if (!answer.ok) return null;
    const { data }: { data: { result: Notice } } = await answer.json(); // noticeCalls.get
    return data.result;
  } catch {
    return null;
  }
}

/** The site's name and icon of now, as its manifest has them: pages may have been opened long ago. */
async function askForFace({ language }: Device): Promise<{ name: string; icon: string } | null> {
  try {
    const manifest: WebManifest = await (await fetch(manifestPath(language))).json();
    return { name: manifest.name, icon: manifest.icons[0].src };
  } catch {
    return null;
  }
}

/** What is asked of our own manifest (features/offline); the first icon is the one for notices. */
interface WebManifest {
  name: string;
  icons: [{ src: string }];
}

const headersOf = (token: string) => ({ Authorization: `Token ${token}`, 'Content-Type': 'application/json' });
const after = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));

interface OpenWindows {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>;
  openWindow(address: string): Promise<unknown>;
}

interface OpenWindow {
  url: string;
  focus(): Promise<unknown>;
}

/** Leads to the page of a shown notice, which is read with that; never to another site. */
export async function follow(windows: OpenWindows, shown: Notification): Promise<void> {
  shown.close();
  const { id, href } = Object(shown.data) as Record<string, unknown>; // written above, maybe by another version
  const named = new URL(typeof href === 'string' ? href : paths.inbox(), location.origin);
  const address = named.origin === location.origin ? named : new URL(paths.inbox(), location.origin);
  const device = await readDevice();
  if (device && typeof id === 'string') {
    const [headers, body] = [headersOf(device.token), JSON.stringify({ ids: [id] })];
    fetch(`${apiBase}/user/inbox/read`, { method: 'POST', headers, body }).catch(() => {}); // it stays unread
  }
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find(({ url }) => new URL(url).pathname === address.pathname);
  await (there ? there.focus() : windows.openWindow(address.href));
}

/** Puts a subscription that the browser has ended under a new one; where that fails, nobody is told here any more. */
export async function renew(
  { registration }: Pick<Worker, 'registration'>,
  key: BufferSource | null | undefined,
): Promise<void> {
  const device = await readDevice();
  if (!device) return;
  try {
    const known = await registration.pushManager.getSubscription();
    const applicationServerKey = key ?? (await askForKey());
    const subscription =
      known ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
    const given = { language: device.language, device: deviceOf(navigator.userAgent) };
    const body = JSON.stringify({ ...givenOf(subscription), ...given });
    const answer = await fetch(`${apiBase}/user/push`, { method: 'POST', headers: headersOf(device.token), body });
    const {
      data: { result },
    } = await answer.json();
    await fetch(`${apiBase}/user/push/${device.id}`, { method: 'DELETE', headers: headersOf(device.token) });
    await writeDevice({ ...device, id: result.id });
  } catch {
    await forgetDevice(registration);
  }
}

async function askForKey(): Promise<string> {
  const { data } = await (await fetch(`${apiBase}/site`)).json();
  return data.push_key;
}

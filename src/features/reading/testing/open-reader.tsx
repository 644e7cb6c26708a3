import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import arabic from '../../../../messages/ar-sa.json';
import english from '../../../../messages/en-us.json';
import { apiBase } from '../../../shared/paths.ts';
import { createBrowserApi } from '../../../web/browser-api.ts';
import { createText } from '../../../web/create-text.ts';
import type { Messages } from '../../../web/i18n.tsx';
import { contextOf, type OpenedPage, preparePage } from '../../../web/navigation.ts';
import { QueryClient } from '../../../web/query-client.ts';
import { storeSession } from '../../../web/stored-session.ts';
import { inSite } from '../../../web/testing/in-site.tsx';
import { Toasts } from '../../../web/ui/Toasts.tsx';
import { dismissToast, toasts } from '../../../web/ui/toasts.ts';
import type { ChapterContent, LockedChapter } from '../contract.ts';
import { ReaderPage, readerPage } from '../web/ReaderPage.tsx';
import { addressOfChapter, bookUuid, uuidOfChapter } from './chapters.ts';

const messages: Record<'en-us' | 'ar-sa', Messages> = { 'en-us': english, 'ar-sa': arabic };
export type PageLanguage = keyof typeof messages;

/** By method and path, as `GET /site`: what stands in `data`, a function that makes it, or a refusal. */
export type Answers = Record<string, unknown>;

/** An answer that is none: `code` is the contract's. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly more: object = {},
  ) {}
}

export const locked = (reason: 'membership_required' | 'membership_expired', chapter: LockedChapter) =>
  new Refusal(403, reason, { chapter });

export interface Call {
  call: string;
  body: unknown;
}

/** Stands for the server, at the network's edge; what it is asked is written down. */
function serve(answers: Answers): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const call = `${method} ${address.slice(apiBase.length)}`;
    calls.push({ call, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const found = answers[call] ?? new Refusal(404, 'not_found');
    const answer = typeof found === 'function' ? await found() : found;
    if (answer instanceof Refusal)
      return Response.json({ error: '', code: answer.code, ...answer.more }, { status: answer.status });
    return Response.json({ data: answer });
  });
  return calls;
}

/** A request after the end of a test gets no answer. */
Object.assign(globalThis, { fetch: () => Promise.reject(new Error('No test asks any more')) });

/** Every element is in sight: without a layout, none could be out of it. */
class SeenAtOnce {
  readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = tell;
  }
  observe() {
    this.#tell([{ isIntersecting: true }]);
  }
  disconnect() {}
}

/** The errors that React or the reader writes to the console; a test with one fails. */
let strayErrors: MockInstance;

/**
 * Gives each test of a file the parts of a browser that happy-dom lacks, or has otherwise (there, every image has failed
 * from the start), and takes away what it left. Each file calls it, since files share the code.
 */
export function keepTestsApart(): void {
  beforeEach(() => {
    vi.stubGlobal('scrollBy', ({ top = 0 }: ScrollToOptions) => scrollPage(scrollY + top));
    vi.stubGlobal('IntersectionObserver', SeenAtOnce);
    vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), { scale: 1 }));
    Object.assign(document, { fonts: new EventTarget() });
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    strayErrors = vi.spyOn(console, 'error');
  });

  afterEach(() => {
    cleanup();
    const stray = strayErrors.mock.calls;
    vi.useRealTimers();
    for (const { id } of toasts.get().shown) dismissToast(id);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    localStorage.clear();
    sessionStorage.clear();
    scrollTo(0, 0);
    expect(stray).toEqual([]);
  });
}

export interface Opened {
  /** The requests to the server since the reader opened, as `GET /site`. */
  calls: Call[];
  /** The addresses that were opened since. */
  addresses: string[];
  queryClient: QueryClient;
  unmount: () => void;
}

interface Opening {
  language?: PageLanguage;
  /** A user reads; else a visitor. */
  isUser?: boolean;
  answers?: Answers;
  isReturn?: boolean;
  /** The page opens before the chapter is answered. */
  isLate?: boolean;
}

/** The reader's page in a document, with its real parts, around a chapter that the server has answered. */
export async function openReader(chapter: ChapterContent | Refusal, opening: Opening = {}): Promise<Opened> {
  const { language = 'en-us', isUser = false, answers = {}, isReturn = false, isLate = false } = opening;
  if (isUser) storeSession({ token: 'token', uuid: 'user', username: 'Ada' });
  const number = numberOf(chapter);
  const chapterUuid = uuidOfChapter(number);
  const asked = `GET /comics/chapter_comics/${chapterUuid}/${language}`;
  const answer = chapter instanceof Refusal ? chapter : { result: chapter };
  const calls = serve({ [asked]: answer, ...answers });
  const environment = environmentOf(language);
  const path = addressOfChapter(number);
  const params = { bookid: bookUuid, chapter_uuid: chapterUuid, chapter_number: String(number) };
  const opened: OpenedPage = { path, search: '', params, page: readerPage, found: true, isReturn };
  if (!isLate) await preparePage(readerPage, contextOf(opened, environment));
  calls.length = 0;
  const addresses: string[] = [];
  const page = (
    <>
      <ReaderPage params={params} />
      <Toasts dismissLabel={environment.text.t('app.dismiss')} />
    </>
  );
  const { unmount } = render(inSite(page, { ...environment, opened, open: (href) => void addresses.push(href) }));
  await settle();
  return { calls, addresses, queryClient: environment.queryClient, unmount };
}

function environmentOf(language: PageLanguage) {
  return {
    api: createBrowserApi({ onSessionEnded: () => {} }),
    queryClient: new QueryClient({ retries: 0 }),
    text: createText(language, messages[language]),
    site: { name: 'Longstrip', contactEmail: '', timeZone: 'UTC' },
  };
}

const numberOf = (chapter: ChapterContent | Refusal): number =>
  chapter instanceof Refusal
    ? (chapter.more as { chapter: LockedChapter }).chapter.chapter_number
    : chapter.chapter_number;

/** Lets what is under way come to its end: answers, code that is loaded, and what they render. */
export const settle = () => act(async () => {});

/** Loads the code for keys, taps and swipes, which otherwise comes with the first of them. */
export async function loadInput(): Promise<void> {
  press('m');
  await waitFor(() => {
    if (areBarsThere()) throw new Error('The key has no effect yet');
  });
  press('m');
}

export const areBarsThere = () => document.querySelector('[data-bars="away"]') === null;

/** Presses a key where the focus is; true when the reader did something about it, rather than the browser. */
export function press(key: string, { on = document.activeElement ?? document.body, ...more }: Pressed = {}): boolean {
  return !fireEvent.keyDown(on, { key, code: '', ...more });
}

type Pressed = KeyboardEventInit & { on?: Element };

/** The element that a chapter stands in: taps and swipes count there. */
export function stage(): HTMLElement {
  const found = document.querySelector<HTMLElement>('[class*="stage"]');
  if (!found) throw new Error('There is no chapter on the screen');
  return found;
}

/** The page scrolls, as when a reader scrolls it. */
export function scrollPage(top: number): void {
  act(() => {
    scrollTo(0, top);
    document.dispatchEvent(new Event('scroll', { bubbles: true }));
  });
}

/** Gives an element a box, which no layout does here. */
export function layOut(
  element: Element | null,
  box: Partial<Record<'top' | 'left' | 'width' | 'height', number>>,
): void {
  if (!(element instanceof HTMLElement)) throw new Error('There is nothing to be laid out');
  const { top = 0, left = 0, width = innerWidth, height = 0 } = box;
  element.getBoundingClientRect = () => new DOMRect(left, top - scrollY, width, height);
  Object.defineProperty(element, 'offsetParent', { value: document.body, configurable: true });
}

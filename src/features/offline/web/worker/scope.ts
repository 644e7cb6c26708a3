/**
 * The part of a service worker's API that we use: TypeScript has it only in a library that conflicts with DOM.
 */
export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface RequestEvent extends LastingEvent {
  readonly request: Request;
  readonly clientId: string;
  /** The answer to a navigation, requested while the worker was starting. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface PushEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}

interface OpenWindow {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface WorkerScope {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>;
    openWindow(address: string): Promise<unknown>;
  };
  readonly registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  /** Written before the worker's code by the server that has the build (features/offline/server/worker.ts). */
  readonly BUILD: Build;
  addEventListener(type: 'install' | 'activate' | 'sync', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: LastingEvent & { notification: Notification }) => void,
  ): void;
  addEventListener(
    type: 'pushsubscriptionchange',
    listener: (event: LastingEvent & { oldSubscription?: PushSubscription | null }) => void,
  ): void;
  addEventListener(type: 'message', listener: (event: LastingEvent & { data: unknown }) => void): void;
}

interface Build {
  version: string;
  /** Addresses of the browser's code and styles. */
  files: readonly string[];
  /** Address of each language's words. */
  words: Readonly<Record<string, string>>;
}

export const scope = globalThis as unknown as WorkerScope; // this file runs only in a service worker

import { createStore } from '../../../web/store.ts';

/** The name that an account was just made for, on its way from the registration to the login. */
const registered = createStore<string | null>(null);

export function noteRegistered(username: string): void {
  registered.set(username);
}

/** The name, told once. */
export function takeRegistered(): string | null {
  const username = registered.get();
  registered.set(null);
  return username;
}

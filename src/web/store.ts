import { useSyncExternalStore } from 'react';

/** A value that components and others watch. */
export interface Store<Value> {
  get(): Value;
  /** Puts another value, and calls back everyone who listens. */
  set(value: Value): void;
  /** Calls back after each change; the function that comes back ends that. */
  subscribe(listener: (value: Value) => void): () => void;
}

/**
 * Makes a store. `follow` is called when the first listener comes, so that the store can listen to what it depends on,
 * and answers a function that ends that; it is called when the last listener goes.
 */
export function createStore<Value>(value: Value, follow?: () => () => void): Store<Value> {
  const listeners = new Set<(value: Value) => void>();
  let unfollow: (() => void) | undefined;
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener(next);
    },
    subscribe(listener) {
      if (listeners.size === 0) unfollow = follow?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) unfollow?.();
      };
    },
  };
}

/** The part of a store that a component needs. */
interface Watched<Value> {
  get(): Value;
  subscribe(listener: () => void): () => void;
}

/**
 * The store's value, rendered anew when it changes; `onServer` while rendering there and while its markup comes alive.
 */
export function useStore<Value, OnServer = Value>(
  { get, subscribe }: Watched<Value>,
  onServer: OnServer,
): Value | OnServer {
  return useSyncExternalStore<Value | OnServer>(subscribe, get, () => onServer);
}

/** The function with a memory of its last call: the same arguments give the same object. */
export function keepLast<Given extends unknown[], Result>(make: (...given: Given) => Result) {
  let last: { given: Given; result: Result } | undefined;
  return (...given: Given): Result => {
    if (!last?.given.every((each, index) => each === given[index])) last = { given, result: make(...given) };
    return last.result;
  };
}

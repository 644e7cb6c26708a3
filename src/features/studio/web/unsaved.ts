import { useEffect, useState } from 'react';
import { readDraft, writeDraft } from '../../../web/drafts.ts';
import { createStore } from '../../../web/store.ts';

/** The forms of this page with changes that are not saved yet, by their names. */
const unsaved = new Set<string>();

export const isUnsaved = (): boolean => unsaved.size > 0;

/** The way to another page that waits for the answer whether unsaved work may be left; null: none. */
export const leaving = createStore<(() => void) | null>(null);

/** Goes to another page, once unsaved work may be left; another state of this page keeps it. */
export function leaveFor(href: string, go: () => void): void {
  if (isUnsaved() && new URL(href, location.href).pathname !== location.pathname) leaving.set(go);
  else go();
}

export interface Draft<Value> {
  /** The form's content. */
  value: Value;
  change(part: Partial<Value>): void;
  isChanged: boolean;
  /** Forgets what was typed, after it was saved or given up. */
  drop(): void;
}

/**
 * The changes that somebody types into a form over what is saved. They stay through errors, a lost line and a reload of the page,
 * and whoever leaves the page with it is asked. `name` says which form of which thing it is; `isOther`: whether something was
 * changed, where it is not enough that a part of the value differs.
 */
export function useDraft<Value extends object>(
  name: string,
  saved: Value,
  isOther = (value: Value): boolean => JSON.stringify(value) !== JSON.stringify(saved),
): Draft<Value> {
  // Only this hook writes drafts, each of a form of one name.
  const [typed, setTyped] = useState(() => (readDraft(name) ?? {}) as Partial<Value>); // as written below
  const value = { ...saved, ...typed };
  const isChanged = isOther(value);

  useEffect(() => {
    if (!isChanged) return;
    unsaved.add(name);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      unsaved.delete(name);
      removeEventListener('beforeunload', warn);
    };
  }, [isChanged, name]);

  return {
    value,
    change(part) {
      const next = { ...typed, ...part };
      setTyped(next);
      writeDraft(name, next);
    },
    isChanged,
    drop() {
      // At once: whoever has saved a form may lead away in the same breath.
      unsaved.delete(name);
      setTyped({});
      writeDraft(name, null);
    },
  };
}

/** Forgets all drafts of the open page: its work may be left. */
export function giveUpDrafts(): void {
  for (const name of unsaved) writeDraft(name, null);
  unsaved.clear();
}

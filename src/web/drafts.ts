/** Unsaved work in forms, kept for this tab by a name, so that a reload loses nothing. */

const keyOf = (name: string) => `DRAFT ${name}`;

/** The work kept under the name; null: none. The caller, who wrote it, knows its shape. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps work; null forgets it. Where nothing can be kept, it holds for this page. */
export function writeDraft(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // Storage is off or full.
  }
}

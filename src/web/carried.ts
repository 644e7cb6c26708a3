const carriedKey = 'CARRIED';

/** Hands something, as JSON, to this tab's next document, where there is anything to keep it in. */
export function carry(value: unknown): void {
  try {
    sessionStorage.setItem(carriedKey, JSON.stringify(value));
  } catch {
    // The next document begins anew.
  }
}

/** The value that the document before this one handed over, given once; the caller checks its shape. */
export function takeCarried(): unknown {
  try {
    const carried = sessionStorage.getItem(carriedKey);
    sessionStorage.removeItem(carriedKey);
    return JSON.parse(carried ?? 'null');
  } catch {
    return null;
  }
}

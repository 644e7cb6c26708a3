/** What is to be done in the chapter that is being opened: each chapter's page is a new one, and asks here. */
export interface Pending {
  chapterUuid: string;
  /** Show the words that were found. */
  found?: { block: number; words: string };
  /** Go on reading aloud, from the first sentence. */
  aloud?: { stopAt: number | null };
}

let pending: Pending | null = null;

export function leaveFor(next: Pending): void {
  pending = next;
}

/** What was left for this chapter; told once. */
export function takePending(chapterUuid: string): Pending | null {
  const taken = pending?.chapterUuid === chapterUuid ? pending : null;
  if (taken) pending = null;
  return taken;
}

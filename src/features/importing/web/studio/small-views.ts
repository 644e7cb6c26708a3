import { useEffect, useState } from 'react';
import { type StudioCalls, useStudioCalls } from '../../../studio/web/calls.ts';

/** So many are asked for at once: the server makes each when it is looked at. */
const atOnce = 3;
const known = new Map<string, Promise<string | null>>();
/** One for all pictures of the page. */
const queue = { waiting: [] as (() => Promise<void>)[], running: 0 };

/** The address of a picture's small view; undefined: it is not there yet, null: there is none. */
export function useSmallView(importId: string, fileId: string, isWanted: boolean): string | null | undefined {
  const calls = useStudioCalls();
  const [source, setSource] = useState<string | null>();
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    void smallViewOf(calls, importId, fileId).then((found) => !isGone && setSource(found));
    return () => {
      isGone = true;
    };
  }, [calls, importId, fileId, isWanted]);
  return source;
}

function smallViewOf(calls: StudioCalls, importId: string, fileId: string): Promise<string | null> {
  const name = `${importId} ${fileId}`;
  const found =
    known.get(name) ??
    new Promise<string | null>((resolve) => {
      queue.waiting.push(() => load(calls, importId, fileId).then(resolve, () => resolve(null)));
      next();
    });
  known.set(name, found);
  return found;
}

function next(): void {
  if (queue.running >= atOnce) return;
  // What came into view last is looked at now.
  const work = queue.waiting.pop();
  if (!work) return;
  queue.running += 1;
  void work().finally(() => {
    queue.running -= 1;
    next();
  });
}

async function load(calls: StudioCalls, id: string, fileId: string): Promise<string | null> {
  const path = '/studio/imports/:id/files/:fileId/thumbnail';
  return await asAddress(await calls.picture(path, { params: { id, fileId } }));
}

/** The session's token goes in a header, which an image's address cannot send. */
function asAddress(picture: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(picture);
  });
}

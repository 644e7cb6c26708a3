import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { hasCode } from '../../../../server/process/error-code.ts';

/**
 * Why the sending of bytes ended: all have come, the connection was cut, nothing came, another request took over, the
 * disk is full, or more came than announced. After `too_large` nothing is kept.
 */
export type Ended = 'whole' | 'cut' | 'silent' | 'lost' | 'full' | 'too_large';

export interface Appending {
  file: string;
  body: Readable;
  /** Where the first byte goes. */
  offset: number;
  /** The most bytes that may come. */
  most: number;
  silenceMs: number;
  /** Renews the right to write; false: another request has it. */
  keepHold(): Promise<boolean>;
  /** Whether another request has taken over; asked while nothing comes. */
  isLost(): Promise<boolean>;
  /** The bytes that may still be written to the disk. */
  room(): Promise<number>;
}

/** Another request takes over after 2.5 s at the earliest; a write that begins within this time has ended by then. */
const sureMs = 800;
const lookEveryMs = 500;
const mostQueuedBytes = 4 * 1024 * 1024;
const roomEveryBytes = 16 * 1024 * 1024;
const syncEveryBytes = 32 * 1024 * 1024;

/**
 * Writes a request's bytes to the end of a file as they come. When it returns, all that it wrote is on the disk for
 * good. At most some megabytes wait in memory, however fast they come.
 */
export async function appendBytes(given: Appending): Promise<Ended> {
  const handle = await open(given.file, 'r+');
  try {
    return await append(handle, given);
  } finally {
    await handle.close();
  }
}

async function append(handle: FileHandle, given: Appending): Promise<Ended> {
  const source = listenTo(given);
  const disk = createSyncing(handle);
  let position = given.offset;
  let roomLeft = 0;
  let sureSince = performance.now();
  const ended = async (): Promise<Ended> => {
    for (;;) {
      const buffers = await source.next();
      if (source.ended() === 'too_large') return 'too_large';
      if (buffers === null) return source.ended() ?? 'cut';
      const now = performance.now();
      if (now - sureSince > sureMs) {
        if (!(await given.keepHold())) return 'lost';
        sureSince = now;
      }
      if (roomLeft <= 0) roomLeft = Math.min(await given.room(), roomEveryBytes);
      if (roomLeft <= 0) return 'full';
      const written = await writeAll(handle, buffers, position);
      position += written;
      roomLeft -= written;
      await disk.wrote(written);
    }
  };
  try {
    const how = await ended().catch((error: unknown): Ended => {
      if (hasCode(error, 'ENOSPC', 'EDQUOT')) return 'full';
      throw error;
    });
    if (how === 'too_large' && (await given.keepHold())) await handle.truncate(given.offset);
    await disk.sync();
    return how;
  } finally {
    source.stop();
  }
}

async function writeAll(handle: FileHandle, buffers: Buffer[], position: number): Promise<number> {
  const total = buffers.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await handle.writev(buffers, position);
  if (bytesWritten === total) return total;
  // The system took a part only, as it does shortly before the disk is full.
  const rest = Buffer.concat(buffers).subarray(bytesWritten);
  return bytesWritten + (await writeAll(handle, [rest], position + bytesWritten));
}

/** Syncs written bytes to the disk while more come, so that the last sync is short. */
function createSyncing(handle: FileHandle) {
  let since = 0;
  let underWay: Promise<void> = Promise.resolve();
  return {
    async wrote(bytes: number): Promise<void> {
      since += bytes;
      if (since < syncEveryBytes) return;
      since = 0;
      await underWay;
      underWay = handle.datasync();
      underWay.catch(() => {}); // the next wait for it tells
    },
    async sync(): Promise<void> {
      await underWay;
      await handle.sync();
    },
  };
}

/** The bytes of a request in the parts in which they came; slow for its sender while much waits to be written. */
function listenTo({ body, most, silenceMs, isLost }: Appending) {
  let queue: Buffer[] = [];
  let queuedBytes = 0;
  let receivedBytes = 0;
  let heardAt = performance.now();
  let end: Ended | null = null;
  let wake = () => {};

  const endWith = (how: Ended) => {
    end ??= how;
    wake();
  };
  const onData = (bytes: Buffer) => {
    heardAt = performance.now();
    receivedBytes += bytes.length;
    if (receivedBytes > most) return endWith('too_large');
    queue.push(bytes);
    queuedBytes += bytes.length;
    if (queuedBytes > mostQueuedBytes) body.pause();
    wake();
  };
  const onEnd = () => endWith('whole');
  const onCut = () => endWith('cut');
  const look = async () => {
    const silentMs = performance.now() - heardAt;
    if (body.isPaused() || silentMs < lookEveryMs) return;
    if (silentMs > silenceMs) endWith('silent');
    else if (await isLost()) endWith('lost');
  };
  // A database that does not answer for a moment must not end the upload.
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs);
  body.on('data', onData).on('end', onEnd).on('error', onCut).on('aborted', onCut).on('close', onCut);
  // If the connection was cut before the listeners stood, no event follows.
  if (body.destroyed) onCut();

  return {
    /** The bytes that have come since; null: nothing more comes. */
    async next(): Promise<Buffer[] | null> {
      while (queue.length === 0 && end === null)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (queue.length === 0) return null;
      const taken = queue;
      queue = [];
      queuedBytes = 0;
      if (body.isPaused()) {
        heardAt = performance.now();
        body.resume();
      }
      return taken;
    },
    ended: () => end,
    stop() {
      clearInterval(timer);
      body.off('data', onData).off('end', onEnd).off('aborted', onCut).off('close', onCut);
    },
  };
}

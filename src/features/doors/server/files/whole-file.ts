import type { HotFile, IncomingFile } from '../../../media/server/media.ts';

/** All bytes of a picture's file. */
export async function wholeOf(reading: Promise<HotFile | IncomingFile>): Promise<Buffer> {
  const file = await reading;
  return 'whole' in file ? (await file.whole).bytes : file.bytes;
}

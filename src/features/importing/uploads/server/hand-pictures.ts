import type { DbPool } from '../../../../server/database/db.ts';
import { invalidField } from '../../../../server/http/errors.ts';
import { whileMediaStays } from '../../../../server/lease/media-lock.ts';
import { createTurns } from '../../../../server/process/turns.ts';
import type { Picture } from '../../../../shared/wire.ts';
import type { HandPictures, SentFile } from '../../../catalog/server/editing/hand-pictures.ts';
import { leastCover } from '../../../media/rules.ts';
import {
  convertPromptly,
  describeImages,
  findSourceHashes,
  hashFile,
  type Media,
  originalKey,
  storeCrop,
  storeFromOriginal,
  storeImage,
} from '../../../media/server/media.ts';
import type { Uploads } from './uploads.ts';

export interface HandPicturesDeps {
  db: DbPool;
  /** For the lock that each piece of work holds, which needs a session of its own; it may be `db`. */
  sessions: DbPool;
  /** How many pictures are made at once: each holds a session while it is decoded, and uses `db` as well. */
  atOnce: number;
  media: Media;
  uploads: Uploads;
  showInStudio(reader: { imageAudience: string }, ids: readonly string[]): Promise<Map<string, Picture>>;
}

/** Makes pictures by hand from uploads: the same road as the import's, through the converters' jail. */
export function createHandPictures({ db, sessions, uploads, showInStudio, ...deps }: HandPicturesDeps): HandPictures {
  const media = convertPromptly(deps.media);
  const inTurn = createTurns(deps.atOnce);

  async function openFile(file: SentFile): Promise<{ path: string; sourceHash: string }> {
    const { file: path } = await uploads.peek(db, file);
    return { path, sourceHash: await hashFile(path) };
  }

  async function openImage(imageId: string): Promise<{ path: string; sourceHash: string }> {
    const sourceHash = (await findSourceHashes(db, [imageId])).get(imageId);
    if (sourceHash === undefined) throw invalidField('page', 'The original of this page is lost');
    return { path: originalKey(sourceHash), sourceHash };
  }

  return {
    requireFile: async (file) => void (await uploads.peek(db, file)),
    spendFile: async (tx, file) => void (await uploads.take(tx, file)),
    forgetFile: ({ id }) => uploads.forget(id),

    async storePage(file) {
      const stored = await storeImage(db, media, { ...(await openFile(file)), kinds: ['page'], avif: 'later' });
      if (stored.state === 'refused') throw invalidField('upload', stored.cause);
      return stored.images.page ?? [];
    },

    async storeCover(from, crop) {
      const field = 'file' in from ? 'upload' : 'page';
      const source = 'file' in from ? await openFile(from.file) : await openImage(from.imageId);
      const whole = await storeImage(db, media, { ...source, kinds: ['cover'], avif: 'later' });
      if (whole.state === 'refused') throw invalidField(field, whole.cause);
      const wholeId = whole.images.cover?.[0] ?? '';
      if (crop.x === 0 && crop.y === 0 && crop.width === 1 && crop.height === 1) {
        const size = (await describeImages(db, media, [wholeId])).get(wholeId);
        if (!size || size.width < leastCover.width || size.height < leastCover.height) throw tooSmall();
        return { imageId: wholeId, wholeId };
      }
      const part = await storeCrop(db, media, { ...source, crop });
      if (part.state === 'refused') throw tooSmall();
      return { imageId: part.images.cover?.[0] ?? '', wholeId };
    },

    thumbOf: (imageId) => storeFromOriginal(db, media, { imageId, kind: 'thumb' }),
    whileStored: (work) => inTurn(() => whileMediaStays(sessions, work)),
    showTo: showInStudio,
  };
}

function tooSmall() {
  return invalidField('crop', `At least ${leastCover.width} × ${leastCover.height} px must be left`);
}

import { smallViewSide } from '../../rules.ts';
import type { SmallViewJob, SmallViewResult } from '../wire/jobs-wire.ts';
import { decodedPicture } from './convert.ts';

/** Decodes a picture for a small view of it, a strip's from its top; nothing is written. */
export async function makeSmallView({ source }: SmallViewJob): Promise<SmallViewResult> {
  const picture = await decodedPicture(source);
  const { width = 1, height = 1 } = await picture.metadata();
  const box = { width: smallViewSide, height: smallViewSide };
  // Of a strip only the top can be told apart in so small a view.
  const isStrip = height > width * mostTimesHigh;
  const fit = isStrip ? { fit: 'cover' as const, position: 'top' } : { fit: 'inside' as const };
  const webp = await picture
    .resize({
      ...box,
      ...(isStrip ? { width: Math.round(smallViewSide / mostTimesHigh) } : {}),
      ...fit,
      withoutEnlargement: true,
    })
    .webp({ quality: 70, effort: 2 })
    .toBuffer();
  return { webp: webp.toString('base64') };
}

const mostTimesHigh = 2;

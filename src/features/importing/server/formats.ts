import type { Media } from '../../media/server/media.ts';
import { archive } from '../formats/archive/server/archive.ts';
import { epub } from '../formats/epub/server/epub.ts';
import type { Format } from '../formats/format.ts';
import { image } from '../formats/image/image.ts';
import { text } from '../formats/text/server/text.ts';

/** All formats of an import. The first that reads a file has it: checks of bytes come before checks of names. */
export function formatsOf(media: Media): readonly Format[] {
  return [image, epub(media), archive(media), text];
}

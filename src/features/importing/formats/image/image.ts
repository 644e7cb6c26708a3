import { isPictureName, sniffImage } from '../../../media/rules.ts';
import type { Format } from '../format.ts';

/** The reason why these bytes are not a picture. */
export function imageFault(head: Uint8Array): string {
  const sniffed = sniffImage(head);
  return 'fault' in sniffed ? sniffed.fault : '';
}

export const image: Format = {
  type: 'image',
  isNamed: isPictureName,
  read: async ({ name, path, head }) => ('format' in sniffImage(head) ? { name, path, type: 'image' } : null),
  fault: imageFault,
};

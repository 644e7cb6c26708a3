import { type Picture, svg } from '../draw/picture.ts';

/** Covers are 3:4. */
export const [w, h] = [900, 1200];

export function cover(content: string, grain = 0.1): Picture {
  return { width: w, height: h, format: 'jpg', grain, svg: svg(w, h, content) };
}

/** How wide the strip's images stand, as its stylesheet lays them out, at a width in percent of the room they have. */
export function stripSizes(widthPercent = 100): string {
  return `(min-width: 800px) ${8 * widthPercent}px, ${widthPercent}vw`;
}

/** How wide a page stands that fits the screen, for its `sizes`; another one may stand beside it. */
export function pageSizes({ width, height }: { width: number; height: number }, { beside = 0 } = {}): string {
  return `min(${100 / (1 + beside)}vw, ${Math.round((width / height) * 100)}vh)`;
}

/** How wide a page stands that fits the screen, for its `sizes`; another one may stand beside it. */
export function pageSizes({ width, height }: { width: number; height: number }, { beside = 0 } = {}): string {
  return `min(${100 / (1 + beside)}vw, ${Math.round((width / height) * 100)}vh)`;
}

/** How wide a page stands that fits the screen, for its `sizes`. */
export function pageSizes({ width, height }: { width: number; height: number }): string {
  return `min(100vw, ${Math.round((width / height) * 100)}vh)`;
}

/** How wide the strip's images stand, as its stylesheet lays them out, at a width in percent of the room they have. */
export function stripSizes(widthPercent = 100): string {
  return `(min-width: 800px) ${8 * widthPercent}px, ${widthPercent}vw`;
}

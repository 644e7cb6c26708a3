/** What an accent must be told from, and what stands on it: the paper of the light theme (src/web/ui/tokens.css). */
const paper = '#faf6ee';
const ink = '#171310';
const leastContrast = 4.5;
/** A button under the pointer is darker than its tint, and its words must still be read. */
const leastContrastOfTint = 7;

/**
 * The accent itself where it is legible on paper, and paper on it; else the color of its hue that is just dark enough.
 * Null: it is no color of the form #rrggbb.
 */
export function fittingAccent(color: string): string | null {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null;
  const parts = partsOf(color);
  // Darker by one part in 256 each time: black fits at the latest.
  for (let left = 256; left > 0; left -= 1) {
    const darker = writeColor(parts.map((part) => Math.floor((part * left) / 256)));
    const tried = left === 256 ? color : darker;
    if (contrastOf(tried, paper) >= leastContrast) return tried;
  }
  return '#000000';
}

/** The accent as the dark theme shows it: the color of its hue that is just bright enough on ink, and ink on it. */
export function tintOfAccent(accent: string): string {
  const parts = partsOf(accent);
  for (let added = 0; added < 256; added += 1) {
    const brighter = writeColor(parts.map((part) => part + Math.ceil(((255 - part) * added) / 256)));
    if (contrastOf(brighter, ink) >= leastContrastOfTint) return brighter;
  }
  return '#ffffff';
}

/** The contrast of two colors by WCAG 2.2, 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const partsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
const writeColor = (parts: readonly number[]) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

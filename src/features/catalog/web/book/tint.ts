/** The light colour of text on a book's tint. */
export const tintInk = '#fffdf8';

/** The tint of a page whose book has no colour. */
const neutralTint = '#2a2521';

/** More than WCAG AAA asks for: leaves room for less important words, and for colours that are deep, not muddy. */
const wantedContrast = 9;

type Rgb = readonly [number, number, number];

/**
 * A cover's dominant colour as a background for light text: the hue stays, and the lightness is lowered until the
 * contrast with `tintInk` is at least 9 : 1. Anything but #rrggbb gives the neutral tint.
 */
export function readableTint(color: string | null | undefined): string {
  const rgb = parseHex(color ?? '');
  if (!rgb) return neutralTint;
  const [hue, saturation, lightness] = toHsl(rgb);
  const calm = Math.min(saturation, 0.6);
  for (let level = Math.min(lightness, 0.5); level > 0; level -= 0.01) {
    const hex = toHex(toRgb(hue, calm, level));
    if (contrastRatio(hex, tintInk) >= wantedContrast) return hex;
  }
  return '#000000';
}

/** The contrast of two #rrggbb colours as WCAG 2.2 defines it, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function parseHex(color: string): Rgb | null {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!parts) return null;
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map((part) => Number.parseInt(part, 16));
  return [red, green, blue];
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (parseHex(color) ?? [0, 0, 0]).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toHsl(rgb: Rgb): [number, number, number] {
  const [red, green, blue] = [rgb[0] / 255, rgb[1] / 255, rgb[2] / 255];
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  const lightness = max - range / 2;
  if (range === 0) return [0, 0, lightness];
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  if (max === red) return [60 * (((green - blue) / range + 6) % 6), saturation, lightness];
  return [60 * (max === green ? (blue - red) / range + 2 : (red - green) / range + 4), saturation, lightness];
}

function toRgb(hue: number, saturation: number, lightness: number): Rgb {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const turn = (offset + hue / 30) % 12;
    return 255 * (lightness - amplitude * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return [part(0), part(8), part(4)];
}

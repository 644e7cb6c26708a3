import { type Picture, svg } from './picture.ts';
import { clip, lines, type Paint, type Point, rect, stroke } from './svg.ts';

/** One panel of a strip. `gap` is the white above it; `slant` tilts its lower edge; `bleed` lets it reach both sides. */
export type Panel = {
  height: number;
  gap?: number;
  left?: number;
  right?: number;
  slantTop?: number;
  slantBottom?: number;
  art: (width: number, height: number) => string;
};

export type StripStyle = {
  width: number;
  background: Paint;
  border: { color: string; width: number } | null;
  margin: number;
  format: 'png' | 'webp' | 'jpg';
  grain?: number;
};

/** A slice of a strip: panels one below another, ending in `tail` of the background. */
export function slice(
  style: StripStyle,
  panels: readonly Panel[],
  tail = 60,
  background: Paint = style.background,
): Picture {
  let y = 0;
  let content = '';
  for (const panel of panels) {
    y += panel.gap ?? 60;
    content += drawPanel(style, panel, y);
    y += panel.height;
  }
  const height = Math.round(y + tail);
  const whole = rect(0, 0, style.width, height, background) + content;
  const picture: Picture = { width: style.width, height, format: style.format, svg: svg(style.width, height, whole) };
  return style.grain === undefined ? picture : { ...picture, grain: style.grain };
}

function drawPanel(style: StripStyle, panel: Panel, y: number): string {
  const left = panel.left ?? style.margin;
  const width = style.width - left - (panel.right ?? style.margin);
  const { slantTop = 0, slantBottom = 0, height } = panel;
  const corners: Point[] = [
    [0, Math.max(0, slantTop)],
    [width, Math.max(0, -slantTop)],
    [width, height - Math.max(0, slantBottom)],
    [0, height - Math.max(0, -slantBottom)],
  ];
  const frame = lines(corners);
  const edge = style.border && width < style.width ? stroke(frame, style.border.color, style.border.width) : '';
  return `<g transform="translate(${left} ${y})">${clip(frame, panel.art(width, height))}${edge}</g>`;
}

import { hash } from './random.ts';

export type Point = readonly [number, number];

/** A colour, or a definition (gradient, pattern) that travels with whatever is painted by it. */
export type Paint = string | { readonly ref: string; readonly def: string };

type Stop = readonly [offset: number, color: string, opacity?: number];

export function num(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The same definition always gets the same name, so repeating one in a picture does no harm. */
function define(tag: string, attributes: string, content: string): { ref: string; def: string } {
  const id = `${tag[0]}${hash(tag + attributes + content).toString(36)}`;
  return { ref: `url(#${id})`, def: `<${tag} id="${id}" ${attributes}>${content}</${tag}>` };
}

function stops(list: readonly Stop[]): string {
  return list
    .map(([offset, color, opacity = 1]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`)
    .join('');
}

/** A gradient from top to bottom of whatever it paints; `turn` in degrees lays it otherwise. */
export function gradient(list: readonly Stop[], turn = 0): Paint {
  return define('linearGradient', `x2="0" y2="1" gradientTransform="rotate(${turn} .5 .5)"`, stops(list));
}

export function fade(top: string, bottom: string, turn = 0): Paint {
  return gradient(
    [
      [0, top],
      [1, bottom],
    ],
    turn,
  );
}

export function radial(list: readonly Stop[], x = 0.5, y = 0.5, r = 0.5): Paint {
  return define('radialGradient', `cx="${x}" cy="${y}" r="${r}"`, stops(list));
}

export function pattern(width: number, height: number, content: string, transform = ''): Paint {
  const attributes = `width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="${transform}"`;
  return define('pattern', attributes, content);
}

/** Dots in rows at 45 degrees, as print makes its greys: an upright tile, since a turned one is slow to lay. */
export function screen(color: string, step: number, dot: number): Paint {
  const tile = Math.round(step * Math.SQRT2);
  const places = [
    [0.5, 0.5],
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const;
  const dots = places.map(([x, y]) => `<circle cx="${x * tile}" cy="${y * tile}" r="${dot}"/>`).join('');
  return pattern(tile, tile, `<g fill="${color}">${dots}</g>`);
}

export function stripes(color: string, step: number, width: number, angle: number): Paint {
  return pattern(step, step, `<rect width="${width}" height="${step}" fill="${color}"/>`, `rotate(${angle})`);
}

function painted(name: 'fill' | 'stroke', paint: Paint): { def: string; attribute: string } {
  return typeof paint === 'string'
    ? { def: '', attribute: `${name}="${paint}"` }
    : { def: paint.def, attribute: `${name}="${paint.ref}"` };
}

export function shape(d: string, fill: Paint, more = ''): string {
  const { def, attribute } = painted('fill', fill);
  return `${def}<path d="${d}" ${attribute} ${more}/>`;
}

export function stroke(d: string, color: Paint, width: number, more = ''): string {
  const { def, attribute } = painted('stroke', color);
  return `${def}<path d="${d}" fill="none" ${attribute} stroke-width="${num(width)}" ${more.includes('linecap') ? '' : 'stroke-linecap="round"'} stroke-linejoin="round" ${more}/>`;
}

export function circle(x: number, y: number, r: number, fill: Paint, more = ''): string {
  const { def, attribute } = painted('fill', fill);
  return `${def}<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" ${attribute} ${more}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: Paint, more = ''): string {
  const { def, attribute } = painted('fill', fill);
  return `${def}<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" ${attribute} ${more}/>`;
}

export function rect(x: number, y: number, w: number, h: number, fill: Paint, more = ''): string {
  const { def, attribute } = painted('fill', fill);
  return `${def}<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}" ${attribute} ${more}/>`;
}

export function group(content: string, attributes: string): string {
  return `<g ${attributes}>${content}</g>`;
}

export function at(x: number, y: number, content: string, scale = 1, turn = 0): string {
  return `<g transform="translate(${num(x)} ${num(y)}) rotate(${num(turn)}) scale(${Math.round(scale * 1000) / 1000})">${content}</g>`;
}

export function faint(opacity: number, content: string): string {
  return `<g opacity="${opacity}">${content}</g>`;
}

export function blend(mode: 'multiply' | 'screen' | 'overlay' | 'soft-light', content: string, opacity = 1): string {
  return `<g style="mix-blend-mode:${mode}" opacity="${opacity}">${content}</g>`;
}

export function clip(d: string, content: string): string {
  const { ref, def } = define('clipPath', '', `<path d="${d}"/>`);
  return `${def}<g clip-path="${ref}">${content}</g>`;
}

export function blur(radius: number, content: string): string {
  const box = 'x="-50%" y="-50%" width="200%" height="200%" color-interpolation-filters="sRGB"';
  const { ref, def } = define('filter', box, `<feGaussianBlur stdDeviation="${radius}"/>`);
  return `${def}<g filter="${ref}">${content}</g>`;
}

/** The drawing, and its own light around it. */
export function glow(radius: number, content: string): string {
  return blur(radius, content) + content;
}

export function shadow(
  dx: number,
  dy: number,
  radius: number,
  content: string,
  opacity = 0.35,
  color = '#000',
): string {
  const drop = `<feDropShadow dx="${dx}" dy="${dy}" stdDeviation="${radius}" flood-color="${color}" flood-opacity="${opacity}"/>`;
  const { ref, def } = define(
    'filter',
    'x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB"',
    drop,
  );
  return `${def}<g filter="${ref}">${content}</g>`;
}

/**
 * A soft dark rim around a drawing, as a sheet of paper throws it on the one below: a few see-through strokes, since
 * a blur costs the whole picture's size each time. Pictures that use it carry `rimStyle`.
 */
export function rim(content: string, wide: boolean): string {
  const kind = wide ? 'w' : 'n';
  const strokes = rims[kind].map((_, step) => `<g class="rim-${kind}${step}">${content}</g>`);
  return `<g class="rim">${strokes.join('')}</g>${content}`;
}

/** Widths of the strokes, the outermost first. */
const rims = { w: [34, 28, 22, 16, 10, 5], n: [14, 9, 5] };

export const rimStyle = `<style>.rim *{fill:none!important;stroke:#0a1822!important;stroke-linejoin:round!important}${Object.entries(
  rims,
)
  .flatMap(([kind, widths]) =>
    widths.map(
      (width, step) =>
        `.rim-${kind}${step} *{stroke-width:${width}px!important;stroke-opacity:${kind === 'w' ? 0.046 : 0.1}!important}`,
    ),
  )
  .join('')}</style>`;

/** Straight lines through the points. */
export function lines(points: readonly Point[], closed = true): string {
  return `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}${closed ? 'Z' : ''}`;
}

/** One soft curve through the points (Catmull-Rom). */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length;
  const point = (index: number): Point =>
    points[closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index))] as Point; // within by construction
  const [startX, startY] = point(0);
  let d = `M${num(startX)} ${num(startY)}`;
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    const [c1x, c1y] = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const [c2x, c2y] = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    d += `C${num(c1x)} ${num(c1y)} ${num(c2x)} ${num(c2y)} ${num(to[0])} ${num(to[1])}`;
  }
  return closed ? `${d}Z` : d;
}

/** A limb: thick at one end, thin at the other, round at both. */
export function taper(from: Point, to: Point, widthFrom: number, widthTo: number): string {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const [sx, sy] = [-Math.sin(angle), Math.cos(angle)];
  const [a, b] = [widthFrom / 2, widthTo / 2];
  const edge = ([x, y]: Point, side: number): string => `${num(x + sx * side)} ${num(y + sy * side)}`;
  return `M${edge(from, a)}L${edge(to, b)}A${num(b)} ${num(b)} 0 0 0 ${edge(to, -b)}L${edge(from, -a)}A${num(a)} ${num(a)} 0 0 0 ${edge(from, a)}Z`;
}

export function star(x: number, y: number, outer: number, inner: number, tips: number, turn = -90): string {
  const corners = Array.from({ length: tips * 2 }, (_, index): Point => {
    const angle = ((turn + (index * 180) / tips) * Math.PI) / 180;
    const radius = index % 2 === 0 ? outer : inner;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
  });
  return lines(corners);
}

export function repeat(count: number, draw: (index: number) => string): string {
  let all = '';
  for (let index = 0; index < count; index++) all += draw(index);
  return all;
}

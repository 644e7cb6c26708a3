import { at, blend, circle, ellipse, type Paint, rect, repeat, shape, star, stripes, stroke } from '../draw/svg.ts';
import {
  blue,
  blueLight,
  blueLines,
  blueTint,
  box,
  fish,
  oval,
  paper,
  petals,
  pink,
  pinkLight,
  pinkTint,
  print,
} from './riso-parts.ts';

/** The flat where Mochi lives: its windows, its furniture, its weather. */
export const [W, H] = [720, 640];
export type Art = () => string;

export const wall = (paint: Paint): string => blend('multiply', rect(0, 0, W, H, paint));
export const floor = (y = 520, paint: Paint = blueTint): string =>
  print({ mask: box(0, y, W, H - y), blue: rect(0, y, W, H - y, paint), line: `M0 ${y}H${W}` });

export function windowView(x: number, y: number, w: number, h: number, view: string): string {
  const glass = box(x, y, w, h);
  return (
    print({ mask: glass }) +
    `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${view}</svg>` +
    stroke(`${glass}M${x + w / 2} ${y}v${h}M${x} ${y + h * 0.55}h${w}`, blue, 9) +
    print({ mask: box(x - 24, y + h, w + 48, 22), line: box(x - 24, y + h, w + 48, 22), width: 6 })
  );
}
export const curtains = (x: number, y: number, w: number, h: number): string =>
  [-1, 1]
    .map((side) => {
      const left = side < 0 ? x - 60 : x + w - 20;
      const d = `M${left} ${y - 24}h80q-10 ${h * 0.6} ${side * 14} ${h + 60}h-80q${-side * 20} ${-h * 0.5} 0 ${-h - 60}Z`;
      return print({ mask: d, pink: shape(d, stripes(pink, 26, 13, 0)), line: d, width: 6 });
    })
    .join('');
export const sunView = (w: number, h: number): string =>
  rect(0, 0, w, h, pinkLight) +
  circle(w * 0.7, h * 0.34, 62, pink) +
  repeat(12, (i) => at(w * 0.7, h * 0.34, rect(78, -4, 34, 8, pink, 'rx="4"'), 1, i * 30)) +
  shape(`M0 ${h}V${h * 0.8}q${w * 0.3} -60 ${w * 0.5} 0t${w * 0.5} -20V${h}Z`, blueTint);
export const rainView = (w: number, h: number): string =>
  rect(0, 0, w, h, blueLight) +
  shape(`M20 90q10 -60 80 -50q40 -50 100 0q70 -10 70 50Z`, blue) +
  repeat(26, (i) => stroke(`M${(i * 47) % w} ${100 + ((i * 71) % (h - 100))}l-8 30`, blue, 5));
export const nightView = (w: number, h: number): string =>
  rect(0, 0, w, h, blue) +
  shape('M110 50A70 70 0 1 0 190 130A58 58 0 0 1 110 50Z', paper) +
  repeat(14, (i) => shape(star((i * 67) % w, (i * 41) % h, 9, 4, 4), paper));
export const snowView = (w: number, h: number): string =>
  rect(0, 0, w, h, blueLines) +
  repeat(30, (i) => circle((i * 53) % w, (i * 79) % h, 7 + (i % 3) * 3, paper)) +
  shape(`M0 ${h}V${h * 0.76}q${w * 0.25} -40 ${w * 0.5} 0t${w * 0.5} 0V${h}Z`, paper);
export const bloomView = (w: number, h: number): string =>
  rect(0, 0, w, h, pinkLight) +
  stroke(
    `M-10 ${h * 0.3}Q${w * 0.4} ${h * 0.2} ${w} ${h * 0.5}M${w * 0.4} ${h * 0.27}Q${w * 0.6} ${h * 0.1} ${w * 0.8} ${h * 0.1}`,
    blue,
    12,
  ) +
  petals('bloom', w, h, 26, () => repeat(5, (i) => at(0, 0, ellipse(0, -13, 9, 13, pink), 1, i * 72)));
export const plant = (x: number, y: number, scale = 1): string =>
  at(
    x,
    y,
    repeat(6, (i) =>
      print({
        mask: `M0 0Q${(i - 2.5) * 46} -90 ${(i - 2.5) * 54} -150Q${(i - 2.5) * 12} -110 0 0Z`,
        blue: shape(
          `M0 0Q${(i - 2.5) * 46} -90 ${(i - 2.5) * 54} -150Q${(i - 2.5) * 12} -110 0 0Z`,
          i % 2 ? blue : blueTint,
        ),
        line: `M0 0Q${(i - 2.5) * 46} -90 ${(i - 2.5) * 54} -150Q${(i - 2.5) * 12} -110 0 0Z`,
        width: 4,
      }),
    ) +
      print({
        mask: 'M-56 -10H56L42 80H-42Z',
        pink: shape('M-56 -10H56L42 80H-42Z', pink),
        line: 'M-56 -10H56L42 80H-42Z',
      }),
    scale,
  );
export const bowl = (x: number, y: number, full: boolean): string =>
  (full ? print({ pink: shape(oval(x, y - 44, 64, 26), pinkTint), line: oval(x, y - 44, 64, 26), width: 5 }) : '') +
  print({
    mask: `M${x - 90} ${y - 40}H${x + 90}L${x + 66} ${y + 20}H${x - 66}Z`,
    pink: shape(`M${x - 90} ${y - 40}H${x + 90}L${x + 66} ${y + 20}H${x - 66}Z`, pink),
    line: `M${x - 90} ${y - 40}H${x + 90}L${x + 66} ${y + 20}H${x - 66}Z`,
  }) +
  fish(x + 6, y - 10, 0.28, 'bones');
export const table = (y: number): string =>
  print({
    mask: box(60, y, 600, 34),
    pink: shape(box(60, y, 600, 34), pinkTint),
    line: `${box(60, y, 600, 34)}M120 ${y + 34}V${H}M600 ${y + 34}V${H}`,
  });
export const cup = (x: number, y: number, turn = 0): string =>
  at(
    x,
    y,
    print({
      mask: 'M-44 -90H44L36 0H-36Z',
      pink: shape('M-42 -50H42L36 0H-36Z', pink),
      line: 'M-44 -90H44L36 0H-36ZM44 -76q44 0 34 34t-40 14',
    }),
    1,
    turn,
  );
export const bed = (x: number, y: number): string =>
  print({
    mask: `M${x} ${y}h560v150h-560Z`,
    blue: shape(`M${x} ${y}h560v150h-560Z`, stripes(blue, 40, 12, 0)),
    line: `M${x} ${y}h560v150h-560ZM${x} ${y - 120}v330M${x + 560} ${y - 20}v230`,
  });
export const sofa = print({
  mask: box(90, 330, 540, 190, 40),
  pink: shape(box(90, 330, 540, 190, 40), pinkTint),
  line: `${box(90, 330, 540, 190, 40)}M90 430H630M360 330V430`,
});

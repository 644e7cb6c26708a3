/** Grey values, row by row. */
export interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

const side = 8;
const step = 4;
/** The usual constants for 8 bits (Wang et al. 2004): they avoid a division by zero in plain areas. */
const c1 = (0.01 * 255) ** 2;
const c2 = (0.03 * 255) ** 2;

/** At a usual distance, a person sees a picture as if it were about so many pixels wide. */
const seenAcross = 256;

/**
 * The similarity (SSIM) of two pictures of one size; 1: the same. It is the mean over windows of 8 × 8 pixels, at the
 * scale that the authors of SSIM advise: about 256 pixels on the shorter side.
 */
export function ssim(first: Grey, second: Grey): number {
  if (first.width !== second.width || first.height !== second.height) throw new Error('The pictures differ in size');
  const factor = Math.max(1, Math.round(Math.min(first.width, first.height) / seenAcross));
  const [one, other] = [shrink(first, factor), shrink(second, factor)];
  let sum = 0;
  let windows = 0;
  for (let y = 0; y + side <= one.height; y += step) {
    for (let x = 0; x + side <= one.width; x += step) {
      sum += windowSsim(one, other, y * one.width + x);
      windows += 1;
    }
  }
  return sum / windows;
}

/** Each square of `factor` pixels becomes their mean. */
function shrink({ data, width, height }: Grey, factor: number): Grey {
  const across = Math.floor(width / factor);
  const down = Math.floor(height / factor);
  const small = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      let sum = 0;
      for (let dy = 0; dy < factor; dy += 1) {
        for (let dx = 0; dx < factor; dx += 1) sum += data[(y * factor + dy) * width + x * factor + dx] ?? 0;
      }
      small[y * across + x] = Math.round(sum / factor ** 2);
    }
  }
  return { data: small, width: across, height: down };
}

function windowSsim(one: Grey, other: Grey, start: number): number {
  const n = side * side;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let row = 0; row < side; row += 1) {
    for (let at = start + row * one.width; at < start + row * one.width + side; at += 1) {
      const p = one.data[at] ?? 0;
      const q = other.data[at] ?? 0;
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
  }
  const [meanA, meanB] = [a / n, b / n];
  const [varA, varB, both] = [aa / n - meanA ** 2, bb / n - meanB ** 2, ab / n - meanA * meanB];
  return ((2 * meanA * meanB + c1) * (2 * both + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (varA + varB + c2));
}

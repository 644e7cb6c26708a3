/** A value at a time. */
export interface Point {
  x: number;
  y: number;
}

interface Line {
  slope: number;
  /** The standard error of the slope, where the residuals do not depend on each other. */
  error: number;
  /** The part of each value that the line leaves. */
  residuals: number[];
}

/** A slope, and the ends of its interval: in 95 of 100 cases the true slope lies between them. */
export interface Slope {
  slope: number;
  least: number;
  most: number;
}

/** The line of least squares through three points or more. */
export function lineThrough(points: readonly Point[]): Line {
  const middle = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  const squares = sum(points.map(({ x }) => (x - middle.x) ** 2));
  const slope = sum(points.map(({ x, y }) => (x - middle.x) * (y - middle.y))) / squares;
  const residuals = points.map(({ x, y }) => y - middle.y - slope * (x - middle.x));
  const variance = sum(residuals.map((left) => left ** 2)) / (points.length - 2);
  return { slope, error: Math.sqrt(variance / squares), residuals };
}

/**
 * The slope of values that follow each other at even times, with its interval of 95 %. Where neighbours resemble each
 * other they tell less than as many independent values, and the interval is as wide as that of fewer values.
 */
export function slopeOf(points: readonly Point[]): Slope {
  const { slope, error, residuals } = lineThrough(points);
  const likeness = Math.max(0, likenessOf(residuals));
  const worth = Math.max(3, (points.length * (1 - likeness)) / (1 + likeness));
  const freedom = worth - 2;
  const half = studentT(freedom) * error * Math.sqrt((points.length - 2) / freedom);
  return { slope, least: slope - half, most: slope + half };
}

/** How much neighbours resemble each other, from -1 to 1. */
function likenessOf(residuals: readonly number[]): number {
  const squares = sum(residuals.map((left) => left ** 2));
  if (squares === 0) return 0;
  return sum(residuals.slice(1).map((left, index) => left * (residuals[index] ?? 0))) / squares;
}

/** Where 97.5 % of Student's distribution lie below; the degrees of freedom need not be whole. */
export function studentT(freedom: number): number {
  let [low, high] = [0, 13];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (massBetween(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  return low;
}

const steps = 2000;

/** The part of Student's distribution between -t and t: Simpson's rule over the angle, where the density is a power of a cosine. */
function massBetween(t: number, freedom: number): number {
  const end = Math.atan(t / Math.sqrt(freedom));
  return cosines(end, freedom - 1) / cosines(Math.PI / 2, freedom - 1);
}

function cosines(end: number, power: number): number {
  const width = end / steps;
  const heights = Array.from({ length: steps + 1 }, (_, step) => {
    const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
    return weight * Math.max(0, Math.cos(step * width)) ** power;
  });
  return (sum(heights) * width) / 3;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

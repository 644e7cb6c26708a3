export interface Shared {
  total: number;
  /** The number of shares. */
  count: number;
  weightOf: (index: number) => number;
  least: number;
  /** The limits of one share. */
  most: number;
}

/**
 * Divides a total into whole shares by weight, each from `least` to `most`; the sum is exactly the total. Throws where
 * no such shares exist.
 */
export function shareOut({ total, count, weightOf, least, most }: Shared): Uint32Array {
  if (total < count * least || total > count * most)
    throw new RangeError(`${total} cannot be cut into ${count} shares of ${least} to ${most}`);
  const shares = new Uint32Array(count).fill(least);
  const weights = Float64Array.from({ length: count }, (_, index) => weightOf(index));
  let left = total - count * least;
  while (left > 0) {
    const given = giveByWeight({ shares, weights, left, most });
    left -= given > 0 ? given : giveOneEach(shares, left, most);
  }
  return shares;
}

function giveByWeight(given: { shares: Uint32Array; weights: Float64Array; left: number; most: number }): number {
  const { shares, weights, left, most } = given;
  let sum = 0;
  for (let index = 0; index < shares.length; index++) if (at(shares, index) < most) sum += at(weights, index);
  let handedOut = 0;
  for (let index = 0; index < shares.length; index++) {
    const share = at(shares, index);
    const more = Math.min(most - share, Math.floor((left * at(weights, index)) / sum));
    shares[index] = share + more;
    handedOut += more;
  }
  return handedOut;
}

function giveOneEach(shares: Uint32Array, left: number, most: number): number {
  let handedOut = 0;
  for (let index = 0; index < shares.length && handedOut < left; index++) {
    const share = at(shares, index);
    if (share === most) continue;
    shares[index] = share + 1;
    handedOut += 1;
  }
  return handedOut;
}

/** Reads an entry within the bounds of a list without holes. */
export function at(list: Uint32Array | Float64Array, index: number): number {
  return list[index] ?? 0;
}

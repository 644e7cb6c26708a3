/** How much of a day is played: in `npm test`, by the command, or with --long. */
export type Size = 'short' | 'usual' | 'long';

/** The limit of a figure; both ends belong to it. */
export interface Target {
  least?: number;
  most?: number;
}

export interface Played {
  figures: Record<string, number>;
  targets: Record<string, Target>;
  /** The parts that could not be tried here, and why. */
  skipped?: string;
}

export interface Day {
  name: string;
  /** The events of the day, in a sentence. */
  what: string;
  /** Plays it on a site of its own below `folder`, which is empty. */
  play(given: { folder: string; size: Size }): Promise<Played>;
}

export interface Verdict extends Played {
  name: string;
  pass: boolean;
}

/** A figure that has a target and was not measured misses it. */
export function judge(name: string, played: Played): Verdict {
  return { name, ...played, pass: missed(played).length === 0 };
}

/** The names of the figures that miss their targets. */
export function missed({ figures, targets }: Played): string[] {
  return Object.entries(targets)
    .filter(([name, { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }]) => {
      const figure = figures[name];
      return figure === undefined || !(figure >= least && figure <= most);
    })
    .map(([name]) => name);
}

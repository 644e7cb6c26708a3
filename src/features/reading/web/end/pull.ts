/** The page must rest at its end this long before a pull counts: momentum opens nothing (spec: reader.md#touches). */
const settleMs = 250;
/** How far a finger must pull, and how long it must stay there. */
const pullPx = 120;
export const holdMs = 300;

/** How a finger stands at the end of a chapter. */
export type Pull =
  | { phase: 'away' }
  /** The page has been at its end since then. */
  | { phase: 'settling'; since: number }
  | { phase: 'pulling'; fromY: number; distance: number; heldSince: number | null }
  | { phase: 'done' };

export type PullEvent =
  | { type: 'scrolled'; atEnd: boolean; now: number }
  | { type: 'touched'; y: number; fingers: number; now: number }
  | { type: 'moved'; y: number; fingers: number; now: number }
  | { type: 'released'; now: number }
  | { type: 'waited'; now: number };

export const noPull: Pull = { phase: 'away' };

/** The pull after what has happened; `done` when the next chapter is to be opened. */
export function pullAfter(pull: Pull, event: PullEvent): Pull {
  if (pull.phase === 'done') return pull;
  switch (event.type) {
    case 'scrolled':
      return afterScroll(pull, event);
    case 'touched':
      if (event.fingers !== 1) return rested(pull, event.now);
      if (pull.phase !== 'settling' || event.now - pull.since < settleMs) return pull;
      return { phase: 'pulling', fromY: event.y, distance: 0, heldSince: null };
    case 'moved':
      return pull.phase === 'pulling' ? afterMove(pull, event) : pull;
    case 'released':
      return rested(pull, event.now);
    case 'waited':
      return isHeld(pull, event.now) ? { phase: 'done' } : pull;
  }
}

/** How full the meter is, 0 to 1. */
export function shareOfPull(pull: Pull): number {
  if (pull.phase === 'done') return 1;
  return pull.phase === 'pulling' ? Math.min(1, Math.max(0, pull.distance / pullPx)) : 0;
}

function afterScroll(pull: Pull, { atEnd, now }: { atEnd: boolean; now: number }): Pull {
  if (!atEnd) return noPull;
  // On iPhones the page moves a little under a pulling finger; that does not begin the wait anew.
  return pull.phase === 'pulling' ? pull : { phase: 'settling', since: now };
}

function afterMove(
  pull: Extract<Pull, { phase: 'pulling' }>,
  { y, fingers, now }: { y: number; fingers: number; now: number },
): Pull {
  if (fingers !== 1) return { phase: 'settling', since: now };
  const distance = pull.fromY - y;
  const heldSince = distance >= pullPx ? (pull.heldSince ?? now) : null;
  return { ...pull, distance, heldSince };
}

function rested(pull: Pull, now: number): Pull {
  return pull.phase === 'pulling' ? { phase: 'settling', since: now } : pull;
}

function isHeld(pull: Pull, now: number): boolean {
  return pull.phase === 'pulling' && pull.heldSince !== null && now - pull.heldSince >= holdMs;
}

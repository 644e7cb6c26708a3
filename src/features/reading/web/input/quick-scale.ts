import { isDoubleTap, type TimedTap } from './tap-zones.ts';

/** A tap is short, and its finger stays where it is. */
const tapMs = 250;
const slopPx = 10;

/**
 * Two quick taps, and a tap whose second touch is drawn up or down, which chooses a size (spec: reader.md#touches). It
 * reads touches, not clicks: a browser makes no click of the tap that stops a moving page.
 */
export type QuickScale =
  | { phase: 'idle' }
  | { phase: 'first'; start: TimedTap }
  /** One tap was made: the next touch may be its second. */
  | { phase: 'tapped'; tap: TimedTap }
  | { phase: 'second'; start: TimedTap }
  | { phase: 'double'; tap: TimedTap }
  | { phase: 'drawing'; start: TimedTap; dy: number };

export type TouchStep =
  | ({ type: 'down'; fingers: number } & TimedTap)
  | ({ type: 'move' | 'up' } & TimedTap)
  | { type: 'cancel' };

export const noQuickScale: QuickScale = { phase: 'idle' };

export function quickScaleAfter(state: QuickScale, step: TouchStep): QuickScale {
  switch (step.type) {
    case 'down':
      return afterDown(state, step);
    case 'move':
      return afterMove(state, step);
    case 'up':
      return afterUp(state, step);
    case 'cancel':
      return noQuickScale;
  }
}

function afterDown(state: QuickScale, { fingers, x, y, at }: TimedTap & { fingers: number }): QuickScale {
  if (fingers > 1) return noQuickScale;
  const start = { x, y, at };
  const isSecond = state.phase === 'tapped' && isDoubleTap(state.tap, start);
  return { phase: isSecond ? 'second' : 'first', start };
}

function afterMove(state: QuickScale, to: TimedTap): QuickScale {
  if (state.phase !== 'first' && state.phase !== 'second' && state.phase !== 'drawing') return state;
  const { start } = state;
  const dy = to.y - start.y;
  if (state.phase === 'drawing') return { ...state, dy };
  if (wayBetween(start, to) < slopPx) return state;
  const isUpright = Math.abs(dy) > Math.abs(to.x - start.x);
  return state.phase === 'second' && isUpright ? { phase: 'drawing', start, dy } : noQuickScale;
}

function afterUp(state: QuickScale, to: TimedTap): QuickScale {
  if (state.phase !== 'first' && state.phase !== 'second') return noQuickScale;
  const { start } = state;
  if (to.at - start.at >= tapMs || wayBetween(start, to) >= slopPx) return noQuickScale;
  return { phase: state.phase === 'first' ? 'tapped' : 'double', tap: { ...start, at: to.at } };
}

const wayBetween = (from: TimedTap, to: TimedTap) => Math.hypot(to.x - from.x, to.y - from.y);

import type { LetterFault } from './letters.ts';
import type { SignatureFault } from './stamp.ts';

/** The calls of the API by their effect, and the letters that the simulator sends by itself. */
export type Operation = 'create' | 'query' | 'close' | 'refund' | 'find_refund' | 'oauth' | 'notification';

/** The fault of an answer. `lost_status`: the call is done, and answered with a status as if it were not. */
export type AnswerFault =
  | { kind: SignatureFault | 'reset_before' | 'reset_after' | 'reset_mid_body' | 'close_race' }
  | { kind: 'other_order' | 'other_app' | 'other_way' | 'unknown_state' | 'malformed' | 'too_large' | 'redirect' }
  | { kind: 'delay'; ms: number }
  | { kind: 'slow_body'; ms: number }
  | { kind: 'status' | 'lost_status'; status: number; code?: string };

/** The fault of a notification's delivery. A `held` notification arrives after the next one that is not held. */
export type DeliveryFault = { kind: LetterFault | 'drop' | 'duplicate' | 'parallel' | 'held' };

type Fault = ({ on: Exclude<Operation, 'notification'> } & AnswerFault) | ({ on: 'notification' } & DeliveryFault);

/** A fault, and how often it occurs: once by default. */
export type PlannedFault = Fault & { times?: number };

export function createFaults() {
  let planned: { fault: PlannedFault; left: number }[] = [];

  function take(on: Operation): PlannedFault | null {
    const found = planned.find(({ fault, left }) => fault.on === on && left > 0);
    if (!found) return null;
    found.left -= 1;
    return found.fault;
  }

  return {
    plan(fault: PlannedFault): void {
      planned.push({ fault, left: fault.times ?? 1 });
    },
    takeForAnswer(on: Exclude<Operation, 'notification'>): AnswerFault | null {
      const fault = take(on);
      return fault && fault.on !== 'notification' ? fault : null;
    },
    takeForDelivery(): DeliveryFault | null {
      const fault = take('notification');
      return fault?.on === 'notification' ? fault : null;
    },
    clear(): void {
      planned = [];
    },
  };
}

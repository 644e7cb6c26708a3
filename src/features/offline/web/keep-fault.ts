/** Why a chapter could not be kept; each has its words. */
export type KeepFault = 'unsupported' | 'forbidden' | 'full' | 'locked' | 'network' | 'failed';

export class KeepError extends Error {
  readonly fault: KeepFault;

  constructor(fault: KeepFault) {
    super(`The chapter was not kept: ${fault}`);
    this.fault = fault;
  }
}

/** The meaning of a failure for the reader: browsers name theirs in their own ways. */
export function faultOf(error: unknown): KeepFault {
  if (error instanceof KeepError) return error.fault;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return 'full';
  // Private windows and forbidden cookies refuse to open a store.
  if (name === 'SecurityError' || name === 'InvalidStateError' || name === 'NotAllowedError') return 'forbidden';
  return name === 'TypeError' ? 'network' : 'failed';
}

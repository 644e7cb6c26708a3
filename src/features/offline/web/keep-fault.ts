/** The reasons why a chapter could not be kept; each has its message. */
export type KeepFault = 'unsupported' | 'forbidden' | 'full' | 'locked' | 'network' | 'failed';

export class KeepError extends Error {
  readonly fault: KeepFault;

  constructor(fault: KeepFault) {
    super(`The chapter was not kept: ${fault}`);
    this.fault = fault;
  }
}

/** The reason for the reader; browsers have different names for the same failure. */
export function faultOf(error: unknown): KeepFault {
  if (error instanceof KeepError) return error.fault;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return 'full';
  // Private windows and forbidden cookies refuse to open a store.
  if (name === 'SecurityError' || name === 'InvalidStateError' || name === 'NotAllowedError') return 'forbidden';
  return name === 'TypeError' ? 'network' : 'failed';
}

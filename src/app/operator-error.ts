/** Something the operator can mend; the message says what and how, so no stack is shown. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** By name, so that a command need not load the modules of all that could have failed. */
const SELF_EXPLAINING = [
  'OperatorError',
  'ConfigError',
  'MigrationError',
  'EmbeddedDatabaseError',
  'LockHeldError',
  'BackupError',
  'PlaceTakenError',
];

/** What the system, and PostgreSQL (53100), call a disk without room. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', '53100'];

/** What the command line prints for anything thrown: the message where that is enough, the stack of a bug. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && NO_ROOM.includes(String(error.code)))
    return `The disk is full (${error.message}). Make room and run the command again: what is done already stays.`;
  return SELF_EXPLAINING.includes(error.name) ? error.message : (error.stack ?? error.message);
}

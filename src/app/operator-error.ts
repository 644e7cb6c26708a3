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

/** Failures of the system and of PostgreSQL that say nothing to an operator but what they are, and what to do about each. */
const KNOWN_FAILURES: readonly { codes: RegExp; explain: (reason: string) => string }[] = [
  {
    codes: /^(ENOSPC|EDQUOT|53100)$/,
    explain: (reason) =>
      `The disk is full (${reason}). Make room and run the command again: what is done already stays.`,
  },
  {
    codes: /^(EACCES|EPERM|EROFS)$/,
    explain: (reason) => `This user may not do that (${reason}). Give the rights, or choose another place.`,
  },
  {
    codes: /^42501$/,
    explain: (reason) => `The database does not allow it (${reason}). Give its role the rights, or use another role.`,
  },
  {
    codes: /^(57P0\d|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/,
    explain: (reason) =>
      `The database went away (${reason}). When it is back, run the command again: what is done already stays.`,
  },
];

/** The driver reports a connection that was cut without any code. */
const CUT =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** What the command line prints for anything thrown: the message where that is enough, the stack of a bug. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (SELF_EXPLAINING.includes(error.name)) return error.message;
  const code = 'code' in error ? String(error.code) : CUT.test(error.message) ? 'ECONNRESET' : '';
  const known = KNOWN_FAILURES.find(({ codes }) => codes.test(code));
  return known ? known.explain(error.message) : (error.stack ?? error.message);
}

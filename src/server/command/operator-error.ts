/** A fault that the operator can mend; the message says how, so no stack is shown. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Names instead of classes, so that a command does not load the modules of all these errors. */
const SELF_EXPLAINING = [
  'OperatorError',
  'ConfigError',
  'MigrationError',
  'EmbeddedDatabaseError',
  'LockHeldError',
  'BackupError',
  'LeaseTakenError',
  'StoreUnavailableError',
  'StoreRefusedError',
];

/** Failures of the system and of PostgreSQL whose own text does not help an operator, each with advice. */
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

/** The driver reports a cut connection without a code. */
const CUT =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** The text that the command line prints for a thrown value: the message where that is enough, the stack of a bug. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (SELF_EXPLAINING.includes(error.name)) return error.message;
  const code = 'code' in error ? String(error.code) : CUT.test(error.message) ? 'ECONNRESET' : '';
  const known = KNOWN_FAILURES.find(({ codes }) => codes.test(code));
  return known ? known.explain(error.message) : (error.stack ?? error.message);
}

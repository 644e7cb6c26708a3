import type { FastifyBaseLogger } from 'fastify';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * The log of one request, whose lines carry its id. It is made when the request has something to say: most say nothing,
 * and making one for each took 3 % of a busy server's time.
 */
export function createRequestLog(log: FastifyBaseLogger, ...given: Parameters<FastifyBaseLogger['child']>) {
  let own: FastifyBaseLogger | null = null;
  const shaped = (): FastifyBaseLogger => {
    own ??= log.child(...given);
    return own;
  };
  return new RequestLog(shaped) as unknown as FastifyBaseLogger; // the methods of each level have many forms
}

class RequestLog {
  readonly #shaped: () => FastifyBaseLogger;

  constructor(shaped: () => FastifyBaseLogger) {
    this.#shaped = shaped;
  }

  get level(): string {
    return this.#shaped().level;
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: unknown[]): void {
    this.#write('info', line);
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }

  silent(): void {}

  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#shaped().child(...given);
  }

  #write(level: Level, line: unknown[]): void {
    const log = this.#shaped();
    const write: (...line: never[]) => void = log[level].bind(log);
    write(...(line as never[])); // they were given in one of the forms that the level takes
  }
}

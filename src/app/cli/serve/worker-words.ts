/** What a worker needs to know to serve. */
export interface WorkerFacts {
  /** The database's address. */
  url: string;
  /** The source of its settings: the same as that of the first worker, whatever `.env` says by now. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** Messages of a worker to the process that started it. */
export type FromWorker =
  | { kind: 'hello' }
  /** The worker listens on the port. */
  | { kind: 'serving' }
  /** The worker cannot serve, for a reason that the operator can remove. */
  | { kind: 'failed'; reason: string }
  | { kind: 'machine wanted'; id: number }
  | { kind: 'own metrics'; id: number; text: string };

/** Messages of the process that started the workers to one of them. */
export type ToWorker =
  | ({ kind: 'serve' } & WorkerFacts)
  | { kind: 'own metrics wanted'; id: number }
  | { kind: 'machine'; id: number; text: string };

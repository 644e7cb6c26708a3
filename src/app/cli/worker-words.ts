/** The facts that a worker serves with. */
export interface WorkerFacts {
  /** The database's address. */
  url: string;
  /** The source of its settings: the same as that of the first worker, whatever `.env` says by now. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** Words of a worker to the process that started it. */
export type FromWorker =
  | { kind: 'hello' }
  /** It listens. */
  | { kind: 'serving' }
  /** It cannot serve, for a reason that the operator can mend. */
  | { kind: 'failed'; reason: string }
  | { kind: 'machine wanted'; id: number }
  | { kind: 'own metrics'; id: number; text: string };

/** Words of the process that started the workers to one of them. */
export type ToWorker =
  | ({ kind: 'serve' } & WorkerFacts)
  | { kind: 'own metrics wanted'; id: number }
  | { kind: 'machine'; id: number; text: string };

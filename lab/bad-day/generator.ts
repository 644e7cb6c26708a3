// `tsx lab/bad-day/generator.ts`: asks at a fixed rate over raw connections, in a process of its own. It takes a `Pressing`
// as its message, and sends the `Shot`s back when the time is over.

import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** One kind of question: the whole request as text; `#` stands for the number of the question. */
export interface Ammunition {
  kind: string;
  request: string;
  /** It is asked so many times in each round of questions. */
  times: number;
}

export interface Pressing {
  port: number;
  perSecond: number;
  forMs: number;
  mostConnections: number;
  ammunition: readonly Ammunition[];
}

/** An answer: its time runs from the moment when the question was written to its connection. */
export interface Shot {
  kind: string;
  /** 0: the connection broke, or no answer came in time. */
  status: number;
  ms: number;
  hasRetryAfter: boolean;
}

export interface Shots {
  /** Questions that were due; those that found no free connection were never written. */
  due: number;
  shots: Shot[];
  /** The latest that a question was written after it was due. */
  latestMs: number;
}

const answersWithinMs = 20_000;

/** A connection that has one question under way at most. */
class Line {
  readonly #socket: Socket;
  readonly #onFree: (line: Line) => void;
  #head = '';
  #left = 0;
  #shot: { kind: string; at: number; note: (shot: Shot) => void } | null = null;
  isOpen = true;

  constructor(port: number, onFree: (line: Line) => void, onEnd: (line: Line) => void) {
    this.#onFree = onFree;
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true).setTimeout(answersWithinMs);
    this.#socket.on('data', (part: Buffer) => this.#take(part));
    this.#socket.on('error', () => {}).on('timeout', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      this.isOpen = false;
      this.#end(0, false);
      onEnd(this);
    });
  }

  ask(kind: string, request: string, note: (shot: Shot) => void): void {
    this.#shot = { kind, at: performance.now(), note };
    this.#head = '';
    this.#left = -1;
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(part: Buffer): void {
    let body = part.length;
    if (this.#left < 0) {
      this.#head += part.toString('latin1');
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return;
      body = this.#head.length - end - 4;
      this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0);
    }
    this.#left -= body;
    if (this.#left > 0) return;
    this.#end(Number(this.#head.slice(9, 12)), /\r\nretry-after: [1-5]\r\n/i.test(this.#head));
    if (/\r\nconnection: close/i.test(this.#head)) this.#socket.destroy();
    else this.#onFree(this);
  }

  #end(status: number, hasRetryAfter: boolean): void {
    const shot = this.#shot;
    this.#shot = null;
    if (shot) shot.note({ kind: shot.kind, status, ms: performance.now() - shot.at, hasRetryAfter });
  }
}

async function press({ port, perSecond, forMs, mostConnections, ammunition }: Pressing): Promise<Shots> {
  const round = ammunition.flatMap((one) => Array.from({ length: one.times }, () => one));
  const all = new Set<Line>();
  const free: Line[] = [];
  const shots: Shot[] = [];
  let due = 0;
  let underWay = 0;
  let latestMs = 0;
  const open = () => {
    const line = new Line(
      port,
      (freed) => free.push(freed),
      (ended) => all.delete(ended),
    );
    all.add(line);
    return line;
  };
  const takeFree = (): Line | undefined => {
    for (;;) {
      const line = free.pop();
      if (!line) return all.size < mostConnections ? open() : undefined;
      if (line.isOpen) return line;
    }
  };
  const began = performance.now();
  for (let now = began; now - began < forMs; now = performance.now()) {
    while (due < ((now - began) / 1000) * perSecond) {
      // Neighbours in the round are of different kinds: seven and most lengths have no common factor.
      const one = round[(due * 7) % round.length];
      latestMs = Math.max(latestMs, now - began - (due / perSecond) * 1000);
      due += 1;
      const line = takeFree();
      if (!one || !line) continue;
      underWay += 1;
      line.ask(one.kind, one.request.replaceAll('#', String(due)), (shot) => {
        underWay -= 1;
        shots.push(shot);
      });
    }
    await pause(2);
  }
  const patience = performance.now() + answersWithinMs;
  while (underWay > 0 && performance.now() < patience) await pause(20);
  for (const line of all) line.close();
  return { due, shots, latestMs: Math.round(latestMs) };
}

process.once('message', (pressing: Pressing) => {
  void press(pressing).then((shots) => process.send?.(shots, () => process.disconnect()));
});

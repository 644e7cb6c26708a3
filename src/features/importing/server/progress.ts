import { printable } from '../../../shared/text.ts';

type Terminal = { write(text: string): unknown; columns?: number };

/** `found`: the number of pages in a chapter that was just opened. */
export type ProgressStep = { chapters?: number; pages?: number; found?: number };

export type Progress = {
  /** Counts a file that was read, before the total is known. */
  look(): void;
  begin(chapters: number): void;
  /** A book begins. */
  show(title: string): void;
  step(step: ProgressStep): void;
  /** The book that began last is through. */
  finish(): void;
  end(): void;
};

/** Work that nobody follows. */
export const unfollowed: Progress = {
  look() {},
  begin() {},
  show() {},
  step() {},
  finish() {},
  end() {},
};

/** Tells both of the same work. */
export function bothOf(one: Progress, other: Progress): Progress {
  const tell = (say: (progress: Progress) => void) => {
    say(one);
    say(other);
  };
  return {
    look: () => tell((progress) => progress.look()),
    begin: (chapters) => tell((progress) => progress.begin(chapters)),
    show: (title) => tell((progress) => progress.show(title)),
    step: (step) => tell((progress) => progress.step(step)),
    finish: () => tell((progress) => progress.finish()),
    end: () => tell((progress) => progress.end()),
  };
}

/** `bar`: one line that is drawn again and again. `lines`: a line now and then, for a log. */
export type ProgressStyle = 'bar' | 'lines' | 'none';

const redrawMs = 80;
const lineEveryMs = 10_000;

/** Shows an import's progress, its speed and the time left. */
export function createProgress(terminal: Terminal, options: { style: ProgressStyle; clock?: () => number }): Progress {
  const { style, clock = Date.now } = options;
  let saidAt = style === 'bar' ? Number.NEGATIVE_INFINITY : clock();
  let looked = 0;
  let title = '';
  const done: Done = { chapters: 0, pages: 0, of: 0, found: 0, opened: 0 };
  let since = 0;
  let book = { ...done, at: 0 };

  function say(text: { bar: string; line: string }): void {
    saidAt = clock();
    if (style === 'bar')
      terminal.write(`\r\u001b[K${cutToColumns(text.bar, Math.max(20, (terminal.columns ?? 80) - 1))}`);
    else if (style === 'lines') terminal.write(`${text.line}\n`);
  }

  const isDue = () => clock() - saidAt >= (style === 'bar' ? redrawMs : lineEveryMs);
  const tell = () => {
    const told = toldOf(done, clock() - since);
    say({ bar: `${barOf(done)} ${told}  ${title}`, line: `${title}: ${told}` });
  };
  return {
    look() {
      looked += 1;
      const text = `Looking at the files: ${looked}`;
      if (isDue()) say({ bar: text, line: text });
    },
    begin(chapters) {
      done.of = chapters;
      since = clock();
    },
    show(next) {
      title = printable(next);
      book = { ...done, at: clock() };
      tell();
    },
    step(step) {
      done.chapters += step.chapters ?? 0;
      done.pages += step.pages ?? 0;
      done.found += step.found ?? 0;
      if (step.found !== undefined) done.opened += 1;
      if (isDue()) tell();
    },
    finish() {
      const pages = done.pages - book.pages;
      const elapsedMs = clock() - book.at;
      const parts = [counted(done.chapters - book.chapters, 'chapter')];
      if (pages > 0) parts.push(counted(pages, 'page'));
      if (pages > 0 && elapsedMs >= soonestGuessMs) parts.push(rateOf(pages, elapsedMs));
      if (style === 'lines') terminal.write(`${title}: through after ${tookOf(elapsedMs)}, ${parts.join(', ')}\n`);
    },
    end() {
      if (style === 'bar') terminal.write('\r\u001b[K');
    },
  };
}

/** `found`: the pages of the chapters that were opened. */
type Done = { chapters: number; pages: number; of: number; found: number; opened: number };

/** Earlier than this, the time left cannot be estimated. */
const soonestGuessMs = 5000;
const barCells = 24;

function barOf(done: Done): string {
  const filled = Math.min(barCells, Math.round(barCells * partDone(done)));
  return `${'█'.repeat(filled)}${'░'.repeat(barCells - filled)}`;
}

/** Counted in pages, where chapters have any; a chapter not opened yet is taken for as long as the average. */
function partDone({ chapters, pages, of, found, opened }: Done): number {
  if (found === 0) return chapters / Math.max(1, of);
  const unopened = Math.max(0, of - Math.max(opened, chapters));
  return pages / (found + (unopened * found) / opened);
}

function toldOf(done: Done, elapsedMs: number): string {
  const { chapters, pages, of, found } = done;
  const parts = [`${chapters}/${of} chapters`];
  const isTelling = elapsedMs >= soonestGuessMs;
  // Of a single chapter the pages are the whole progress; of several they are only a part.
  if (pages > 0) parts.push(of === 1 && found > 0 ? `${pages}/${found} pages` : `${pages} pages`);
  if (pages > 0 && isTelling) parts.push(rateOf(pages, elapsedMs));
  const part = partDone(done);
  if (isTelling && part > 0 && part < 1) parts.push(`about ${spanOf((elapsedMs * (1 - part)) / part)} left`);
  return parts.join(', ');
}

function rateOf(pages: number, elapsedMs: number): string {
  return `${((pages * 1000) / elapsedMs).toFixed(1)} pages/s`;
}

function counted(count: number, what: 'chapter' | 'page'): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function tookOf(ms: number): string {
  return ms < minuteMs ? `${Math.round(ms / 1000)} s` : spanOf(ms);
}

const minuteMs = 60_000;

/** 40 s, 12 min, 3 h 20 min: an estimate cannot be more exact. */
function spanOf(ms: number): string {
  if (ms < minuteMs) return `${Math.max(5, Math.round(ms / 5000) * 5)} s`;
  const minutes = Math.round(ms / minuteMs);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]$/u;

/** Cuts a text to a terminal's width; a longer line would stay on the screen when the next one is drawn. */
function cutToColumns(text: string, columns: number): string {
  let width = 0;
  let cut = '';
  for (const character of text) {
    width += wide.test(character) ? 2 : /\p{Mn}/u.test(character) ? 0 : 1;
    if (width > columns) break;
    cut += character;
  }
  return cut;
}

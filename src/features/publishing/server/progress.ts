import { printable } from '../../../shared/text.ts';

type Terminal = { write(text: string): unknown; columns?: number };

export type Progress = {
  /** Counts a file that was read, before the total is known. */
  look(): void;
  begin(chapters: number): void;
  show(title: string): void;
  step(step: { chapters?: number; pages?: number }): void;
  end(): void;
};

const barCells = 24;
const redrawMs = 80;

/** One line on a terminal with the import's progress, its speed and the time left; without a terminal nothing. */
export function createProgress(terminal: Terminal, options: { isShown: boolean; clock?: () => number }): Progress {
  const clock = options.clock ?? Date.now;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let looked = 0;
  let title = '';
  const done = { chapters: 0, pages: 0, of: 0, since: 0 };

  function draw(text: string): void {
    if (!options.isShown) return;
    drawnAt = clock();
    terminal.write(`\r\u001b[K${cutToColumns(text, Math.max(20, (terminal.columns ?? 80) - 1))}`);
  }

  const isDue = () => clock() - drawnAt >= redrawMs;
  const line = () => `${progressLine({ ...done, elapsedMs: clock() - done.since })}  ${title}`;
  return {
    look() {
      looked += 1;
      if (isDue()) draw(`Looking at the files: ${looked}`);
    },
    begin(chapters) {
      Object.assign(done, { of: chapters, since: clock() });
    },
    show(next) {
      title = printable(next);
      draw(line());
    },
    step(step) {
      done.chapters += step.chapters ?? 0;
      done.pages += step.pages ?? 0;
      if (isDue()) draw(line());
    },
    end() {
      if (options.isShown) terminal.write('\r\u001b[K');
    },
  };
}

type Done = { chapters: number; pages: number; of: number; elapsedMs: number };

/** Earlier than this, the time left cannot be estimated. */
const soonestGuessMs = 5000;

function progressLine({ chapters, pages, of, elapsedMs }: Done): string {
  const filled = Math.min(barCells, Math.round((barCells * chapters) / Math.max(1, of)));
  const isTelling = elapsedMs >= soonestGuessMs;
  const parts = [`${chapters}/${of} chapters`];
  if (pages > 0) parts.push(`${pages} pages`);
  if (pages > 0 && isTelling) parts.push(`${((pages * 1000) / elapsedMs).toFixed(1)} pages/s`);
  if (isTelling && chapters > 0 && chapters < of)
    parts.push(`about ${spanOf((elapsedMs * (of - chapters)) / chapters)} left`);
  return `${'█'.repeat(filled)}${'░'.repeat(barCells - filled)} ${parts.join(', ')}`;
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

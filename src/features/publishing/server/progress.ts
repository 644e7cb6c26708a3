type Terminal = { write(text: string): unknown; columns?: number };

export type Progress = {
  show(title: string): void;
  step(step: { chapters?: number; pages?: number }): void;
  end(): void;
};

const barCells = 24;
const redrawMs = 80;

/** One line on a terminal that says how far the import is; nothing elsewhere. */
export function createProgress(terminal: Terminal, options: { isShown: boolean; chapters: number }): Progress {
  let title = '';
  let chapters = 0;
  let pages = 0;
  let drawnAt = 0;

  function draw(): void {
    if (!options.isShown) return;
    drawnAt = Date.now();
    const filled = Math.round((barCells * chapters) / Math.max(1, options.chapters));
    const bar = '█'.repeat(filled) + '░'.repeat(barCells - filled);
    const line = `${bar} ${chapters}/${options.chapters} chapters, ${pages} pages  ${title}`;
    terminal.write(`\r\u001b[K${line.slice(0, Math.max(20, (terminal.columns ?? 80) - 1))}`);
  }

  return {
    show(next) {
      title = next;
      draw();
    },
    step(step) {
      chapters += step.chapters ?? 0;
      pages += step.pages ?? 0;
      if (Date.now() - drawnAt >= redrawMs) draw();
    },
    end() {
      if (options.isShown) terminal.write('\r\u001b[K');
    },
  };
}

import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function shown(columns = 200) {
  const lines: string[] = [];
  let now = 1000;
  const terminal = { write: (text: string) => lines.push(text.replace('\r\u001b[K', '')), columns };
  const progress = createProgress(terminal, { isShown: true, clock: () => now });
  return { progress, lines, wait: (ms: number) => (now += ms) };
}

describe('the progress of an import', () => {
  it('counts the files that are looked at, before it knows how many chapters there are', () => {
    const { progress, lines, wait } = shown();
    progress.look();
    progress.look();
    wait(100);
    progress.look();
    expect(lines).toEqual(['Looking at the files: 1', 'Looking at the files: 3']);
  });

  it('tells its rate and the time left, once they can be told', () => {
    const { progress, lines, wait } = shown();
    progress.begin(100);
    progress.show('The sea');
    wait(1000);
    progress.step({ pages: 30, chapters: 10 });
    wait(9000);
    progress.step({ pages: 20 });
    wait(50_000);
    progress.step({ chapters: 1 });
    wait(3_600_000);
    progress.step({ chapters: 14 });
    expect(lines.map((line) => line.replace(/^[█░]{24} /, ''))).toEqual([
      '0/100 chapters  The sea',
      '10/100 chapters, 30 pages  The sea',
      '10/100 chapters, 50 pages, 5.0 pages/s, about 2 min left  The sea',
      '11/100 chapters, 50 pages, 0.8 pages/s, about 8 min left  The sea',
      '25/100 chapters, 50 pages, 0.0 pages/s, about 3 h 3 min left  The sea',
    ]);
  });

  it('fills the line of a terminal at most, where Chinese takes two columns, and writes no control codes to it', () => {
    const { progress, lines } = shown(61);
    progress.begin(1);
    progress.show(`海\u001b[2J${'海'.repeat(40)}`);
    expect(lines).toEqual([`${'░'.repeat(24)} 0/1 chapters  海�[2J${'海'.repeat(7)}`]);
  });

  it('is not shown where there is no terminal', () => {
    const lines: string[] = [];
    const progress = createProgress({ write: (text) => lines.push(text) }, { isShown: false });
    progress.look();
    progress.begin(1);
    progress.show('x');
    progress.step({ chapters: 1 });
    progress.end();
    expect(lines).toEqual([]);
  });
});

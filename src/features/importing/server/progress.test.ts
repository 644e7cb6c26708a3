import { describe, expect, it } from 'vitest';
import { createProgress, type ProgressStyle } from './progress.ts';

function shown({ columns = 200, style = 'bar' as ProgressStyle } = {}) {
  const lines: string[] = [];
  let now = 1000;
  const terminal = { write: (text: string) => lines.push(text.replace('\r\u001b[K', '')), columns };
  const progress = createProgress(terminal, { style, clock: () => now });
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

  it('tells the time left by pages within a single chapter, such as a PDF', () => {
    const { progress, lines, wait } = shown();
    progress.begin(1);
    progress.show('Scan');
    wait(6000);
    progress.step({ found: 240, pages: 24 });
    expect(lines.at(-1)).toBe(
      `${'█'.repeat(2)}${'░'.repeat(22)} 0/1 chapters, 24/240 pages, 4.0 pages/s, about 55 s left  Scan`,
    );
  });

  it('takes chapters that are not opened yet to be as long as the others', () => {
    const { progress, lines, wait } = shown();
    progress.begin(4);
    progress.show('Scans');
    progress.step({ found: 90 });
    progress.step({ found: 110 });
    wait(10_000);
    progress.step({ pages: 40 });
    expect(lines.at(-1)).toMatch(/0\/4 chapters, 40 pages, 4.0 pages\/s, about 2 min left {2}Scans$/);
  });

  it('fills the line of a terminal at most, where Chinese takes two columns, and writes no control codes to it', () => {
    const { progress, lines } = shown({ columns: 61 });
    progress.begin(1);
    progress.show(`海\u001b[2J${'海'.repeat(40)}`);
    expect(lines).toEqual([`${'░'.repeat(24)} 0/1 chapters  海�[2J${'海'.repeat(7)}`]);
  });

  it('is a plain line at each book’s begin and end where there is no terminal, and every ten seconds between', () => {
    const { progress, lines, wait } = shown({ style: 'lines', columns: 20 });
    progress.look();
    wait(11_000);
    progress.look();
    progress.begin(3);
    progress.show('The sea');
    progress.step({ found: 100 });
    for (let page = 0; page < 100; page += 1) {
      wait(250);
      progress.step({ pages: 1 });
    }
    progress.step({ chapters: 1 });
    progress.finish();
    progress.show('Words');
    wait(1000);
    progress.step({ chapters: 1 });
    progress.step({ chapters: 1 });
    progress.finish();
    progress.end();
    expect(lines).toEqual([
      'Looking at the files: 2\n',
      'The sea: 0/3 chapters\n',
      'The sea: 0/3 chapters, 40 pages, 4.0 pages/s, about 1 min left\n',
      'The sea: 0/3 chapters, 80 pages, 4.0 pages/s, about 55 s left\n',
      'The sea: through after 25 s, 1 chapter, 100 pages, 4.0 pages/s\n',
      'Words: 1/3 chapters, 100 pages, 4.0 pages/s, about 50 s left\n',
      'Words: through after 1 s, 2 chapters\n',
    ]);
  });

  it('is not shown where nobody wants it', () => {
    const { progress, lines, wait } = shown({ style: 'none' });
    progress.look();
    progress.begin(1);
    progress.show('x');
    wait(60_000);
    progress.step({ chapters: 1 });
    progress.finish();
    progress.end();
    expect(lines).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { eachOf } from '../../../../server/testing/depth.ts';
import type { TextBlock } from '../../text/block-writer.ts';
import { parsePlainText, splitNovel } from './txt.ts';

const prose = 'The rain had not stopped since morning, and nobody in the house spoke of it any more.';
const han = '　　那一夜的雨下得很大，谁也没有说话，只听见屋檐下的水声一阵紧似一阵。';

function wordsOf(blocks: readonly TextBlock[]): string {
  const words = blocks.map((block) =>
    'inlines' in block
      ? block.inlines.map((inline) => (inline.type === 'text' ? inline.text : inline.type === 'br' ? '/' : '')).join('')
      : '***',
  );
  return words.join('|');
}

const outline = (source: string) =>
  splitNovel(source).chapters.map(({ number, heading }) => `${number ?? '-'} ${heading}`);
const book = (headings: readonly string[], text = prose) =>
  headings.map((heading) => `${heading}\n\n${text}\n`).join('\n\n');

it('a title page with long rows of underscores is read in time', () => {
  const row = `x${'_'.repeat(200_000)}x`;
  expect(outline(`ISBN 1\n\n${row}\n\n${row}\n\nChapter 1\n\n${prose}\n`).at(-1)).toBe('1 Chapter 1');
});

describe('a heading', () => {
  it.each([
    ['第一章', '1', ''],
    ['第五十三回　金酸寒　玉露冷', '53', '金酸寒　玉露冷'],
    ['第一百零二章 归来', '102', '归来'],
    ['第廿一章 廿一', '21', '廿一'],
    ['第５３章：风起', '53', '风起'],
    ['第003话', '3', ''],
    ['第10.5章 夜雨', '10.5', '夜雨'],
    ['第一卷 风起 第２．５章', '2.5', ''],
    ['【第三章 夜雨】', '3', '夜雨'],
    ['第七章 你是谁？', '7', '你是谁？'],
    ['正文 第八章 开始', '8', '开始'],
    ['Chapter 12', '12', ''],
    ['CHAPTER XXII', '22', ''],
    ['Chapter 10.5', '10.5', ''],
    ['CHAPTER I. Down the Rabbit-Hole', '1', 'Down the Rabbit-Hole'],
    ['Chapter Twenty-One: Home', '21', 'Home'],
    ['CHAPITRE PREMIER', '1', ''],
    ['CHAPITRE XXII[1].', '22', ''],
    ['Capítulo primero', '1', ''],
    ['Capítulo XIV. De lo que aconteció', '14', 'De lo que aconteció'],
    ['Capítulo décimo tercero', '13', ''],
    ['STAVE ONE', '1', ''],
    ['الفصل الأول', '1', ''],
    ['الفصل الثاني عشر: مفاجأة', '12', 'مفاجأة'],
    ['الفصل الحادي والعشرون', '21', ''],
    ['الفصل السبعون: وصية', '70', 'وصية'],
    ['الفصل الثاني والثمانون', '82', ''],
    ['Einundsechzigstes Kapitel', '61', ''],
    ['Глава семьдесят вторая', '72', ''],
    ['الفصل ٣', '3', ''],
  ])('%j has the number %s and the title %j', (heading, number, title) => {
    expect(splitNovel(book([heading])).chapters).toMatchObject([{ number, title }]);
  });

  it.each([
    ['I', 'II', 'III'],
    ['-I-', '-II-', '-III-'],
    ['1', '2', '3'],
  ])('may be a number alone on its line: %s %s %s', (...headings) => {
    expect(outline(book(headings, prose.repeat(30)))).toEqual(headings.map((heading, at) => `${at + 1} ${heading}`));
  });

  it('is shown as it was printed, without the mark of a note and brackets around it', () => {
    expect(outline(book(['CHAPITRE XXII[1].', '【第二十三章 夜雨】']))).toEqual([
      '22 CHAPITRE XXII',
      '23 第二十三章 夜雨',
    ]);
  });

  it('may be the last of its kind without a number', () => {
    expect(outline(book(['الفصل الأول', 'الفصل الأخير']))).toEqual(['1 الفصل الأول', '- الفصل الأخير']);
  });

  it('is the one that parts the whole book, where numerals alone part only a chapter', () => {
    const stories = ['I. A SCANDAL', 'II. THE LEAGUE', 'III. A CASE', 'IV. THE PIPS'].map(
      (heading, at) =>
        `${heading}\n\n${(at === 0 ? ['I.', 'II.', 'III.'] : ['']).map((part) => `${part}\n\n${prose.repeat(30)}\n\n`).join('')}`,
    );
    expect(outline(stories.join('\n'))).toEqual([
      '1 I. A SCANDAL',
      '2 II. THE LEAGUE',
      '3 III. A CASE',
      '4 IV. THE PIPS',
    ]);
  });

  it('may have its title on the lines below, broken at a width', () => {
    const chapter = (numeral: string) =>
      `${numeral}\n\nDANS LEQUEL PHILEAS FOGG ET PASSEPARTOUT\nS'ACCEPTENT\n\n\n${prose}\n\n\n`;
    expect(splitNovel(chapter('I') + chapter('II')).chapters).toMatchObject([
      { number: '1', title: "DANS LEQUEL PHILEAS FOGG ET PASSEPARTOUT S'ACCEPTENT" },
      { number: '2', heading: "II. DANS LEQUEL PHILEAS FOGG ET PASSEPARTOUT S'ACCEPTENT" },
    ]);
  });

  it.each([
    ['within a paragraph', `第一章 雨\n${han}\n${han}正如\n第三章中说过的那样，他走了。\n第二章 风\n${han}`, 2],
    [
      'of a sentence',
      `Chapter 1\n\n${prose}\n\nChapter 3 was the one he liked best, he said.\n\nChapter 2\n\n${prose}`,
      2,
    ],
    ['of a broken line', `Chapter 1\n\n${prose} He opened\nChapter 7 and began to read.\n\nChapter 2\n\n${prose}`, 2],
    ['of a round', `第一章 雨\n${han}\n第一回合战斗结束\n${han}\n第二章 风\n${han}`, 2],
    ['of a lesson', `第一章 雨\n${han}\n第一节课他们都来了\n${han}\n第二章 风\n${han}`, 2],
    ['set in as a paragraph', `第一章 雨\n${han}\n　　第三章 写得很好\n${han}\n第二章 风\n${han}`, 2],
    ['of the word I', `Chapter 1\n\n${prose}\n\nI\n\n${prose}`, 1],
  ])('is none %s', (_name, source, count) => {
    expect(splitNovel(source).chapters).toHaveLength(count);
  });
});

describe('a novel', () => {
  it('has prologues and appendices between its numbers, where they stand', () => {
    const headings = ['楔子', '第一章 雨', '附录　旧事', '第二章 风', '尾声'];
    expect(outline(headings.map((heading) => `${heading}\n${han}\n`).join('\n'))).toEqual([
      '- 楔子',
      '1 第一章 雨',
      '- 附录　旧事',
      '2 第二章 风',
      '- 尾声',
    ]);
    expect(outline(book(['Prologue', 'Chapter 1', 'Chapter 2', 'Epilogue']))).toHaveLength(4);
  });

  it.each([
    [['第一章 开始', '第二章 继续', '第三章 完'], '　　话说天下大势。'],
    [['Chapter 1', 'Chapter 2', 'Chapter 3'], 'Hello, world.'],
    [['الفصل الأول', 'الفصل الثاني'], 'كان يا ما كان.'],
  ])('of %j is cut there, however little stands below them', (headings, text) => {
    expect(splitNovel(book(headings, text)).chapters.map(({ heading }) => heading)).toEqual(headings);
  });

  it.each([
    ['第一章 开始\n你好，世界。\n第二章 结束\n再见，世界。\n', ['第一章 开始', '第二章 结束']],
    ['Chapter 1\nHello, world.\nChapter 2\nGood bye.\n', ['Chapter 1', 'Chapter 2']],
  ])('of short lines without a gap is not taken for one that was broken at a width', (source, headings) => {
    expect(splitNovel(source).chapters.map(({ heading }) => heading)).toEqual(headings);
  });

  it('is not cut at a list of contents that nothing follows', () => {
    expect(outline('Chapter 1\n\nChapter 2\n\nChapter 3\n')).toHaveLength(1);
  });

  it('has volumes, whose chapters may count anew', () => {
    const chapters = splitNovel(book(['Part One', 'Chapter 1', 'Chapter 2', 'Part Two', 'Chapter 1'])).chapters;
    expect(chapters.map(({ volume, number }) => [volume, number])).toEqual([
      ['Part One', '1'],
      ['Part One', '2'],
      ['Part Two', '1'],
    ]);
    expect(splitNovel(`第一卷 风起 第三章 夜\n${han}\n第二卷 云涌\n第四章 昼\n${han}`).chapters).toMatchObject([
      { volume: '第一卷 风起', number: '3', title: '夜' },
      { volume: '第二卷 云涌', number: '4', title: '昼' },
    ]);
  });

  it('has the nearest of several volumes above a chapter', () => {
    const source = 'Tome I\n\nLivre premier--Un juste\n\nChapitre I\n\nMonsieur Myriel\n\n';
    expect(
      splitNovel(`${source}${prose}\n\nLivre deuxième--La chute\n\nChapitre I\n\n${prose}`).chapters,
    ).toMatchObject([
      { volume: 'Livre premier--Un juste', heading: 'Chapitre I. Monsieur Myriel' },
      { volume: 'Livre deuxième--La chute', heading: 'Chapitre I' },
    ]);
  });

  it('is its volumes where it has nothing below them', () => {
    expect(outline(book(['Part One', 'Part Two']))).toEqual(['1 Part One', '2 Part Two']);
  });

  it.each([
    ['in front', (list: string, chapters: string) => `CONTENTS\n\n${list}\n\n${chapters}`],
    ['behind', (list: string, chapters: string) => `${chapters}\n\n${list}\n`],
  ])('does not take its list of contents %s for chapters', (_name, make) => {
    const headings = ['Chapter 1', 'Chapter 2', 'Chapter 3'];
    const chapters = splitNovel(make(headings.join('\n'), book(headings, prose.repeat(3)))).chapters;
    expect(chapters.map(({ number }) => number)).toEqual(['1', '2', '3']);
    for (const { blocks } of chapters) expect(wordsOf(blocks)).toBe(prose.repeat(3));
  });

  it('tells title and author by its title page', () => {
    expect(splitNovel(`西游记\n吴承恩\n\n第一回　灵根\n\n${han}`)).toMatchObject({ title: '西游记', author: '吴承恩' });
    expect(splitNovel(`The Storm\n\nby Ada Example\n\n${book(['Chapter 1'])}`)).toMatchObject({
      title: 'The Storm',
      author: 'Ada Example',
    });
  });

  it('keeps the prose between its list of contents and its first heading', () => {
    const lines = prose.replace(/ and /, '\nand ');
    const source = `The Storm\n\nCONTENTS\n\nPREFACE\n\nA Beginning\n\n${`${lines} ${lines}`.repeat(2)}\n\n${book(['Chapter 1', 'Chapter 2'])}`;
    expect(splitNovel(source).chapters.map(({ number }) => number)).toEqual([null, '1', '2']);
  });

  it('keeps the prose before its first heading', () => {
    const chapters = splitNovel(`${prose.repeat(5)}\n\n${book(['Chapter 1', 'Chapter 2'])}`).chapters;
    expect(chapters.map(({ number }) => number)).toEqual([null, '1', '2']);
  });

  it('repeats no heading that stands twice, and keeps one that has no text of its own', () => {
    const chapters = splitNovel(
      `第一章 雨\n第一章 雨\n${han}\n第二章 风\n第三章 云\n${han}\n第四章 雪\n${han}`,
    ).chapters;
    expect(chapters.map(({ number }) => number)).toEqual(['1', '3', '4']);
    expect(wordsOf(chapters[1]?.blocks ?? [])).toContain('第二章 风');
  });

  it('is one chapter where it has no heading and is no longer than one, else pieces of whole paragraphs', () => {
    expect(splitNovel(`${prose}\n\n${prose}`).chapters).toMatchObject([{ number: null, heading: '' }]);
    const chapters = splitNovel(`${prose}\n\n`.repeat(3000)).chapters;
    expect(chapters.length).toBeGreaterThan(5);
    expect(chapters.map(({ piece }) => piece)).toEqual(chapters.map((_, index) => index + 1));
    for (const { blocks } of chapters) {
      expect(wordsOf(blocks).length).toBeLessThan(40_000);
      expect(new Set(wordsOf(blocks).split('|'))).toEqual(new Set([prose]));
    }
  });
});

describe('a Project Gutenberg file', () => {
  const file = (start: string, end: string) =>
    `The Project Gutenberg EBook of X\n\nTitle: The Storm\n  and the Calm\n\nAuthor: Ada Example\n\nLanguage: French\n\n${start}\n\nProduced by somebody\nelse\n\n\n${book(['I', 'II'], `He _never_ came. ${prose}`)}\nEnd of Project Gutenberg's The Storm\n\n${end}\n\nlicence`;
  it.each([
    ['*** START OF THIS PROJECT GUTENBERG EBOOK X ***', '*** END OF THIS PROJECT GUTENBERG EBOOK X ***'],
    ['***START OF THE PROJECT GUTENBERG EBOOK X***', '***END OF THE PROJECT GUTENBERG EBOOK X***'],
    ['*** START OF THE PROJECT GUTENBERG EBOOK\nX ***', '*** END OF THE PROJECT GUTENBERG EBOOK\nX ***'],
  ])('has its header, credits and footer cut at %j', (start, end) => {
    const novel = splitNovel(file(start, end));
    expect(novel).toMatchObject({
      author: 'Ada Example',
      language: 'French',
      chapters: [{ number: '1' }, { number: '2' }],
    });
    expect(wordsOf(novel.chapters[1]?.blocks ?? [])).toBe(`He never came. ${prose}`);
    expect(JSON.stringify(novel)).not.toMatch(/Gutenberg|Produced|licence/);
  });
});

describe('plain text', () => {
  const words = (source: string) => wordsOf(parsePlainText(source));
  const wrap = (text: string, width: number) => text.replace(new RegExp(`(.{1,${width}})(?:\\s|$)`, 'g'), '$1\n');
  const long = `${prose} ${prose} Saville-row was empty. ${prose}`;

  it.each([72, 150])('broken at %i columns becomes paragraphs again', (width) => {
    expect(words(`${wrap(long, width)}\n${wrap(long, width)}\n${wrap(long, width)}`)).toBe(
      [long, long, long].join('|'),
    );
  });

  it.each([
    ['set in by ideographic spaces', '　　甲。\n　　乙。\n　　丙。', '甲。|乙。|丙。'],
    [
      'a line each',
      `${'甲'.repeat(120)}。\n乙。\n“丙。”\n${'丁'.repeat(210)}。`,
      `${'甲'.repeat(120)}。|乙。|“丙。”|${'丁'.repeat(210)}。`,
    ],
    ['of set-in first lines', `    ${wrap(long, 60).trim()}\n    ${wrap(long, 60).trim()}`, `${long}|${long}`],
    ['parted by rules', 'one.\n\n* * *\n\ntwo.\n\n•••\n\nthree.', 'one.|***|two.|***|three.'],
    [
      'with verses, which keep their lines',
      `${wrap(long, 70)}\nTyger Tyger,\nburning bright,\nin the forests\n\n${wrap(long, 70)}`,
      `${long}|Tyger Tyger,/burning bright,/in the forests|${long}`,
    ],
    ['of two systems', 'one.\r\n\r\ntwo.\n\nthree.\r\rfour.', 'one.|two.|three.|four.'],
    ['with terminal codes', '\u001b[1mBold\u001b[0m words\u001b[31m.\u001b[0m', 'Bold words.'],
    ['with forced directions and a mark', '\ufeff\u202d٩٧٨\u202c \u2067x\u2069\u200f.', '٩٧٨ x\u200f.'],
    ['with entities', 'Pepper&amp;Carrot &lt;b&gt; &#233;', 'Pepper&Carrot <b> é'],
    ['with rare glyphs of its own', '\ue001字', '\ue001字'],
    ['with a NUL', 'a\u0000b', 'ab'],
  ])('%s', (_name, source, expected) => {
    expect(words(source)).toBe(expected);
  });

  it('has no paragraph without an end', () => {
    const blocks = parsePlainText('字'.repeat(100_000));
    expect(wordsOf(blocks).replaceAll('|', '')).toHaveLength(100_000);
    for (const block of blocks) expect(wordsOf([block]).length).toBeLessThanOrEqual(10_000);
  });
});

describe('a hostile text', () => {
  const megabyte = 1024 * 1024;
  const fill = (unit: string) => unit.repeat(Math.ceil(megabyte / unit.length));
  eachOf(
    [
      ['of headings', fill('第一章 x\n')],
      ['of numbers', fill('I\n\nII\n\n')],
      ['of short lines', fill('Ab\n\n')],
      ['of one line', fill('word ')],
      ['of one word', fill('a')],
      ['of terminal codes', fill('\u001b[1m')],
      ['of entities', fill('&amp')],
      ['of italics', `*** START OF THE PROJECT GUTENBERG EBOOK X ***\n${fill('_a ')}`],
      ['of asterisks', fill('* ')],
      ['of volumes', fill('卷一 第一卷\n')],
      ['of contents', `CONTENTS\n\n${fill('PREFACE\n')}`],
      ['of bold lines', fill('\u001b[1mx y\u001b[0m\n\n')],
    ],
    1,
  )(
    '%s ends soon and loses no paragraph to another',
    (_name, source) => {
      const started = performance.now();
      const { chapters } = splitNovel(source);
      expect(performance.now() - started).toBeLessThan(20_000);
      expect(chapters.length).toBeLessThan(20_001);
    },
    30_000,
  );
});

import { describe, expect, it } from 'vitest';
import { eachOf, inLong } from '../../../../server/testing/depth.ts';
import { splitNovel } from './txt.ts';
import { explained, noteOf } from './verdict-words.ts';

const sentence = 'The rain had not stopped since morning, and nobody in the house spoke of it any more.';
const wrapped = `The rain had not stopped since the morning, and nobody in the house of\nthe old man spoke of it any more, for there was nothing to be said about\nit that had not been said before.\n`;
const prose = `${wrapped.repeat(2)}\n`.repeat(9);
const han = '那一夜的雨下得很大，誰也沒有說話，只聽見屋簷下的水聲一陣緊似一陣，直到天亮。';

const headingsOf = (source: string) => splitNovel(source).chapters.map(({ heading }) => heading);
const book = (headings: readonly string[], text = prose) => headings.map((each) => `${each}\n\n${text}`).join('\n\n');
const numbersOf = (source: string) => splitNovel(source).chapters.map(({ number }) => number);

describe('a heading', () => {
  it('needs no empty line before it where it continues the run of the others', () => {
    const chapters = ['一', '二', '三', '四'].map(
      (number, at) => `${at === 2 ? '' : '\n'}第${number}回　風雨\n\n${han}\n${han}`,
    );
    expect(numbersOf(chapters.join('\n'))).toEqual(['1', '2', '3', '4']);
    const english = `${book(['CHAPTER I. Rain', 'CHAPTER II. Wind'])}${wrapped}CHAPTER III. Snow\n\n${prose}${book(['CHAPTER IV. Sun'])}`;
    expect(numbersOf(english)).toEqual(['1', '2', '3', '4']);
  });

  it('may be set in where it continues the run of the others', () => {
    const chapters = ['一', '二', '三', '四'].map(
      (number, at) => `\n${at === 2 ? '  ' : ''}第${number}回　風雨\n\n${han}\n${han}`,
    );
    expect(numbersOf(chapters.join('\n'))).toEqual(['1', '2', '3', '4']);
  });

  it("may have its chapter's first words on its line", () => {
    const chapters = ['一', '二', '三', '四'].map(
      (number, at) => `第${number}回　風雨${at === 2 ? ' 話說那一夜，' : ''}\n${han}\n${han}\n`,
    );
    expect(headingsOf(chapters.join('\n'))).toEqual(['第一回　風雨', '第二回　風雨', '第三回　風雨', '第四回　風雨']);
    expect(JSON.stringify(splitNovel(chapters.join('\n')).chapters[2]?.blocks[0])).toContain('話說那一夜');
  });

  it('may stand in the brackets of an editor', () => {
    const headings = ['[Prologus secundus].', '[Capitulum I.]', '[Capitulum II.]', '[Capitulum III.]'];
    expect(headingsOf(book(headings))).toHaveLength(4);
  });

  it('has Swedish numbers to the nineties', () => {
    const names = ['FEMTIONDE', 'SEXTIOANDRA', 'SJUTTIONDE', 'ÅTTIONDE', 'NITTIOFÖRSTA'];
    expect(numbersOf(book(names.map((name) => `${name} KAPITLET.`)))).toEqual(['50', '62', '70', '80', '91']);
  });

  it('is not added from the list of contents where it is the title of other chapters', () => {
    const titles = ["Anna's Diary", "John's Journal", "Anna's Diary", "John's Journal"];
    const chapters = titles.map((title, at) => `CHAPTER ${at + 1}\n\n${title}`);
    const inner = `${chapters[0]}\n\n${prose}Anna's Diary\n\n${prose}${book(chapters.slice(1))}`;
    expect(numbersOf(`Contents\n\n${chapters.join('\n')}\n\n\n${inner}`)).toEqual(['1', '2', '3', '4']);
  });

  it('may end in a comma, and run over two lines', () => {
    const headings = [
      'CHAPTER I. OF A MAN WHO,\nBEING OLD, WENT OUT',
      'CHAPTER II. OF RAIN,\nAND OF WIND',
      'CHAPTER III. OF SNOW',
    ];
    expect(headingsOf(book(headings))).toEqual([
      'CHAPTER I. OF A MAN WHO, BEING OLD, WENT OUT',
      'CHAPTER II. OF RAIN, AND OF WIND',
      'CHAPTER III. OF SNOW',
    ]);
  });

  it('is none in a sentence that names one', () => {
    const mentions = [
      'BOOK I., CHAPTER II., tells of whales that are larger than any other, and\nof the men who went out to sea after them, and of their wives, who stayed\nat home and waited.\n',
      'Chapter 9 was the one that he liked best of all.',
    ];
    const source = book(['CHAPTER 1', 'CHAPTER 2', 'CHAPTER 3'], `${prose}${mentions.join('\n')}\n${prose}`);
    expect(headingsOf(source)).toEqual(['CHAPTER 1', 'CHAPTER 2', 'CHAPTER 3']);
  });

  it.each([
    [
      ['Erstes Kapitel', 'Zweites Kapitel', 'Einundzwanzigstes Kapitel'],
      ['1', '2', '21'],
    ],
    [
      ['Capitolo primo', 'Capitolo secondo', 'CAPITOLO XXI'],
      ['1', '2', '21'],
    ],
    [
      ['CAPÍTULO I', 'CAPÍTULO II', 'Capítulo décimo terceiro'],
      ['1', '2', '13'],
    ],
    [
      ['Глава первая', 'Глава вторая', 'Глава двадцать первая'],
      ['1', '2', '21'],
    ],
    [
      ['第一章', '第二章', '第十一話'],
      ['1', '2', '11'],
    ],
    [
      ['제1장 비', '제2장 바람', '제11장'],
      ['1', '2', '11'],
    ],
    [
      ['פרק א', 'פרק ב', 'פרק י״א'],
      ['1', '2', '11'],
    ],
    [
      ['Ensimmäinen luku', '2. luku', 'Kahdeskolmatta luku'],
      ['1', '2', '22'],
    ],
    [
      ['EERSTE HOOFDSTUK', 'TWEEDE HOOFDSTUK', 'EENENTWINTIGSTE HOOFDSTUK[1]'],
      ['1', '2', '21'],
    ],
    [
      ['Första kapitlet', 'Andra kapitlet', 'Tjugoförsta kapitlet'],
      ['1', '2', '21'],
    ],
    [
      ['Caput I', 'Caput II', 'Caput tertium'],
      ['1', '2', '3'],
    ],
    [
      ['Rozdział pierwszy', 'Rozdział drugi', 'Rozdział III'],
      ['1', '2', '3'],
    ],
    [
      ['Κεφάλαιον Α΄', 'Κεφάλαιον Β΄', 'Κεφάλαιον ΙΑ΄'],
      ['1', '2', '11'],
    ],
    [
      ['第一○回', '第一一回', '第一○四回'],
      ['10', '11', '104'],
    ],
    [
      ['Chapter 1.I.', 'Chapter 1.II.', 'Chapter 1.III.'],
      ['1', '2', '3'],
    ],
    [
      ['[ 1 ]', '[ 2 ]', '[ 3 ]'],
      ['1', '2', '3'],
    ],
    [
      ['I -- Rain', 'II -- Wind', 'III -- En route !'],
      ['1', '2', '3'],
    ],
  ])('is known in many languages: %j', (headings, numbers) => {
    expect(numbersOf(book(headings, prose.repeat(2)))).toEqual(numbers);
  });

  it('may be a single letter, where the letters run', () => {
    const letters = [...'ABCDEFGHILMNOPRSTVXZ'];
    expect(headingsOf(`Words\n\nPREFACE\n\n${prose}\n\n${book(letters, prose.repeat(2))}`)).toEqual([
      'PREFACE',
      ...letters,
    ]);
  });
});

describe('a list of contents', () => {
  const list = ['PREFACE', 'I. The House', 'II. The Road', 'III. The Sea'];
  it('decides what the headings are', () => {
    const body = [
      `PREFACE\n\n${prose}`,
      ...['The House', 'The Road', 'The Sea'].map((title) => `${title}\n\n${prose}`),
    ];
    const source = `The Rain\n\nby Ada Example\n\nCONTENTS\n\n${list.join('\n')}\n\n\n${body.join('\n\n')}`;
    expect(headingsOf(source)).toEqual(['PREFACE', 'The House', 'The Road', 'The Sea']);
    expect(splitNovel(source).verdict).toMatchObject({ contents: { found: 4 }, holes: [] });
  });

  it('does not end where its next volume begins with a book of the first number', () => {
    const titles = ['The House', 'The Road', 'The Sea'];
    const volume = (n: number, list: boolean) =>
      [1, 2].map((at) => {
        const chapters = titles.map(
          (title, i) => `${list ? '' : 'CHAPTER '}${['I', 'II', 'III'][i]}. ${title} ${n}${at}`,
        );
        const text = list ? chapters.map((each) => `    ${each}`).join('\n') : book(chapters);
        return `BOOK ${['FIRST', 'SECOND'][at - 1]}.--RAIN ${n}${at}\n\n${text}`;
      });
    const all = (list: boolean) =>
      [1, 2, 3].map((n) => `VOLUME ${n}\n\n${volume(n, list).join('\n\n')}`).join('\n\n\n');
    expect(headingsOf(`CONTENTS\n\n${all(true)}\n\n\n\n${all(false)}`)).toHaveLength(18);
  });

  it('ends before a dedication, though a line of that comes again in the book', () => {
    const entries = ['DEDICATION', 'CHAPTER I. The House', 'CHAPTER II. The Road', 'CHAPTER III. The Sea'];
    const thanks = Array.from(
      { length: 40 },
      (_, at) => `I thank you for the ${at + 1} kind letters that you wrote to me.`,
    );
    const dedication = `To the Honourable\n\nADA EXAMPLE\n\n${thanks.join('\n')}\n\nI am,\n\nSir,\n\nYour humble servant.\n\n`;
    const letter = `CHAPTER I. The House\n\nSir,\n\n${prose}`;
    const source = `CONTENTS\n\n${entries.join('\n\n')}\n\n${dedication}${letter}${book(entries.slice(2))}`;
    expect(headingsOf(source)).toHaveLength(4);
    expect(JSON.stringify(splitNovel(source).chapters[0])).toContain('Your humble servant.');
    expect(JSON.stringify(splitNovel(source).chapters[0])).toContain('the 7 kind letters');
  });

  it('is no chapter, whatever stands before it and however its entries are set', () => {
    const entries = [
      'CHAPTER I. The House ..... 1',
      'CHAPTER II. The Road ..... 20',
      'CHAPTER III. The Sea and what was   31\n        beyond it',
    ];
    const source = `${book(['PREFACE'])}CONTENTS\n\n${entries.join('\n')}\n\n${book(['CHAPTER I. The House', 'CHAPTER II. The Road', 'CHAPTER III. The Sea and what was beyond it'])}`;
    expect(headingsOf(source)).toEqual([
      'PREFACE',
      'CHAPTER I. The House',
      'CHAPTER II. The Road',
      'CHAPTER III. The Sea and what was beyond it',
    ]);
  });

  it('may stand at the end, with a line about each chapter', () => {
    const titles = ['LETTRE I', 'LETTRE II', 'LETTRE III', 'LETTRE IV'];
    const table = titles
      .map((title) => `${title}. Usbek à Rhédi. De la pluie, et de ce que\n    l'on en dit.\n`)
      .join('\n');
    expect(headingsOf(`${book(titles)}\n\nTABLE DES MATIÈRES\n\n${table}`)).toEqual(titles);
  });

  it('leaves finer headings alone where it names only the parts', () => {
    const body = ['PART ONE', 'PART TWO', 'PART THREE'].map((part) => `${part}\n\n${book(['Chapter 1', 'Chapter 2'])}`);
    const source = `CONTENTS\n\nPART ONE\nPART TWO\nPART THREE\n\n\n${body.join('\n\n')}`;
    expect(numbersOf(source)).toEqual(['1', '2', '1', '2', '1', '2']);
  });

  it('is not what part, book and chapter below each other are', () => {
    const body = ['First', 'Second', 'Third'].map(
      (name) => `Part ${name}\n\nBook ${name}\n\n${book(['Chapter One', 'Chapter Two'])}`,
    );
    expect(numbersOf(body.join('\n\n'))).toEqual(['1', '2', '1', '2', '1', '2']);
  });
});

describe('a part above the chapters', () => {
  it('may be the narrative of somebody, and have no chapters', () => {
    const chapters = ['CHAPTER I', 'CHAPTER II'];
    const source = `FIRST NARRATIVE.\n\n${book(chapters)}SECOND NARRATIVE.\n\n${prose}THIRD NARRATIVE.\n\n${book(chapters)}`;
    expect(headingsOf(source)).toEqual([...chapters, 'SECOND NARRATIVE', ...chapters]);
  });

  it('stands before the title of its first chapter', () => {
    const source = `TOME I\n\nLIVRE PREMIER\n\n${book(['CHAPITRE I', 'CHAPITRE II'])}LIVRE DEUXIÈME\n\n${book(['CHAPITRE I'])}`;
    expect(splitNovel(source).chapters.map(({ opens, heading }) => [opens, heading])).toEqual([
      ['TOME I · LIVRE PREMIER', 'CHAPITRE I'],
      [undefined, 'CHAPITRE II'],
      ['LIVRE DEUXIÈME', 'CHAPITRE I'],
    ]);
  });

  it('may begin with a chapter whose heading is of another form', () => {
    const first = ['Erstes Buch\n\n1. Ein Fund.', '2. Die Nachbarn.', '3. Die Reise.'];
    const second = ['Zweites Buch\n\n1.\n\nDer Fürst.', '2. Im Garten.', '3. Die Gäste.'];
    expect(numbersOf(book([...first, ...second]))).toEqual(['1', '2', '3', null, '2', '3']);
  });

  it('is told with the part above it where its name comes again', () => {
    const source = ['PART ONE', 'PART TWO'].map((part) => `${part}\n\nBOOK I\n\n${book(['Chapter 1'])}`).join('\n\n');
    expect(splitNovel(source).chapters.map(({ volume }) => volume)).toEqual(['BOOK I', 'PART TWO · BOOK I']);
  });
});

describe('what stands before the first heading', () => {
  it('is one chapter where its name stands above it twice', () => {
    const source = book(['ETYMOLOGY.', 'EXTRACTS: supplied by a friend', 'EXTRACTS.', 'CHAPTER 1', 'CHAPTER 2']);
    expect(headingsOf(source)).toEqual(['ETYMOLOGY.', 'EXTRACTS: supplied by a friend', 'CHAPTER 1', 'CHAPTER 2']);
  });

  it('is kept, with its own heading', () => {
    const source = `The Rain\n\nby Ada Example\n\nTO THOSE WHO WAIT\n\n${prose}\n\n${book(['Chapter 1', 'Chapter 2'])}`;
    expect(headingsOf(source)).toEqual(['TO THOSE WHO WAIT', 'Chapter 1', 'Chapter 2']);
    expect(splitNovel(source)).toMatchObject({ title: 'The Rain', author: 'Ada Example' });
  });

  it('is kept though it speaks of rights', () => {
    const source = `A LETTER\n\n${prose}The copyright of rain is nobody's.\n\n${prose}${prose}\n\n${book(['Chapter 1', 'Chapter 2'])}`;
    expect(headingsOf(source)).toHaveLength(3);
  });

  it.each(['THE FIRST STORY', 'CHAPTER I', 'LETTER THE FIRST'])(
    'is nothing below the start of Gutenberg: %s',
    (first) => {
      const start = '*** START OF THE PROJECT GUTENBERG EBOOK RAIN ***';
      const source = `Title: Rain\n\n${start}\n\n${first}\n\n${prose}\n\n${book(first.startsWith('CHAPTER') ? ['CHAPTER II'] : ['THE SECOND STORY', 'THE THIRD STORY'])}`;
      expect(splitNovel(source).title).toBe('Rain');
      expect(headingsOf(source)[0]).toBe(first);
    },
  );
});

describe('a verdict', () => {
  const source = book(['Chapter 1', 'Chapter 2', 'Chapter 3', 'Chapter 5', 'Chapter 6', 'Chapter 8']);
  it('names what was taken, and the holes', () => {
    const { verdict, chapters } = splitNovel(source);
    expect(noteOf(verdict, chapters.length)).toBe(
      "cut into 6 chapters at a word and a number ('Chapter 1' is the first): its numbers run with the fewest holes; chapters 4 and 7 are missing in the run of numbers",
    );
  });

  it('says where the cut and the list of contents of a text do not agree', () => {
    const numbers = ['I', 'II', 'III', 'IV', 'V'];
    const list = ['CONTENTS', '', ...numbers.map((number) => `CHAPTER ${number}`), 'An Afterword', '', ''].join('\n');
    const whole = splitNovel(`${list}${book([...numbers.map((number) => `CHAPTER ${number}`), 'An Afterword'])}`);
    expect(noteOf(whole.verdict, whole.chapters.length)).not.toContain('list of contents has');
    const short = splitNovel(`${list}${book(numbers.map((number) => `CHAPTER ${number}`))}`);
    expect(noteOf(short.verdict, short.chapters.length)).toMatch(
      /; its list of contents has 6 entries, of which 5 begin a chapter$/,
    );
  });

  it('explains each candidate by its line', () => {
    const { verdict } = splitNovel(`${source}\n\n${sentence}\nChapter 77 it was, he said\n`);
    expect(explained(verdict, (at) => at + 1)[0]).toEqual({
      line: 1,
      kind: 'word and number',
      decision: 'taken',
      text: 'Chapter 1',
    });
  });
});

describe('a hostile text of candidates', () => {
  eachOf(
    [
      ['many doubtful lines', 'x y z,\nChapter 7\n'.repeat(100_000)],
      ['a list of contents without end', `CONTENTS\n\n${'Chapter 1. Rain\nThe Rain\n'.repeat(50_000)}`],
      [
        'numbers that jump',
        Array.from({ length: 50_000 }, (_, at) => `Chapter ${(at * 7919) % 1000}\n\nx.\n`).join('\n'),
      ],
      ['long lines', `Chapter 1 ${'a '.repeat(500_000)}\n\nChapter 2\n\nx\n`],
      ['wrapped headings', 'CHAPTER I. THE RAIN,\nTHE RAIN,\nTHE RAIN,\nTHE RAIN\n\n'.repeat(50_000)],
      ['parts', 'BOOK I\n\nPART II\n\nCHAPTER III\n\nx.\n\n'.repeat(20_000)],
    ],
    1,
  )(
    '%s is judged in time',
    (_name, source) => {
      const before = process.cpuUsage();
      splitNovel(source);
      // Processor time, so that a busy machine does not count.
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(8_000);
    },
    40_000,
  );

  inLong(
    'a novel of 5 MB is cut within the time of an import',
    () => {
      const source = book(
        Array.from({ length: 1000 }, (_, at) => `CHAPTER ${at + 1}`),
        prose.repeat(2),
      );
      expect(source.length).toBeGreaterThan(4_500_000);
      const started = performance.now();
      expect(splitNovel(source).chapters).toHaveLength(1000);
      expect(performance.now() - started).toBeLessThan(10_000);
    },
    40_000,
  );
});

import { describe, expect, it } from 'vitest';
import { readHeading } from '../../names/headings.ts';
import { splitNovel } from './txt.ts';
import { noteOf } from './verdict-words.ts';

const hanProse = `${'那一夜的雨下得很大，谁也没有说话，只听见屋檐下的水声一阵紧似一阵，直到天亮。\n'.repeat(40)}`;
const prose = `${'The rain had not stopped since morning, and nobody in the house spoke of it any more.\n\n'.repeat(30)}`;
const book = (headings: readonly string[], text: string) => headings.map((each) => `${each}\n\n${text}`).join('\n\n');
const cutsOf = (headings: readonly string[], text = /\p{Script=Han}/u.test(headings.join()) ? hanProse : prose) =>
  splitNovel(book(headings, text)).chapters.map(({ heading, number }) => [number, heading]);

const runOf = (make: (n: number) => string) => [1, 2, 3, 4, 5].map(make);
const roman = ['', 'I', 'II', 'III', 'IV', 'V'];
const han = ['', '一', '二', '三', '四', '五'];
const arabicIndic = (n: number) => String.fromCharCode(0x660 + n);
const arabic = ['', 'الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس'];

describe('a heading with signs around it', () => {
  it.each<[string, (n: number) => string, (n: number) => string]>([
    ['a star', (n) => `☆、第${n}章 夜渡`, (n) => `第${n}章 夜渡`],
    ['a full star', (n) => `★第${han[n]}章 夜渡`, (n) => `第${han[n]}章 夜渡`],
    ['a disc', (n) => `● 第${n}回　夜渡`, (n) => `第${n}回　夜渡`],
    ['a square', (n) => `■第${n}話　雨`, (n) => `第${n}話　雨`],
    ['a rhombus', (n) => `◆ Chapter ${n}: Rain`, (n) => `Chapter ${n}: Rain`],
    ['a triangle', (n) => `▶ Chapitre ${n} : La mer`, (n) => `Chapitre ${n} : La mer`],
    ['a section sign', (n) => `§ Kapitel ${n}`, (n) => `Kapitel ${n}`],
    ['the marks of Markdown', (n) => `## Capítulo ${n}. El mar`, (n) => `Capítulo ${n}. El mar`],
    ['an asterisk', (n) => `* Глава ${n}. Дождь`, (n) => `Глава ${n}. Дождь`],
    ['a star before Arabic', (n) => `★ الفصل ${arabic[n]}`, (n) => `الفصل ${arabic[n]}`],
    ['a picture', (n) => `📖 Chapter ${roman[n]}. Rain`, (n) => `Chapter ${roman[n]}. Rain`],
    ['a mark of direction', (n) => `\u200fالفصل ${arabic[n]}`, (n) => `الفصل ${arabic[n]}`],
    ['equals signs', (n) => `=== 第${n}章 夜渡 ===`, (n) => `第${n}章 夜渡`],
    ['dashes', (n) => `--- Chapter ${n} ---`, (n) => `Chapter ${n}`],
    ['dashes beside dashes', (n) => `—— Chapitre ${roman[n]} – La mer ——`, (n) => `Chapitre ${roman[n]} – La mer`],
    ['asterisks', (n) => `*** ГЛАВА ${roman[n]} ***`, (n) => `ГЛАВА ${roman[n]}`],
    ['black brackets', (n) => `【第${han[n]}章 夜渡】`, (n) => `第${han[n]}章 夜渡`],
    ['black brackets around the number', (n) => `【Capítulo ${n}】El mar`, (n) => `Capítulo ${n} El mar`],
    ['corner brackets', (n) => `「第${han[n]}話　雨」`, (n) => `第${han[n]}話　雨`],
    ['double corner brackets', (n) => `『第${n}章：夜渡』`, (n) => `第${n}章：夜渡`],
    ['a reference mark', (n) => `※ 第${n}章 夜渡 ※`, (n) => `第${n}章 夜渡`],
    ['guillemets', (n) => `« Capitolo ${n} »`, (n) => `Capitolo ${n}`],
    ['tildes', (n) => `~~ Rozdział ${n} ~~`, (n) => `Rozdział ${n}`],
    ['rules of a box', (n) => `━━━ Κεφάλαιο ${n} ━━━`, (n) => `Κεφάλαιο ${n}`],
    ['angles', (n) => `<<< 제${n}장 비 >>>`, (n) => `제${n}장 비`],
  ])('is read without them: %s', (_name, dressed, plain) => {
    expect(cutsOf(runOf(dressed))).toEqual(runOf((n) => `${n} ${plain(n)}`).map((each) => [each[0], each.slice(2)]));
  });

  it.each(['☆、', '★ ', '## ', '◆', '※ '])('needs no number where all of them have the sign %s', (sign) => {
    const titles = ['夜渡', '茶馆', '来信', '竹林'];
    expect(cutsOf(titles.map((title) => `${sign}${title}`)).map(([, heading]) => heading)).toEqual(titles);
  });

  it('is none in verses and asides behind signs', () => {
    const aside = '* See the note below, said he: it is no use.\n\n*** And nothing more?\n\n* said he\n\n';
    expect(splitNovel(`${prose}${aside}${prose}`.repeat(6)).verdict.reading).toBeNull();
  });

  it('may be a name between the others', () => {
    const headings = ['☆、楔子', '☆、第一章 夜渡', '☆、第二章 茶馆', '☆、第三章 来信', '☆、番外'];
    expect(cutsOf(headings).map(([, heading]) => heading)).toEqual(headings.map((each) => each.slice(2)));
  });

  it('may stand between two rows of signs', () => {
    const row = '='.repeat(30);
    const source = runOf((n) => `${row}\n第${n}章 夜渡\n${row}\n${hanProse}`).join('');
    expect(splitNovel(source).chapters.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('is none where people speak', () => {
    const talk = '— Introduction, dit-il.\n\n« Épilogue. »\n\n「三」\n\n- Préface\n\n';
    const source = book(['Chapitre 1', 'Chapitre 2', 'Chapitre 3'], `${prose}${talk}${prose}`);
    expect(splitNovel(source).chapters).toHaveLength(3);
  });
});

describe('the number of a heading', () => {
  it.each<[string, (n: number) => string]>([
    ['full width', (n) => `第${String.fromCharCode(0xff10 + n)}章　夜渡`],
    ['Arabic-Indic', (n) => `الفصل ${arabicIndic(n)}`],
    ['Persian', (n) => `فصل ${String.fromCharCode(0x6f0 + n)}`],
    ['Devanagari', (n) => `अध्याय ${String.fromCharCode(0x966 + n)}`],
    ['Roman in one sign', (n) => `Chapter ${String.fromCharCode(0x215f + n)}`],
    ['Roman in Chinese', (n) => `第${roman[n]}章 夜渡`],
    ['Roman in one sign, in Chinese', (n) => `第${String.fromCharCode(0x215f + n)}章 夜渡`],
    ['as on banknotes', (n) => `第${['', '壹', '贰', '叁', '肆', '伍'][n]}章 夜渡`],
    ['Japanese, as in contracts', (n) => `第${['', '壱', '弐', '参', '四', '五'][n]}話　雨`],
    ['without 第', (n) => `${han[n]}章　夜渡`],
    ['Korean without 제', (n) => `${n}화 비`],
    ['a point before', (n) => `chapter.00${n} 夜渡`],
    ['a hyphen before', (n) => `Chapter-${n}: Rain`],
    ['a line before', (n) => `chapter_0${n}`],
    ['nothing before', (n) => `Chapter${n} Rain`],
    ['a sign of number before', (n) => `Chapter #${n}`],
    ['short words', (n) => `Ch. ${n} - Rain`],
    ['CHAP.', (n) => `CHAP. ${roman[n]}.`],
    ['a colon before', (n) => `Kapitel: ${n}`],
    ['without accents, stop and dash', (n) => `Capitulo ${n}.- El puerto`],
    ['stop and dash', (n) => `Capítulo ${n}.— El puerto`],
    ['without accents in Polish', (n) => `Rozdzial ${n}`],
    ['without accents in Turkish', (n) => `Bolum ${n}`],
    ['without accents in Greek', (n) => `ΚΕΦΑΛΑΙΟ ${n}`],
    ['French ordinals', (n) => `Chapitre ${n}${n === 1 ? 'er' : 'e'} : La mer`],
    ['French ordinals before', (n) => `${n}${n === 1 ? 'er' : 'ème'} chapitre`],
    ['Spanish ordinals', (n) => `Capítulo ${n}º`],
    ['Spanish ordinals with a point', (n) => `Capítulo ${n}.º El mar`],
    ['English ordinals', (n) => `${n}${['', 'st', 'nd', 'rd', 'th', 'th'][n]} Chapter`],
    ['English ordinals behind', (n) => `Chapter the ${n}${['', 'st', 'nd', 'rd', 'th', 'th'][n]}`],
    ['Russian ordinals', (n) => `Глава ${n}-я`],
    ['Dutch ordinals', (n) => `${n}${n === 1 ? 'ste' : 'de'} hoofdstuk`],
    ['German ordinals', (n) => `${n}. Kapitel`],
    ['Arabic words', (n) => `الفصل ${arabic[n]}: المطر`],
    ['Arabic words without hamza', (n) => `الفصل ${arabic[n]?.replace('أ', 'ا')}`],
    ['a bracket behind', (n) => `Chapter ${n}) Rain`],
    ['a sign alone', (n) => `${String.fromCharCode(0x245f + n)} 夜渡`],
  ])('is read %s', (_name, make) => {
    expect(cutsOf(runOf(make)).map(([number]) => number)).toEqual(['1', '2', '3', '4', '5']);
  });

  it.each([
    ['Arabic', 'الفصل التاسع والتسعون', 'الفصل المائة', 'الفصل الحادي والمائة', 'الفصل الثاني بعد المئة'],
    [
      'English',
      'Chapter Ninety-Nine',
      'Chapter One Hundred',
      'Chapter One Hundred and One',
      'Chapter a Hundred and Two',
    ],
    ['French', 'Chapitre 99', 'Chapitre cent', 'Chapitre cent unième', 'Chapitre cent deux'],
    ['Russian', 'Глава девяносто девятая', 'Глава сотая', 'Глава сто первая', 'Глава сто вторая'],
    ['Spanish', 'Capítulo noventa y nueve', 'Capítulo ciento', 'Capítulo ciento uno', 'Capítulo ciento dos'],
  ])('goes on behind ninety-nine in words, in %s', (_language, ...headings) => {
    expect(cutsOf(headings).map(([number]) => number)).toEqual(['99', '100', '101', '102']);
    expect(readHeading('CHAPTER ONE HUNDRED AND TWENTY-FIVE: Rain')).toMatchObject({ number: '125', title: 'Rain' });
    expect(readHeading('الفصل الحادي والعشرون بعد المائة')).toMatchObject({ number: '121' });
  });

  it.each([
    ['第〇章', '第一章', '第廿一章', '第廿二章'],
    ['第二十九章', '第三十章', '第卅一章', '第卅二章'],
    ['第一百零八章', '第一百零九章', '第百十章', '第一一一章'],
    ['第貳拾章', '第贰拾壹章', '第廿二章', '第二三章'],
  ])('is read in old Chinese forms: %s %s %s %s', (...headings) => {
    const numbers = cutsOf(headings).map(([number]) => Number(number));
    expect(numbers).toHaveLength(4);
    expect(numbers[3]).toBe((numbers[2] ?? 0) + 1);
  });
});

describe('a line that fills the one hole in the run', () => {
  const run = (make: (n: number) => string, third: string) => runOf((n) => (n === 3 ? third : make(n)));
  it.each<[string, (n: number) => string, string]>([
    ['来', (n) => `第${han[n]}章夜渡`, '第三章来信'],
    ['说', (n) => `第${han[n]}章夜渡`, '第三章说谎的人'],
    ['后', (n) => `第${han[n]}回夜渡`, '第三回后院'],
    ['见', (n) => `第${n}章夜渡`, '第3章见面'],
    ['a comma', (n) => `第${n}章夜渡`, '第3章他走了，雨没有停'],
    ['a full stop', (n) => `第${n}章 夜渡`, '第3章 他终于走了。'],
    ['a question', (n) => `第${n}章夜渡`, '第3章谁在那里？你是谁'],
    ['lower case in English', (n) => `Chapter ${n} The Rain`, 'Chapter 3 and then it rained again.'],
    ['lower case in Spanish', (n) => `Capítulo ${n} El mar`, 'Capítulo 3 que trata de la lluvia, y de otras cosas.'],
    ['lower case in French', (n) => `Chapitre ${roman[n]} La mer`, 'Chapitre III où il pleut toujours ; et la suite.'],
    ['lower case in German', (n) => `Kapitel ${n} Regen`, 'Kapitel 3 in dem es regnet, wie immer.'],
    ['Russian', (n) => `Глава ${n}. Дождь`, 'Глава 3 в которой идёт дождь.'],
  ])('is a heading though it reads like a sentence: %s', (_name, make, third) => {
    const cuts = cutsOf(run(make, third));
    expect(cuts.map(([number]) => number)).toEqual(['1', '2', '3', '4', '5']);
    expect(cuts[2]?.[1]).toBe(third);
  });

  it('is the first one, too', () => {
    expect(cutsOf(['第一章来信', '第二章茶馆', '第三章竹林'])).toHaveLength(3);
  });

  it('is none where the run has no hole, or a greater one', () => {
    const mention = 'Chapter 3 was the one that he liked best of all.\n\n';
    const whole = book(['Chapter 1', 'Chapter 2', 'Chapter 3', 'Chapter 4'], `${prose}${mention}${prose}`);
    expect(splitNovel(whole).chapters).toHaveLength(4);
    const wide = book(['Chapter 1', 'Chapter 2', 'Chapter 5', 'Chapter 6'], `${prose}${mention}${prose}`);
    expect(splitNovel(wide).verdict.holes).toEqual(['3', '4']);
  });
});

describe('a heading and the text below it in one line', () => {
  const text = '那一夜的雨下得很大，谁也没有说话，只听见屋檐下的水声一阵紧似一阵，直到天亮。'.repeat(30);
  it.each<[string, (n: number) => string, string]>([
    ['two parts', (n) => `第${han[n]}回 灵根育孕源流出 心性修持大道生 `, '第一回 灵根育孕源流出 心性修持大道生'],
    ['full-width spaces', (n) => `第${han[n]}回　风雨夜归人　茶馆逢故友　　诗曰：`, '第一回　风雨夜归人　茶馆逢故友'],
    ['a storyteller', (n) => `第${n}回 风雨夜归人 话说当年，`, '第1回 风雨夜归人'],
    ['one part', (n) => `第${han[n]}章　夜渡　`, '第一章　夜渡'],
    ['old numerals', (n) => `第${['', '壹', '贰', '叁', '肆', '伍'][n]}回 夜渡 `, '第壹回 夜渡'],
  ])('are a heading and text: %s', (_name, make, first) => {
    const { chapters } = splitNovel(runOf((n) => `${make(n)}${text}\n${text}`).join('\n'));
    expect(chapters).toHaveLength(5);
    expect(chapters[0]?.heading).toBe(first);
    expect(JSON.stringify(chapters[0]?.blocks)).toContain('那一夜的雨');
  });

  it('may be a short line', () => {
    const { chapters } = splitNovel(
      runOf((n) => `第${han[n]}回 夜渡 ${n === 3 ? '雨停了。' : text}\n${text}`).join('\n'),
    );
    expect(chapters.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are none where a sentence speaks of a chapter', () => {
    const mention = `第三回合的比试开始了，他们谁也不肯认输。${text}`;
    const { chapters } = splitNovel(
      book(
        runOf((n) => `第${n}回 夜渡`),
        `${hanProse}\n${mention}\n${hanProse}`,
      ),
    );
    expect(chapters).toHaveLength(5);
  });
});

describe('a text in which nothing was found', () => {
  it.each([
    ['one chapter', prose, /^no headings were found: it is one chapter/],
    ['pieces', prose.repeat(40), /^no headings were found: it is cut at paragraphs into \d+ pieces/],
  ])('is reported so: %s', (_name, source, note) => {
    const { verdict, chapters } = splitNovel(source);
    expect(noteOf(verdict, chapters.length)).toMatch(note);
  });
});

import { describe, expect, it } from 'vitest';
import { splitNovel } from './txt.ts';

const wrapped = `The rain had not stopped since the morning, and nobody in the house of\nthe old man spoke of it any more, for there was nothing to be said about\nit that had not been said before.\n`;
const prose = `${wrapped.repeat(2)}\n`.repeat(9);
const headingsOf = (source: string) => splitNovel(source).chapters.map(({ heading }) => heading);
const numbersOf = (source: string) => splitNovel(source).chapters.map(({ number }) => number);
const book = (headings: readonly string[], gap = 1) =>
  headings.map((each) => `${each}\n\n${prose}`).join('\n'.repeat(gap));

describe('a number with a title', () => {
  it.each([
    [['1. Eine gelehrte Entdeckung.', '2. Die feindlichen Nachbarn.', '3. Die Reise ins Blaue.']],
    [['I. Madridi futár!', 'II. „Tiz éve várom.“', 'III. (Utazás téli éjtszakán.)']],
    [['I -- AURORE', 'II -- ENFIN SEULS !...', 'III -- LE VOLEUR']],
    [['I.—Ab initio.', 'II.—Home, sweet Home!', 'III.—Work and Ideas.']],
    [['I. --- LA SOIRÉE.', 'II. --- LES ALLIÉS.', 'III. --- L’ESSAI.']],
    [['I-Le latin de M. de Guise', 'II-La chambre', 'III-Un roi poète']],
    [['I: Presentación de la farándula.', 'II: Más personajes.', 'III: La hija de Salabert.']],
    [['- I - Los dos matrimonios', '- II - La educación', '- III - Egoísmo']],
    [['§1.- Premessa', '§2.-Premessa seconda', '§3.-La casa e la talpa']],
  ])('is a heading as printed in %j', (headings) => {
    expect(headingsOf(book(headings))).toEqual(headings);
  });

  it('may be as long as its line where it stands alone and continues the run', () => {
    const long = 'VII -- DANS LEQUEL ON APPREND, ENTRE AUTRES, CE QUE DEVIENNENT LES ANCIENS NOTAIRES';
    const short = ['IV -- UN', 'V -- DEUX', 'VI -- TROIS'];
    expect(headingsOf(book(['I -- A', 'II -- B', 'III -- C', ...short, long]))[6]).toBe(long);
  });

  it('may be in capitals and end like a sentence, even between paragraphs', () => {
    const parts = [
      ['I. КУЗЬМА САМСОНОВ.', 'II. ЛЯГАВЫЙ.', 'III. ЗОЛОТО.'],
      ['I. A WALK.', 'II. A TALK.', 'III. RAIN.'],
    ];
    for (const headings of parts) {
      const [first = '', second = '', third = ''] = headings;
      const again = `${book([first, second])}\n\n${book(headings)}`;
      expect(headingsOf(again)).toEqual([first, second, ...headings]);
      const line = `${'The rain had not stopped since the morning, and nobody in the house spoke of it any more. '.repeat(4)}\n`;
      const within = `${first}\n\n${line.repeat(12)}\n${second}\n\n${line.repeat(12)}   ${third}\n${line.repeat(12)}`;
      expect(headingsOf(within)).toEqual(headings);
    }
  });

  it('is no heading in a list of things to do', () => {
    const list = '1. Open the window.\n\n2. Look at the sea.\n\n3. Close it again.\n\n';
    expect(headingsOf(book(['CHAPTER I', `CHAPTER II\n\n${list}`, 'CHAPTER III']))).toHaveLength(3);
  });

  it('may stand among numbers that have none', () => {
    const headings = ['I. Palkó első csínytevései', 'II. A terennyei pusztán', 'III.', 'IV.', 'V. A sír', 'VI.'];
    expect(numbersOf(book(headings))).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('wins over a list that stands in one of the chapters', () => {
    const list = ['I. fejezet. Masa egy este megállapítja, hogy esik.', 'II. fejezet. A nevezett elutazik.'];
    const part = (name: string) =>
      `${name} rész\n\n${book(['1', '2', '3', '4', '5', '6']).replaceAll(prose, prose.repeat(8))}`;
    const source = `${part('Első')}\n\n${list.join('\n\n')}\n\n${prose}${part('Második')}`;
    expect(numbersOf(source)).toEqual(['1', '2', '3', '4', '5', '6', '1', '2', '3', '4', '5', '6']);
  });

  it('may be a misprint for the one that is missing', () => {
    const roman = ['I', 'II', 'III', 'V', 'V', 'VI'];
    expect(headingsOf(book(roman, 0))).toEqual(roman);
    const titled = ['1. Der Fluss', '2. Das Tal', '2. Die Burg', '4. Der Wald', '5. Das Meer'];
    expect(headingsOf(book(titled, 0))).toEqual(titled);
  });

  it('may be a Roman one in Cyrillic letters', () => {
    const headings = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'Х', 'XI'];
    expect(numbersOf(book(headings))).toEqual(headings.map((_, index) => String(index + 1)));
  });
});

describe('a word and a number', () => {
  it.each([
    ['Erstes Capitel', '1'],
    ['Eilftes Kapitel', '11'],
    ['Das dritte Abenteuer', '3'],
    ['CAP.II', '2'],
    ['CHAPTER II.AN ILL-OMEN', '2'],
    ['TIZENHATODIK FEJEZET.', '16'],
    ['HARMINCADIK FEJEZET.', '30'],
    ['Rozdział trzydziesty pierwszy', '31'],
    ['Tjuguförsta Kapitlet.', '21'],
    ['FÖRSTA BREFVET.', '1'],
    ['Četrto poglavje.', '4'],
    ['Enaindvajseto poglavje.', '21'],
    ['ГЛАВА ДРУГА', '2'],
    ['ПЕТНАЕСТО ПОГЛАВЉЕ', '15'],
  ])('%s is chapter %s', (heading, number) => {
    expect(numbersOf(`${heading}\n\n${prose}`)).toEqual([number]);
  });

  it('may be the last in place of its number', () => {
    expect(headingsOf(book(['Erstes Kapitel', 'Zweites Kapitel', 'Letztes Kapitel']))[2]).toBe('Letztes Kapitel');
  });
});

describe('empty lines', () => {
  const stories = ['A nótának eleje.', 'Kulcsár István úr neve napja.', 'A macskaasztal.', 'Mi az ördög?'];

  it('set headings apart that end like sentences', () => {
    expect(headingsOf(book(stories, 3))).toEqual(stories);
  });

  it('show a chapter without a number that stands as far apart as the others', () => {
    const headings = ['DEDICATORY EPISTLE', 'CHAPTER I', 'CHAPTER II', 'CHAPTER III', 'NOTE TO CHAPTER I'];
    expect(headingsOf(book(headings, 4))).toEqual(headings);
  });

  it('make no chapters of sentences, letters and verses that stand apart within chapters', () => {
    const within = `${prose}\n\nHowards End, Sunday\n\n${wrapped}\n\n\nThis letter cost her many a tear.\n\n${prose}`;
    const source = ['CHAPTER I', 'CHAPTER II', 'CHAPTER III'].map((each) => `${each}\n\n${within}`).join('\n\n');
    expect(headingsOf(source)).toEqual(['CHAPTER I', 'CHAPTER II', 'CHAPTER III']);
  });

  it('may stand twice below a heading, too', () => {
    const kings = ['ROMULUS, ROMANORUM REX PRIMUS', 'NUMA POMPILIUS', 'TULLUS HOSTILIUS', 'ANCUS MARCIUS'];
    expect(headingsOf(kings.map((each) => `${each}\n\n\n${prose}`).join('\n'))).toEqual(kings);
  });
});

describe('the scenes of a play', () => {
  const speech = ['ANNA:', 'The rain has not stopped,', 'and nobody speaks of it.']
    .map((line) => `  ${line}\n`)
    .join('');
  const scene = (title: string) => `\n\n\n  ${title}\n\n${`${speech}\n`.repeat(30)}\n${speech}\n`;

  it('stand farther apart than the speeches in them', () => {
    const titles = ['Vor dem Tor', 'Studierzimmer', 'Studierzimmer', 'Küche.', 'ANNA: Zweiter Teil', 'Kerker'];
    const source = titles.map((title) => `${scene(title)}${`\n${speech}\n`.repeat(6)}`).join('');
    expect(headingsOf(source)).toEqual(titles);
  });
});

describe('short lines', () => {
  const text = 'Была чудная ночь, такая ночь, которая разве только и может быть тогда, когда мы молоды. '.repeat(30);

  it('begin with the last line of the title page', () => {
    const nights = ['Ночь вторая', 'Ночь третья', 'Утро'].map((each) => `${each}\n\n${text}`).join('\n\n');
    const source = `Белые ночи\nСентиментальный роман\n\n…Иль был он создан для того?..\nИв. Тургенев\nНочь первая\n\n${text}\n\n${nights}`;
    expect(headingsOf(source)).toEqual(['Ночь первая', 'Ночь вторая', 'Ночь третья', 'Утро']);
  });

  const novel = (headings: readonly string[]) => headings.map((each) => `${each}\n\n${text}`).join('\n\n');

  it('may be long in capitals, with words in quotes, and below a quote of any kind', () => {
    const headings = ['У ДОМА', 'О ТОМ, КАК МАЛЬЧИК ИСКАЛ МОРЕ И НЕ НАШЕЛ НИЧЕГО, КРОМЕ СТАРОЙ ЛОДКИ', '»СТРУНА« ПОЕТ'];
    expect(headingsOf(novel(headings))).toEqual(headings);
    const quoted = headings.map((each, at) => `${each}\n\n${text}\n\n${at % 2 ? '„Мы молоды“' : '»Мы молоды ...«'}`);
    expect(headingsOf(quoted.join('\n\n'))).toEqual(headings);
  });

  it('in capitals may be a part and its first chapter', () => {
    const titles = ['ROMULUS', 'NUMA', 'ANCUS', 'SERVIUS', 'BELLUM PRIMUM\n\nDUILIUS', 'FABIUS', 'CATO'];
    expect(headingsOf(novel(titles))).toEqual(['ROMULUS', 'NUMA', 'ANCUS', 'SERVIUS', 'DUILIUS', 'FABIUS', 'CATO']);
  });

  it('on a title page are no headings beside a line that is none', () => {
    const source = `Ptički\n\nFran, Avtor\n\n${novel(['V HIŠI', 'NA CESTI', 'NA MORJU'])}`;
    expect(headingsOf(source)).toEqual(['V HIŠI', 'NA CESTI', 'NA MORJU']);
  });

  it('are no headings where somebody speaks a word that could be one', () => {
    const within = `${prose}Schluss. He laps.\n\n${prose}`;
    const source = ['1', '2', '3', '4'].map((each) => `[ ${each} ]\n\n${within}`).join('\n');
    expect(numbersOf(source)).toEqual(['1', '2', '3', '4']);
  });
});

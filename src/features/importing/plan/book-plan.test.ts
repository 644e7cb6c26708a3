import { describe, expect, it } from 'vitest';
import { planBook, planSingles } from './book-plan.ts';
import type { BookFields, ChapterFields, ComicInfo } from './metadata.ts';
import { planPages } from './page-plan.ts';
import { booksOfArchives } from './several-books.ts';
import { type ArchiveFile, isCoverName, isShelf, type SourceFolder } from './source.ts';

type Tree = { [name: string]: Tree | 'image' | 'text' | ComicInfo | BookFields | ChapterFields };

const info = (fields: Partial<ComicInfo>): ComicInfo => ({
  title: null,
  series: null,
  number: null,
  volume: null,
  summary: null,
  writer: null,
  publisher: null,
  tags: [],
  licence: null,
  language: null,
  textLanguage: null,
  otherLanguage: null,
  date: null,
  isRightToLeft: false,
  ageRating: null,
  given: null,
  frontCover: null,
  deletedPages: [],
  ...fields,
});

/** A folder written as an object: names of images and texts, archives with their ComicInfo, and the two YAML files. */
function folder(name: string, tree: Tree, parent = ''): SourceFolder {
  const path = `${parent}/${name}`;
  const made: SourceFolder = { name, path, files: [], folders: [] };
  for (const [child, value] of Object.entries(tree)) {
    const file = { name: child, path: `${path}/${child}` };
    if (child === 'book.yaml') made.book = value as BookFields;
    else if (child === 'chapter.yaml') made.chapter = value as ChapterFields;
    else if (value === 'image') made.files.push({ ...file, type: value });
    else if (value === 'text')
      made.files.push({ ...file, type: value, opening: '', heading: null, pictures: new Map() });
    else if (/\.cb[zr]$/.test(child)) made.files.push({ ...file, type: 'archive', comicInfo: value as ComicInfo });
    else made.folders.push(folder(child, value as Tree, path));
  }
  return made;
}

const page: Tree = { '1.jpg': 'image' };

const withoutNames = (key: string) => key.replaceAll(/([nv]:[^\s/]+)[^/]*/g, '$1');

function outline(tree: Tree, name = 'my-book') {
  const plan = planBook(folder(name, tree));
  return {
    chapters: plan.chapters.map(({ key, editions }) => [
      withoutNames(key),
      Object.fromEntries(editions.map(({ language, title, content }) => [language, content ? title : `(${title})`])),
    ]),
    faults: plan.faults,
  };
}

describe('chapters', () => {
  it('are sub-folders and archives in natural order', () => {
    expect(outline({ 'ch 10': page, 'ch 2 - Two': page, 'ch 1.cbz': info({ title: 'One' }) }).chapters).toEqual([
      ['n:1', { 'en-us': 'One' }],
      ['n:2', { 'en-us': 'Two' }],
      ['n:10', { 'en-us': 'ch 10' }],
    ]);
  });

  it('may be the images directly in a book’s folder', () => {
    expect(outline({ 'book.yaml': { title: 'Loose' }, '1.jpg': 'image', 'cover.jpg': 'image' })).toEqual({
      chapters: [['t:', { 'en-us': 'Loose' }]],
      faults: [],
    });
  });

  it('take their titles from chapter.yaml, then ComicInfo.xml, then their names', () => {
    const titled = { ...page, 'chapter.yaml': { title: { 'fr-fr': 'Un', 'en-us': 'One' } } } as Tree;
    expect(outline({ '01 - uno': titled, '02 - dos.cbz': info({ title: 'Two' }), '03 - tres': page }).chapters).toEqual(
      [
        ['n:1', { 'en-us': 'One', 'fr-fr': '(Un)' }],
        ['n:2', { 'en-us': 'Two' }],
        ['n:3', { 'en-us': 'tres' }],
      ],
    );
  });

  it('take their numbers from ComicInfo.xml, then from their names', () => {
    expect(
      outline({
        '100 Bullets 01.cbz': info({ number: '1' }),
        '100 Bullets 02.cbz': info({ number: '2' }),
        'b ½.cbz': info({ number: '0.5', title: '½' }),
      }).chapters,
    ).toEqual([
      ['n:0.5', { 'en-us': '½' }],
      ['n:1', { 'en-us': '100 Bullets 01' }],
      ['n:2', { 'en-us': '100 Bullets 02' }],
    ]);
  });

  it('stand in the volumes that ComicInfo.xml counts, of which the first needs none', () => {
    const numbered = (volume: string | null) => info({ number: '1', volume });
    const chapters = (...volumes: (string | null)[]) =>
      outline(Object.fromEntries(volumes.map((volume, at) => [`${at}.cbz`, numbered(volume)]))).chapters.map(
        ([key]) => key,
      );
    expect(chapters('3', '1', '2')).toEqual(['n:1', 'v:2/n:1', 'v:3/n:1']);
    expect(chapters('2016', '2011')).toEqual(['n:1', 'v:2016/n:1']);
    expect(chapters('2016')).toEqual(['n:1']);
  });

  it('without a number stand by their names among those that have one', () => {
    const titles = (...names: string[]) =>
      outline(Object.fromEntries(names.map((name) => [`${name}.md`, 'text' as const]))).chapters.map(
        ([, title]) => Object.values(title ?? {})[0],
      );
    expect(titles('附录', '第十回 丙', '第二回 乙', '序', '第一回 甲')).toEqual(['序', '甲', '乙', '丙', '附录']);
    expect(titles('Chapter Ten', 'Epilogue', 'Chapter Two', 'Between', 'Prologue')).toEqual([
      'Prologue',
      'Chapter Two',
      'Chapter Ten',
      'Between',
      'Epilogue',
    ]);
    expect(titles('ch 2', 'between', 'ch 10')).toEqual(['between', 'ch 2', 'ch 10']);
  });

  const orderOf = (names: readonly string[], book = 'my-book') => {
    const files = Object.fromEntries(names.map((name) => [`${name}.cbz`, info({})]));
    return planBook(folder(book, files)).chapters.flatMap(({ editions }) =>
      editions.flatMap(({ content }) => (content?.type === 'archive' ? content.file.name.slice(0, -4) : [])),
    );
  };

  it.each<[string, string[]]>([
    ['seasons', ['Ep. 1', 'Ep. 2', 'Ep. 10', '(S2) Ep. 1', '(S2) Ep. 2', '(S3) Ep. 1']],
    ['seasons in French', ['Saison 1 - Épisode 1', 'Saison 1 - Épisode 2', 'Saison 2 - Épisode 1']],
    ['seasons in Chinese', ['第一季 第1话', '第一季 第2话', '第二季 第1话', '第二季 第2话']],
    ['seasons in Arabic', ['الموسم الأول - الحلقة ١', 'الموسم الأول - الحلقة ٢', 'الموسم الثاني - الحلقة ١']],
    ['seasons in Korean', ['시즌 1 1화', '시즌 1 2화', '시즌 2 1화']],
    ['seasons that end alike', ['S1 Ep. 1', 'S1 Epilogue', 'S2 Ep. 1', 'S2 Epilogue', 'Bonus']],
    ['volumes and later chapters', ['City v01', 'City v02', 'City v10', 'City 081', 'City 082.5', 'City 100']],
    ['volumes and later chapters in French', ['Tome 1', 'Tome 2', 'Chapitre 12', 'Chapitre 13']],
    ['volumes and later chapters in Japanese', ['第1巻', '第2巻', '第12話', '第13話']],
    ['volumes and later chapters in Spanish', ['Tomo 1', 'Tomo 2', 'Capítulo 12', 'Epílogo']],
    ['chapter zero, volumes and chapters', ['Chapter 0', 'Vol. 1', 'Vol. 2', 'Chapter 12']],
    ['chapters that run through volumes', ['Vol.1 Ch.1', 'Vol.1 Ch.2', 'Ch.3', 'Vol.2 Ch.4', 'Ch.5']],
    ['chapters that each volume counts anew', ['Vol.1 Ch.1', 'Vol.1 Ch.2', 'Vol.2 Ch.1', 'Vol.2 Ch.2', 'Ch.5']],
    ['what stands at a volume’s end', ['Vol.1 Ch.1', 'Vol.1 Extra', 'Vol.2 Ch.1', 'Vol.2 Extra', 'Epilogue']],
    ['groups', ['Zeta_Chapter 1', 'Alpha_Chapter 2', 'Zeta_Chapter 10']],
    ['sides', ['序', '第1话', '第2话', '第10话', '最终话', '后记', '番外一', '番外二', '番外十']],
    ['sides in English', ['Prologue', 'Ch 1', 'Ch 2', 'Final Chapter', 'Epilogue', 'Bonus', 'Extra 2', 'Extra 10']],
    ['sides in Arabic', ['المقدمة', 'الفصل 1', 'الفصل 2', 'الفصل الأخير', 'الخاتمة', 'فصل إضافي']],
    ['sides in French', ['Prologue', 'Chapitre 1', 'Chapitre 2', 'Chapitre final', 'Épilogue', 'Hors-série']],
    ['pieces', ['第3话（上）', '第3话（中）', '第3话（下）', '第4话']],
    ['letters', ['Chapter 7', 'Chapter 7a', 'Chapter 7b', 'Chapter 8']],
    ['halves', ['Chapter 9', 'Chapter 10', 'Chapter 10.5', 'Chapter 11']],
    ['a tenth among few', ['Chapter 10', 'Chapter 10.10', 'Chapter 10.2', 'Chapter 10.5', 'Chapter 11']],
    ['tenths', ['Ch 10', ...Array.from({ length: 12 }, (_, at) => `Ch 10.${at + 1}`), 'Ch 11']],
    ['years', ['Best of 2019', 'Best of 2020']],
  ])('of %s are in order', (_name, names) => {
    expect(orderOf([...names].reverse())).toEqual(names);
    expect(orderOf([...names].sort())).toEqual(names);
  });

  it.each<[string, string[], string[]]>([
    ['Kaiju No. 8', ['Kaiju No. 8 v000 0001', 'Kaiju No. 8 v000 0010'], ['v000 0001', 'v000 0010']],
    ['Liar Game', ['Liar-Game-chapter-008', 'Liar-Game-chapter-009'], ['Chapter 008', 'Chapter 009']],
    ['Downloads', ['Liar-Game-chapter-008', 'Liar-Game-chapter-009'], ['Chapter 008', 'Chapter 009']],
    ['Downloads', ['Salt 1', 'Salt 2'], ['1', '2']],
    ['Downloads', ['The storm 1', 'After the rain 2'], ['The storm', 'After the rain']],
    ['Moon Cat (2019)', ['Moon Cat #1 (of 03) (2019)', 'Moon Cat #2 (of 03) (2019)'], ['#1', '#2']],
    ['Md Ids', ['Ch.001 [aBcD1234]', 'Ch.002 [xYz99999]'], ['Ch.001', 'Ch.002']],
    ['湖边', ['湖边 第1话', '湖边 第2话 雨'], ['第1话', '雨']],
    ['Le Lac', ['Le Lac T01', 'Le Lac T02 - La pluie'], ['T01', 'La pluie']],
    ['البحيرة', ['البحيرة - الفصل 1', 'البحيرة - الفصل 2 - المطر'], ['الفصل 1', 'المطر']],
  ])('in %s called %j have the titles %j', (book, names, expected) => {
    const files = Object.fromEntries(names.map((name) => [`${name}.cbz`, info({})]));
    const plan = planBook(folder(book, files));
    expect(plan.chapters.map(({ editions }) => editions[0]?.title)).toEqual(expected);
  });

  it('with a chapter.yaml may lie in one archive or one folder, and what else is there is named', () => {
    const yaml = { title: 'Named' };
    const result = outline({
      '1': { 'x.cbz': info({}), 'chapter.yaml': yaml },
      '2': { pages: page, 'chapter.yaml': yaml },
      '3': { ...page, more: page, 'x.cbz': info({}), 'chapter.yaml': yaml },
    } as Tree);
    expect(result.chapters).toEqual([
      ['n:1', { 'en-us': 'Named' }],
      ['n:2', { 'en-us': 'Named' }],
      ['n:3', { 'en-us': 'Named' }],
    ]);
    expect(result.faults.map(({ path }) => path)).toEqual(['/my-book/3/x.cbz', '/my-book/3/more']);
  });

  it('of text with a loose picture beside them make a novel', () => {
    const plan = planBook(folder('b', { '1.md': 'text', '2.md': 'text', 'map.jpg': 'image' }));
    expect([plan.kind, plan.chapters.length]).toEqual(['novel', 2]);
    expect(plan.faults).toEqual([{ path: '/b/map.jpg', cause: 'pictures in a novel' }]);
    const illustrated = planBook(folder('b', { '1.md': 'text', images: { '1.jpg': 'image', '2.jpg': 'image' } }));
    expect([illustrated.kind, illustrated.faults.length]).toEqual(['novel', 2]);
    expect(planBook(folder('b', { images: page })).kind).toBe('comic');
    const comic = planBook(folder('b', { '1.jpg': 'image', '2.jpg': 'image', 'notes.txt': 'text' }));
    expect(comic.kind).toBe('comic');
  });

  it('with one number stay two chapters', () => {
    const keys = (tree: Tree) => planBook(folder('b', tree)).chapters.map(({ key }) => key);
    expect(keys({ '1 - a': page, '1 - b': page })).toEqual(['n:1 1 a', 'n:1 1 b']);
    expect(keys({ '1 - b': page })).toEqual(['n:1 1 b']);
    expect(keys({ 'Vol 1': { '1': page }, 'Vol 1 - b': { '1': page } })).toEqual([
      'v:1 vol 1/n:1 1',
      'v:1 vol 1 b/n:1 1',
    ]);
  });

  it('keep their keys beside a damaged copy', () => {
    const book = folder('b', { 'a 1.cbr': info({}), 'a 1.cbz': info({ number: '1' }) });
    for (const file of book.files) if (file.name === 'a 1.cbr') file.fault = 'damaged';
    const plan = planBook(book);
    expect(plan.chapters.map(({ key }) => key)).toEqual(['n:1 a 1 2', 'n:1 a 1']);
  });

  it('of text make a novel, and text beside pictures is named', () => {
    const novel = planBook(folder('b', { '0001 - A.md': 'text', '0002 - B.txt': 'text' }));
    expect(novel.kind).toBe('novel');
    expect(novel.chapters.map((chapter) => chapter.editions[0]?.title)).toEqual(['A', 'B']);
    const comic = planBook(folder('b', { '1': page, 'notes.txt': 'text' }));
    expect(comic.kind).toBe('comic');
    expect(comic.faults).toEqual([{ path: '/b/notes.txt', cause: 'text in a comic' }]);
  });

  it('in a folder with a chapter.yaml may be text', () => {
    const chapter = { 'text.md': 'text', 'chapter.yaml': { title: { 'en-us': 'One', 'ar-sa': 'واحد' } } } as Tree;
    expect(outline({ '0001 - x': chapter }).chapters).toEqual([['n:1', { 'en-us': 'One', 'ar-sa': '(واحد)' }]]);
  });
});

describe('editions', () => {
  it('stand in folders named after languages, and match by number', () => {
    const { chapters } = outline({
      en: { ep01_A: page, ep02_B: page },
      cn: { '01 - 甲': page, '02 - 乙': page, '03 - 丙': page },
    });
    expect(chapters).toEqual([
      ['n:1', { 'en-us': 'A', 'zh-cn': '甲' }],
      ['n:2', { 'en-us': 'B', 'zh-cn': '乙' }],
      ['n:3', { 'zh-cn': '丙' }],
    ]);
  });

  it('match by name, or else by place, where they have no numbers', () => {
    const { chapters } = outline({
      en: { alpha: page, beta: page, gamma: page },
      fr: { beta: page, quelque: page, unique: page },
    });
    expect(chapters).toEqual([
      ['t:alpha', { 'en-us': 'alpha' }],
      ['t:beta', { 'en-us': 'beta', 'fr-fr': 'beta' }],
      ['t:quelque', { 'fr-fr': 'quelque' }],
      ['t:gamma', { 'en-us': 'gamma', 'fr-fr': 'unique' }],
    ]);
  });

  it('never join two different numbers', () => {
    expect(outline({ en: { '1': page }, fr: { '2': page } }).chapters.map(([key]) => key)).toEqual(['n:1', 'n:2']);
  });

  it('insert a chapter that only a translation has where it belongs', () => {
    const { chapters } = outline({ en: { '1': page, '3': page }, fr: { '1': page, '2': page, '3': page, '4': page } });
    expect(chapters.map(([key]) => key)).toEqual(['n:1', 'n:2', 'n:3', 'n:4']);
  });

  it('have beside them chapters of the original language; a loose picture is named', () => {
    const result = outline({
      'book.yaml': { originalLanguage: 'fr-fr' },
      en: { '1': page },
      fr: { '1': page },
      extras: page,
      'map.jpg': 'image',
      'cover.jpg': 'image',
    });
    expect(result.chapters).toEqual([
      ['n:1', { 'fr-fr': '1', 'en-us': '1' }],
      ['t:extras', { 'fr-fr': 'extras' }],
    ]);
    expect(result.faults).toEqual([{ path: '/my-book/map.jpg', cause: 'a loose picture beside language folders' }]);
  });

  it('of a language that the site does not have are left out and named', () => {
    const result = outline({ en: { '1': page }, 'de-DE': { '1': page }, extras: page });
    expect(result.chapters.map(([key]) => key)).toEqual(['n:1', 't:extras']);
    expect(result.faults).toEqual([{ path: '/my-book/de-DE', cause: 'a language that the site does not have' }]);
  });

  it('of a language that nothing names are told by the script', () => {
    const languageOf = (tree: Tree, name: string) => planBook(folder(name, tree)).likelyLanguage;
    expect(languageOf({ '1 - 飞行': page }, '小辣椒')).toBe('zh-cn');
    expect(languageOf({ '1': page }, 'فلفل و جزر')).toBe('ar-sa');
    expect(languageOf({ '1': page }, 'Pepper')).toBe('en-us');
    expect(languageOf({ '1.cbz': info({ language: 'fr-fr' }) }, 'Pepper')).toBe('fr-fr');
  });

  it('of a language that only the book’s name ends with is that one, and the title goes without it', () => {
    const planOf = (name: string, tree: Tree = { '1': page }) => planBook(folder(name, tree));
    const facts = (name: string) => [planOf(name).likelyLanguage, planOf(name).editions[0]?.title];
    expect(facts('don-quijote-es')).toEqual(['es-es', 'Don quijote']);
    expect(facts('Don Quijote (es)')).toEqual(['es-es', 'Don Quijote']);
    expect(facts('Lo que es')).toEqual(['en-us', 'Lo que es']);
    expect(facts('pepper-and-carrot')).toEqual(['en-us', 'Pepper and carrot']);
    expect(planOf('storm-es').sourceKey).not.toBe(planOf('storm-fr').sourceKey);
    expect(planOf('storm-es', { 'book.yaml': { originalLanguage: 'fr-fr' }, '1': page }).likelyLanguage).toBe('fr-fr');
  });

  it('with a folder twice name the second', () => {
    expect(outline({ cn: { '1': page }, zh: { '1': page } }).faults).toEqual([
      { path: '/my-book/zh', cause: 'a second folder for zh-cn' },
    ]);
  });
});

describe('volumes', () => {
  it('follow each other, and numbers match within them', () => {
    const { chapters } = outline({
      en: { 'vol 1': { '1': page, '2': page }, 'vol 2': { '1': page } },
      fr: { 'tome 1': { '1': page }, 'tome 2': { '1 - Un': page } },
    });
    expect(chapters).toEqual([
      ['v:1/n:1', { 'en-us': '1', 'fr-fr': '1' }],
      ['v:1/n:2', { 'en-us': '2' }],
      ['v:2/n:1', { 'en-us': '1', 'fr-fr': 'Un' }],
    ]);
  });

  it('are folders of archives, of texts, and of folders of pictures', () => {
    const { chapters } = outline({ b: { '1.cbz': info({}) }, a: { x: page }, c: page });
    expect(chapters.map(([key]) => key)).toEqual(['v:a/t:x', 'v:b/n:1', 't:c']);
  });
});

describe('a book', () => {
  it.each<['words' | 'blur', Tree, string]>([
    ['words', page, 'a comic has no "words"'],
    ['blur', { '1.txt': 'text' }, 'a novel has no "blur"'],
  ])('names a preview of %s that its kind does not have, and goes without it', (preview, chapter, cause) => {
    const plan = planBook(folder('storm', { 'book.yaml': { preview }, '1': chapter }));
    expect(plan.faults).toEqual([{ path: '/storm/book.yaml', cause: `preview: ${cause}` }]);
    expect(plan.fields.preview).toBeUndefined();
  });

  it('is named by book.yaml, else by its ComicInfo.xml, else by its folder', () => {
    const titleOf = (tree: Tree) => planBook(folder('my-first-book', tree)).editions.map(({ title }) => title);
    expect(titleOf({ '1.cbz': info({ series: 'S' }), 'book.yaml': { title: 'T' } })).toEqual(['T']);
    expect(titleOf({ '1.cbz': info({ series: 'S' }) })).toEqual(['S']);
    expect(titleOf({ '1': page })).toEqual(['My first book']);
    expect(titleOf({ '1': page, 'book.yaml': { title: { 'en-us': 'A', 'zh-cn': '甲' } } })).toEqual(['A', '甲']);
    const inThree: Tree = { zh: { '1': page }, fr: { '1': page }, en: { '1': page } };
    const titles = (book: BookFields) => titleOf({ ...inThree, 'book.yaml': { originalLanguage: 'zh-cn', ...book } });
    expect(titles({ title: { 'zh-cn': '甲', 'en-us': 'A' } })).toEqual(['甲', 'A', 'A']);
    expect(titles({ title: { 'zh-cn': '甲' } })).toEqual(['甲', '甲', '甲']);
  });

  it('is recognised by its id, else by kind, title and author', () => {
    const keyOf = (book: BookFields) => planBook(folder('x', { '1': page, 'book.yaml': book })).sourceKey;
    expect(keyOf({ id: 'a', title: 'T' })).toBe(keyOf({ id: 'a', title: 'Other' }));
    expect(keyOf({ title: 'T' })).toBe(keyOf({ title: 'T' }));
    expect(keyOf({ title: 'T' })).not.toBe(keyOf({ title: 'T', author: 'A' }));
    expect(keyOf({ title: 'T' })).not.toBe(keyOf({ title: 'T', id: 'T' }));
  });

  it('has its language’s cover before the book’s', () => {
    const plan = planBook(
      folder('b', { en: { '1': page, 'cover.png': 'image' }, fr: { '1': page }, 'cover.jpg': 'image' }),
    );
    expect(plan.editions.map(({ language, cover }) => [language, cover?.path])).toEqual([
      ['en-us', '/b/en/cover.png'],
      ['fr-fr', '/b/cover.jpg'],
    ]);
  });

  it('reads from right to left where ComicInfo.xml says so', () => {
    expect(planBook(folder('b', { '1.cbz': info({ isRightToLeft: true }) })).readingDirection).toBe('rtl');
  });

  it.each([
    [['Teen'], {}, 'teen'],
    [['M', 'Teen'], {}, 'mature'],
    [['MA15+', 'Everyone'], {}, 'mature'],
    [['Mature 17+', 'Adults Only 18+', null], {}, 'adult'],
    [['R18+'], {}, 'adult'],
    [['X18+'], {}, 'adult'],
    [['Everyone', 'teen'], {}, null],
    [[null], {}, undefined],
    [['X18+'], { rating: null }, null],
    [['X18+'], { rating: 'teen' }, 'teen'],
  ])('is for the ages that %j in ComicInfo.xml and %j in book.yaml say', (words, fields, rating) => {
    const archives = Object.fromEntries(words.map((ageRating, at) => [`${at}.cbz`, info({ ageRating })]));
    const plan = planBook(folder('b', { ...archives, 'book.yaml': fields as BookFields }));
    expect([plan.fields.rating, plan.faults]).toEqual([rating, []]);
  });
});

it('a folder of folders with a book.yaml each is a shelf', () => {
  const book = { 'book.yaml': {}, '1': page } as Tree;
  expect(isShelf(folder('s', { a: book, b: book }))).toBe(true);
  expect(isShelf(folder('b', { 'book.yaml': {}, a: page }))).toBe(false);
  expect(isShelf(folder('b', { a: page }))).toBe(false);
});

describe('single archives', () => {
  const archive = (name: string, comicInfo: ComicInfo | null = null): { file: ArchiveFile } => ({
    file: { name, path: `/lib/${name}`, type: 'archive', comicInfo },
  });

  it('are chapters of the series they name, else of what their own names tell', () => {
    const plans = planSingles([
      archive('b.cbz', info({ series: 'S', number: '2', title: 'Two', language: 'fr-fr' })),
      archive('a.cbz', info({ series: 'S', number: '1', title: 'One', language: 'fr-fr' })),
      archive('3 - x.cbz'),
    ]);
    expect(plans.map((plan) => [plan.editions[0]?.title, plan.likelyLanguage, plan.isWhole])).toEqual([
      ['S', 'fr-fr', false],
      ['x', 'en-us', false],
    ]);
    expect(plans[0]?.chapters.map(({ key }) => key)).toEqual(['n:1 a', 'n:2 b']);
  });

  it.each<[string[], [string, string[]][]]>([
    [
      ['River Song - Chapter 08.cbz', 'Iron City v01 (2019).cbz', 'Paper Moon.pdf'],
      [
        ['River Song', ['Chapter 08']],
        ['Iron City', ['v01']],
        ['Paper Moon', ['Paper Moon']],
      ],
    ],
    [['River Song - 02.cbz', 'river_song_1.cbz'], [['River Song', ['1', '02']]]],
    [
      ['湖边 第1话.cbz', '湖边 第2话.cbz', '山中 第1话.cbz'],
      [
        ['湖边', ['第1话', '第2话']],
        ['山中', ['第1话']],
      ],
    ],
    [['Le Lac - Tome 1.cbz', '[Équipe] Le Lac - Tome 2 (2020).cbz'], [['Le Lac', ['Tome 1', 'Tome 2']]]],
    [
      ['01.cbz', '02.cbz'],
      [
        ['01', ['01']],
        ['02', ['02']],
      ],
    ],
    [['Chapter 08.cbz'], [['Chapter 08', ['Chapter 08']]]],
    [['012 - The storm.cbz'], [['The storm', ['The storm']]]],
  ])('%j are the books %j', (names, books) => {
    const plans = planSingles(names.map((name) => archive(name)));
    const titles = plans.map(({ editions, chapters }) => [
      editions[0]?.title,
      chapters.map((chapter) => chapter.editions[0]?.title),
    ]);
    expect(titles).toEqual(books);
  });

  it('tell the book’s licence, the strictest that one of them has, whom to name, and what it is about', () => {
    const plan = (...infos: Partial<ComicInfo>[]) =>
      planSingles(infos.map((fields, at) => archive(`${at}.cbz`, info({ series: 'S', writer: 'W', ...fields }))))[0];
    const free = plan({ licence: 'CC BY 4.0', publisher: 'P' }, { licence: 'CC BY-NC 4.0' }, {});
    expect(free?.fields).toEqual({ licence: 'CC BY-NC 4.0', attribution: 'W, P' });
    expect(plan({}, {})?.fields).toEqual({});
    const described = plan({ title: 'The Storm', summary: 'The storm.' }, { title: 'Calm', summary: 'Of weather' });
    expect(described?.editions.map(({ introduction }) => introduction)).toEqual(['Of weather']);
  });

  it('of one series are one book, whoever wrote them, and stay it when an earlier one comes', () => {
    const issue = (number: string, writer: string) => archive(`${number}.cbz`, info({ series: 'S', number, writer }));
    const [later, ...others] = planSingles([issue('2', 'Ada'), issue('3', 'Bo')]);
    expect(others).toEqual([]);
    const [whole] = planSingles([issue('3', 'Bo'), issue('2', 'Ada'), issue('1', 'Cy')]);
    expect([later?.author, whole?.author]).toEqual(['Ada', 'Cy']);
    expect(whole?.formerKeys).toContain(later?.sourceKey);
    const named = planBook(
      folder('s', { 'book.yaml': { author: 'Di' } as BookFields, '1.cbz': info({ writer: 'Cy' }) }),
    );
    expect(named.formerKeys).toEqual([]);
  });

  it('belong to the same book as the folder they lie in', () => {
    const comicInfo = info({ series: 'S', number: '1', writer: 'W' });
    const whole = planBook(folder('lib-of-mine', { 'a.cbz': comicInfo }));
    const [single] = planSingles([archive('a.cbz', comicInfo)]);
    expect(single?.sourceKey).toBe(whole.sourceKey);
    expect(single?.chapters[0]?.key).toBe(whole.chapters[0]?.key);
  });
});

it.each<[string[], string[] | null]>([
  [
    ['Salt 1', 'Salt 2', 'Waves 1', 'Waves 2'],
    ['Salt', 'Waves'],
  ],
  [['Saison 1 - Episode 1', 'Saison 1 - Episode 2', 'Saison 2 - Episode 1', 'Saison 2 - Episode 2'], null],
  [['Temporada 1 - 1', 'Temporada 1 - 2', 'Temporada 2 - 1', 'Temporada 2 - 2'], null],
  [['الموسم 1 الحلقة 1', 'الموسم 1 الحلقة 2', 'الموسم 2 الحلقة 1', 'الموسم 2 الحلقة 2'], null],
  [['Zeta_Chapter 1', 'Zeta_Chapter 2', 'Alpha_Chapter 1', 'Alpha_Chapter 2'], null],
  [['Tome 1 - 01', 'Tome 1 - 02', 'Tome 2 - 01', 'Tome 2 - 02'], null],
])('a folder of %j holds the series %j', (names, series) => {
  const files = Object.fromEntries(names.map((name) => [`${name}.cbz`, info({})]));
  expect(booksOfArchives(folder('b', files))?.map(({ name }) => name) ?? null).toEqual(series);
});

describe('pages', () => {
  it('are the images in natural order without the cover', () => {
    const names = ['10.jpg', 'cover.jpg', '2.jpg', '1.png'];
    const plan = planPages(names, null);
    expect(plan.pages.map(({ index }) => names[index])).toEqual(['1.png', '2.jpg', '10.jpg']);
    expect(plan.pages.map(({ key }) => key)).toEqual(['1', '2', '10']);
    expect(plan.cover).toBe(1);
  });

  it.each([
    ['Cover.JPG', 'folder.jpg', 'poster.png', 'thumb.jpg', 'cover-front.jpg', 'Front Cover.png', 'couverture.jpg'],
    ['portada.jpg', 'cubierta.jpg', 'capa.jpg', 'Titelbild.png', 'copertina.jpg', 'обложка.jpg', 'غلاف.jpg'],
    ['封面.jpg', '表紙.png', '표지.jpg', 'カバー.jpg', 'okładka.jpg', 'omslag.jpg', 'thumbnail.webp', '封面图.jpg'],
  ])('know covers by the names %s, %s, %s, %s, %s, %s, %s', (...names) => {
    expect(names.filter((name) => !isCoverName(name))).toEqual([]);
  });

  it.each([
    'cover 2.jpg',
    'recover.jpg',
    'discover.png',
    'covering.jpg',
    '001 cover.jpg',
    'folders.jpg',
    '封面故事.jpg',
  ])('may be called %s', (name) => {
    expect(isCoverName(name)).toBe(false);
  });

  it('take the picture that is called a cover before a folder’s', () => {
    const names = ['folder.jpg', 'couverture.jpg', '1.jpg'];
    expect(planPages(names, null)).toMatchObject({ cover: 1, pages: [{ index: 2 }, { index: 0 }] });
  });

  it('are a cover’s too where there is nothing else', () => {
    expect(planPages(['cover.jpg'], null)).toMatchObject({ pages: [{ index: 0 }], cover: null });
  });

  it('leave out what ComicInfo.xml calls deleted, and know its front cover', () => {
    const plan = planPages(['b.jpg', 'a.jpg', 'c.jpg'], info({ deletedPages: [2], frontCover: 0 }));
    expect(plan.pages.map(({ index }) => index)).toEqual([1, 0]);
    expect(plan.frontCover).toBe(1);
  });

  it('with one stem in two folders keep apart', () => {
    expect(planPages(['a/1.jpg', 'b/1.jpg'], null).pages.map(({ key }) => key)).toEqual(['a/1.jpg', 'b/1.jpg']);
    expect(planPages(['a/1.jpg', 'b/1.jpg', 'b/2.jpg'], null).pages.map(({ key }) => key)).toEqual([
      'a/1.jpg',
      'b/1.jpg',
      '2',
    ]);
  });
});

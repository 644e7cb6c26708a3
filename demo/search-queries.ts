import type { Language } from '../src/shared/languages.ts';

/** A book in the manner of real ones: only what searches look at. */
export interface FoundBook {
  titles: Partial<Record<Language, string>>;
  aliases?: readonly string[];
  author: string;
  tags?: readonly string[];
  introductions?: Partial<Record<Language, string>>;
}

/** Old books that everybody may tell of, and some that are hard to tell from them; the most popular first. */
export const oldBooks: Readonly<Record<string, FoundBook>> = {
  journey: {
    titles: { 'zh-cn': '西游记', 'en-us': 'Journey to the West', 'ar-sa': 'رحلة إلى الغرب' },
    aliases: ['Monkey', '西遊記', '大话西游原著'],
    author: '吴承恩',
    tags: ['玄幻奇幻'],
    introductions: { 'en-us': 'A monk fetches scriptures with a monkey, a pig and a friar of sand.' },
  },
  afterJourney: { titles: { 'zh-cn': '后西游记' }, author: '无名氏', tags: ['玄幻奇幻'] },
  westernChamber: { titles: { 'zh-cn': '西厢记', 'en-us': 'Romance of the Western Chamber' }, author: '王实甫' },
  redChamber: {
    titles: { 'zh-cn': '红楼梦', 'en-us': 'Dream of the Red Chamber', 'fr-fr': 'Le Rêve dans le pavillon rouge' },
    aliases: ['石头记', 'The Story of the Stone'],
    author: '曹雪芹',
    tags: ['古代言情'],
  },
  threeKingdoms: {
    titles: { 'zh-cn': '三国演义', 'en-us': 'Romance of the Three Kingdoms' },
    author: '罗贯中',
    tags: ['架空历史'],
  },
  nights: {
    titles: { 'ar-sa': 'أَلْفُ لَيْلَةٍ وَلَيْلَةٌ', 'en-us': 'One Thousand and One Nights', 'fr-fr': 'Les Mille et Une Nuits' },
    aliases: ['Arabian Nights'],
    author: 'مجهول',
  },
  kalila: { titles: { 'ar-sa': 'كليلة ودمنة', 'es-es': 'Calila y Dimna' }, author: 'ابن المقفع' },
  quijote: {
    titles: { 'es-es': 'El ingenioso hidalgo don Quijote de la Mancha', 'en-us': 'Don Quixote' },
    author: 'Miguel de Cervantes',
  },
  around: {
    titles: { 'fr-fr': 'Le Tour du monde en quatre-vingts jours', 'en-us': 'Around the World in Eighty Days' },
    author: 'Jules Verne',
  },
  leagues: {
    titles: { 'fr-fr': 'Vingt mille lieues sous les mers', 'en-us': 'Twenty Thousand Leagues Under the Seas' },
    author: 'Jules Verne',
  },
  timeMachine: { titles: { 'en-us': 'The Time Machine' }, author: 'H. G. Wells', tags: ['未来科幻'] },
  storm: { titles: { 'en-us': 'The Storm' }, author: 'Daniel Defoe' },
  storms: {
    titles: { 'en-us': 'A Book of Weather' },
    author: 'Anna Storm',
    introductions: { 'en-us': 'On storms, journeys at sea, and the journals of captains.' },
  },
  stormy: { titles: { 'en-us': 'Stormy Petrel' }, author: 'A Sailor' },
};

/** What was typed, what must come first (a key of `oldBooks`, or the end of a demo book's id), and what must not be found. */
export type Query = [typed: string, first: string | null, absent?: string];

/** Sixty searches with the book that a reader means by them. */
export const queries: readonly Query[] = [
  // Whole titles before those that have more words.
  ['西游记', 'journey'],
  ['西遊記', 'journey', 'afterJourney'],
  ['后西游记', 'afterJourney', 'journey'],
  ['Storm', 'storm'],
  ['the storm', 'storm', 'stormy'],
  ['stormy', 'stormy'],
  ['journey to the west', 'journey'],
  ['Don Quixote', 'quijote'],
  ['time machine', 'timeMachine'],
  ['红楼梦', 'redChamber'],
  // Chinese of one to four characters, standing together.
  ['西', 'journey'],
  ['伞', 'red-umbrella'],
  ['鲸', 'lantern-whale'],
  ['西游', 'journey', 'westernChamber'],
  ['游记', 'journey', 'westernChamber'],
  ['西记', null],
  ['三国', 'threeKingdoms'],
  ['红楼', 'redChamber'],
  ['三国演义', 'threeKingdoms'],
  ['灯塔', 'lighthouse'],
  ['提灯鲸', 'lantern-whale'],
  ['麻薯', 'mochi'],
  ['子夜市集', 'market'],
  ['不出鞘', 'sleeping-sword'],
  // Other names.
  ['monkey', 'journey'],
  ['石头记', 'redChamber'],
  ['story of the stone', 'redChamber'],
  ['arabian nights', 'nights'],
  ['大话西游', 'journey'],
  // Authors and tags.
  ['verne', 'around'],
  ['cervantes', 'quijote'],
  ['曹雪芹', 'redChamber'],
  ['hélas', null],
  ['Wells', 'timeMachine'],
  ['valcour', 'red-umbrella'],
  ['post-apocalyptic', 'last-light'],
  ['Fantasía occidental', 'bell-knight'],
  ['romance de época', 'redChamber'],
  ['romance d’époque', 'redChamber'],
  // Arabic with and without marks.
  ['ألف ليلة وليلة', 'nights'],
  ['أَلْفُ لَيْلَةٍ', 'nights'],
  ['الف ليله', 'nights'],
  ['كليلة', 'kalila'],
  ['رحلة إلى الغرب', 'journey'],
  ['المظلّة الحمراء', 'red-umbrella'],
  ['المظلة', 'red-umbrella'],
  ['الفانوس', 'lantern-whale'],
  // Accents, case and width.
  ['reve pavillon', 'redChamber'],
  ['LE REVE', 'redChamber'],
  ['ｗｉｎｄｏｗ', 'paper-plane'],
  ['epee endormie', 'sleeping-sword'],
  ['orbita', 'orbit-garden'],
  ['fenetre', 'paper-plane'],
  // One letter wrong.
  ['strom', 'storm'],
  ['jorney to the west', 'journey'],
  ['quixotte', 'quijote'],
  ['umbrela', 'red-umbrella'],
  ['lighthuose', 'lighthouse'],
  ['الحمرا', 'red-umbrella'],
  ['monky', 'journey'],
  // Too short to be mistyped, or the first letter wrong.
  ['strm', null],
  ['qtorm', null],
  ['xonkey', null],
  // Words of several fields, and a whole word before its beginning.
  ['verne leagues', 'leagues'],
  ['吴承恩 west', 'journey'],
  ['romance chamber', 'westernChamber', 'threeKingdoms'],
  ['sea', 'leagues'],
  ['captains', 'storms'],
];

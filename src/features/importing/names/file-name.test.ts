import { describe, expect, it } from 'vitest';
import { readFileName } from './file-name.ts';

/** In short: 's2 v3 c5 p2', or the place of a chapter without a number. */
function placeOf(name: string, book = ''): string {
  const { season, volume, number, unit, piece, side } = readFileName(name, book === '' ? [] : [book]);
  const steps = [
    season !== null && unit !== 'season' ? `s${season}` : '',
    volume !== null && unit !== 'volume' ? `v${volume}` : '',
    side ?? (number === null ? '-' : `${{ season: 's', volume: 'v', part: 'p', chapter: 'c' }[unit]}${number}`),
    piece > 0 ? `piece ${piece}` : '',
  ];
  return steps.filter((step) => step !== '').join(' ');
}

describe('a season', () => {
  it.each([
    ['Ep. 1', 'c1'],
    ['(S2) Ep. 1', 's2 c1'],
    ['[S2] Episode 12 - Rain', 's2 c12'],
    ['S2 Ep. 10', 's2 c10'],
    ['S02E05', 's2 c5'],
    ['2x05', 's2 c5'],
    ['Season 2 Episode 5', 's2 c5'],
    ['Season 2 - The Return - Episode 5', 's2 c5'],
    ['Saison 2 - Episode 1', 's2 c1'],
    ['Saison 1 Chapitre 12', 's1 c12'],
    ['Deuxième saison - Épisode 3', 's2 c3'],
    ['Temporada 2 Capítulo 3', 's2 c3'],
    ['2ª temporada - Episodio 7', 's2 c7'],
    ['Segunda temporada Episodio 7', 's2 c7'],
    ['Staffel 3 Folge 4', 's3 c4'],
    ['2. Staffel - Folge 4', 's2 c4'],
    ['Stagione 2 - Episodio 9', 's2 c9'],
    ['Сезон 2 Глава 5', 's2 c5'],
    ['2 сезон 5 серия', 's2 c5'],
    ['Sezon 2 Bölüm 4', 's2 c4'],
    ['الموسم الثاني - الحلقة ٣', 's2 c3'],
    ['الموسم 2 الفصل 3', 's2 c3'],
    ['第二季 第3话', 's2 c3'],
    ['第2季第十二话', 's2 c12'],
    ['第二期 第1話', 's2 c1'],
    ['シーズン2 第5話', 's2 c5'],
    ['시즌 2 12화', 's2 c12'],
    ['2기 제3화', 's2 c3'],
    ['Second Season Chapter 4', 's2 c4'],
    ['2nd Season Ch. 4', 's2 c4'],
    ['Ep. 5 (S2)', 's2 c5'],
    ['Season 2', 's2'],
    ['(S2) Epilogue', 's2 last'],
    ['S3 - 07', 's3 c7'],
    ['第1话 第二季开播', 'c1'],
    ['Episode 100 (Season 2 Finale)', 'c100'],
    ['[0012] Chapter 12', 'c12'],
  ])('%j is %s', (name, place) => {
    expect(placeOf(name)).toBe(place);
  });
});

describe('volumes and chapters', () => {
  it.each([
    ['Iron City v01 (2019) (Digital)', 'v1'],
    ['Iron City 012 (2021) (Digital)', 'c12'],
    ['Iron City 012.5 (2021) (Digital) (danke-Empire)', 'c12.5'],
    ['Iron City v03 (2019-2020) (Digital) (1r0n)', 'v3'],
    ['Iron City #4 (of 6) (2019)', 'c4'],
    ['Iron City 4 of 6', 'c4'],
    ['Iron City Vol. 2', 'v2'],
    ['Iron City T03', 'v3'],
    ['Iron City Tome 3', 'v3'],
    ['Iron City - Tomo 3', 'v3'],
    ['Iron City Band 3', 'v3'],
    ['Iron City - Том 3', 'v3'],
    ['Iron City المجلد 3', 'v3'],
    ['鉄の街 第3巻', 'v3'],
    ['鉄の街 3巻', 'v3'],
    ['铁城 卷三', 'v3'],
    ['철의 도시 3권', 'v3'],
    ['Vol.1 Ch.5', 'v1 c5'],
    ['Vol. 2 Ch. 10.5 - Between', 'v2 c10.5'],
    ['Vol.0001 Ch.0005 - Start', 'v1 c5'],
    ['v01 c002', 'v1 c2'],
    ['v01c002', 'v1 c2'],
    ['v000 0010', 'c10'],
    ['Tome 2 Chapitre 7', 'v2 c7'],
    ['Tomo 2 Capítulo 7', 'v2 c7'],
    ['Band 2 Kapitel 7', 'v2 c7'],
    ['Том 2 Глава 7', 'v2 c7'],
    ['المجلد 2 الفصل 7', 'v2 c7'],
    ['第2卷 第7话', 'v2 c7'],
    ['第2巻第7話', 'v2 c7'],
    ['2권 7화', 'v2 c7'],
    ['Volume 2 - 07', 'v2 c7'],
    ['Ch.10 Vol.2', 'v2 c10'],
    ['Vol.3 Extra', 'v3 side'],
    ['Vol. 3 - Omake', 'v3 side'],
    ['[東立][鐵城][某人][03]', 'c3'],
    ['【铁城】第12话', 'c12'],
    ['[第12话] 雨', 'c12'],
    ['Volume 3 - 12 Monkeys', 'v3'],
    ['Part 2 Chapter 3', 'c3'],
    ['第二部 第3话', 'c3'],
    ['2019', 'c2019'],
  ])('%j is %s', (name, place) => {
    expect(placeOf(name)).toBe(place);
  });
});

describe('a group before the number', () => {
  it.each([
    ['Zeta_Chapter 1 - Start', 'c1'],
    ['Alpha Scans_Chapter 2', 'c2'],
    ['Alpha & Zeta_Vol.2 Ch.10 - Late', 'v2 c10'],
    ['Alpha_Ch.10.5_a1b2c3', 'c10.5'],
    ['[Alpha] Chapter 2 - Next', 'c2'],
    ['[Alpha] River Song - 08', 'c8'],
    ['[Alpha-Zeta] River Song c008 (v02)', 'v2 c8'],
    ['(Alpha) Chapter 2', 'c2'],
    ['【某汉化组】第2话', 'c2'],
    ['Équipe Alpha_Chapitre 2', 'c2'],
    ['Equipo Alpha_Capítulo 2', 'c2'],
    ['فريق ألفا_الفصل 2', 'c2'],
    ['Команда_Глава 2', 'c2'],
    ['알파팀_2화', 'c2'],
    ['某组_第2话', 'c2'],
    ['Alpha_Episode Two', 'c2'],
    ['River Song - 08 - The storm', 'c8'],
    ['River Song 08 - The storm', 'c8'],
    ['River Song - Chapter 08', 'c8'],
    ['River Song Kapitel 8', 'c8'],
    ['River Song 8화', 'c8'],
    ['河曲 第8话', 'c8'],
    ['Alpha_Epilogue', 'last'],
  ])('%j is %s', (name, place) => {
    expect(placeOf(name)).toBe(place);
  });
});

describe('last and side chapters', () => {
  it.each([
    ['最终话', 'final'],
    ['最終話', 'final'],
    ['最终回 海边', 'final'],
    ['大结局', 'final'],
    ['番外', 'side'],
    ['番外篇 海边', 'side'],
    ['番外2', 'side'],
    ['番外海边', 'side'],
    ['【番外】海边', 'side'],
    ['特别篇', 'side'],
    ['おまけ', 'side'],
    ['番外編', 'side'],
    ['エピローグ', 'last'],
    ['에필로그', 'last'],
    ['외전 1', 'side'],
    ['마지막 화', 'final'],
    ['Epilogue', 'last'],
    ['Épilogue', 'last'],
    ['Epílogo', 'last'],
    ['Эпилог', 'last'],
    ['Extra', 'side'],
    ['Extra 2', 'side'],
    ['Extras', 'side'],
    ['Omake', 'side'],
    ['Bonus', 'side'],
    ['Bonus - The beach', 'side'],
    ['Special 3', 'side'],
    ['Side Story 1', 'side'],
    ['Hors-série', 'side'],
    ['Hors série 2', 'side'],
    ['Chapitre final', 'final'],
    ['Dernier chapitre', 'final'],
    ['Capítulo final', 'final'],
    ['Último capítulo', 'final'],
    ['Capítulo extra', 'side'],
    ['Letztes Kapitel', 'final'],
    ['Ultimo capitolo', 'final'],
    ['Последняя глава', 'final'],
    ['الأخير', 'final'],
    ['الفصل الأخير', 'final'],
    ['الحلقة الأخيرة', 'final'],
    ['الخاتمة', 'last'],
    ['فصل إضافي', 'side'],
    ['The End', 'final'],
    ['Final Chapter', 'final'],
    ['River Song - Epilogue', 'last'],
    ['Prologue', 'first'],
    ['Prólogo', 'first'],
    ['序', 'first'],
    ['序幕 雨', 'first'],
    ['プロローグ', 'first'],
    ['附录 陈光蕊赴任逢灾', 'last'],
    ['خاتمة', 'last'],
    ['Introductory', '-'],
    ['序列', '-'],
    ['The storm', '-'],
    ['Final Fantasy', '-'],
    ['Bonus Stage', '-'],
    ['Chapter 50 - Epilogue', 'c50'],
    ['第100话 大结局', 'c100'],
    ['12 - Extra', 'c12'],
  ])('%j is %s', (name, place) => {
    expect(placeOf(name)).toBe(place);
  });
});

describe('parts, numerals in words, and other numbers', () => {
  it.each([
    ['Part Two', 'p2'],
    ['Chapter Twelve', 'c12'],
    ['Chapter IV', 'c4'],
    ['Chapitre premier', 'c1'],
    ['Chapitre 1er', 'c1'],
    ['Capítulo segundo', 'c2'],
    ['Erstes Kapitel', 'c1'],
    ['3. Kapitel', 'c3'],
    ['5 глава', 'c5'],
    ['Глава первая', 'c1'],
    ['الفصل الثالث', 'c3'],
    ['第十二话', 'c12'],
    ['十二话', 'c12'],
    ['Chapter 3 (Part 2)', 'c3 piece 2'],
    ['Chapter 3 Part 1', 'c3 piece 1'],
    ['第3话（上）', 'c3 piece 1'],
    ['第3话（中）', 'c3 piece 2'],
    ['第3话 下', 'c3 piece 3'],
    ['第3話 前編', 'c3 piece 1'],
    ['第3話 後編', 'c3 piece 3'],
    ['Chapter 7a', 'c7a'],
    ['Chapter 10v2', 'c10'],
    ['Chapter 1 (1)', 'c1'],
    ['第12-13话', 'c12-13'],
    ['Ch.1-2', 'c1-2'],
    ['Nr. 5', 'c5'],
    ['n° 5', 'c5'],
  ])('%j is %s', (name, place) => {
    expect(placeOf(name)).toBe(place);
  });
});

describe('the title', () => {
  it.each([
    ['Zeta_Chapter 1 - Start', '', 'Start', 'Chapter 1 - Start'],
    ['Kaiju No. 8 v000 0001', 'Kaiju No. 8', '', 'v000 0001'],
    ['Kaiju No. 8 v000 0001', '', '', 'v000 0001'],
    ['Liar-Game-chapter-008', 'Liar Game', '', 'Chapter 008'],
    ['Liar_Game_Chapter_8', 'Liar Game', '', 'Chapter 8'],
    ['Moon Cat #1 (of 03) (2019)', 'Moon Cat', '', '#1'],
    ['Moon Cat 001 (2019) (Digital) (Zone-Empire)', 'Moon Cat', '', '001'],
    ['Moon Cat - The storm', 'Moon Cat', 'The storm', 'The storm'],
    ['Ch.001 [aBcD1234]', '', '', 'Ch.001'],
    ['Ch.001 The storm [aBcD1234]', '', 'The storm', 'Ch.001 The storm'],
    ['Chapter 5_a1b2c3', '', '', 'Chapter 5'],
    ['Chapter 5 - 0f8fad5b-d9cb-469f-a165-70867728950e', '', '', 'Chapter 5'],
    ['Chapter 5 [1234567]', '', '', 'Chapter 5'],
    ['湖边 第3话 雨', '湖边', '雨', '第3话 雨'],
    ['湖边第3话', '湖边', '', '第3话'],
    ['Le Lac - Tome 3 (2004)', 'Le Lac', '', 'Tome 3'],
    ['El Lago - Capítulo 3 - La tormenta', 'El Lago', 'La tormenta', 'Capítulo 3 - La tormenta'],
    ['البحيرة - الفصل 3 - المطر', 'البحيرة', 'المطر', 'الفصل 3 - المطر'],
    ['100 Bullets 01', '100 Bullets', '', '01'],
    ['86 v01', '86', '', 'v01'],
    ['20 - The storm', '20', 'The storm', '20 - The storm'],
    ['Chapter 3 (The storm)', '', '(The storm)', 'Chapter 3 (The storm)'],
    ['(S3) Ep. 12 - Rain (Part 2)', '', 'Rain (Part 2)', 'S3 Ep. 12 - Rain Part 2'],
    ['Episode 100 (Season 2 Finale)', '', '(Season 2 Finale)', 'Episode 100 (Season 2 Finale)'],
    ['The storm', 'The storm', 'The storm', 'The storm'],
  ])('of %j in %j is %j', (name, book, title, label) => {
    expect(readFileName(name, [book])).toMatchObject({ title, label });
  });

  it.each([
    ['River Song - Chapter 08', 'River Song'],
    ['Iron City v01 (2019)', 'Iron City'],
    ['[Alpha] Iron City 012 [aBcD1234]', 'Iron City'],
    ['Kaiju No. 8 v01', 'Kaiju No. 8'],
    ['湖边 第3话', '湖边'],
    ['Le Lac - Tome 3', 'Le Lac'],
    ['البحيرة - الفصل 3', 'البحيرة'],
    ['철의 도시 3권', '철의 도시'],
  ])('of %j is that of the book %j', (name, before) => {
    expect(readFileName(name)).toMatchObject({ title: '', before });
  });
});

it.each([
  ['spaces', `x${' '.repeat(1_000_000)}x`],
  ['brackets', `x${'('.repeat(1_000_000)}`],
  ['marks', 'ch 1 '.repeat(60)],
  ['numerals', '一'.repeat(299)],
])('a name of many %s is read in time', (_name, name) => {
  expect(readFileName(name, ['x']).unit).toBe('chapter');
});

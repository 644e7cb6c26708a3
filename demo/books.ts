import { bellKnightCover, bellKnightPages } from './comics/bell-knight.ts';
import { cloudCraneCover, cloudCranePages } from './comics/cloud-crane.ts';
import { lanternWhaleCover, lanternWhalePages } from './comics/lantern-whale.ts';
import { lastLightCover, lastLightPages } from './comics/last-light.ts';
import { mochiCover, mochiPages, mochiParts } from './comics/mochi.ts';
import { orbitGardenCover, orbitGardenPages } from './comics/orbit-garden.ts';
import { paperPlaneCover, paperPlanePages } from './comics/paper-plane.ts';
import { redUmbrellaCover, redUmbrellaPages } from './comics/red-umbrella.ts';
import { lighthouseCover } from './covers/lighthouse-cover.ts';
import { marketCover } from './covers/market-cover.ts';
import { paperCover } from './covers/paper-cover.ts';
import { swordCover } from './covers/sword-cover.ts';
import * as almanac from './texts/almanac.ts';
import * as drawn from './texts/comics.ts';
import * as lighthouse from './texts/lighthouse.ts';
import * as market from './texts/market.ts';
import * as mochi from './texts/mochi.ts';
import * as samarkand from './texts/samarkand.ts';
import * as sword from './texts/sleeping-sword.ts';
import type { DemoBook, DemoComic, Words } from './types.ts';

const hour = 60;
const day = 24 * hour;
const week = 7 * day;

/** Chapters of a drawn book: the pages whose keys begin as `prefixes` say, one chapter each. */
function chaptersOf(
  pages: DemoComic['pages'],
  titles: readonly Words[],
  prefixes: readonly string[],
): DemoComic['chapters'] {
  const keys = [...pages.keys()];
  return titles.map((title, index) => ({
    title,
    pages: keys.filter((key) => belongs(key, prefixes[index] ?? `${index + 1}`)),
  }));
}

function belongs(key: string, prefix: string): boolean {
  return key === prefix || key.startsWith(`${prefix}-`);
}

/** 520 days out of a stock of panels: weather and mischief walk at different paces, so that a pair meets again late. */
function mochiDays(): DemoComic['chapters'] {
  const { openings, actions, thoughts, endings } = mochiParts;
  const met = new Map<string, number>();
  const at = (list: readonly string[], index: number): string => list[index % list.length] ?? '';
  return Array.from({ length: 520 }, (_, index) => {
    const [opening, action] = [at(openings, index), at(actions, index * 7 + Math.floor(index / openings.length))];
    const again = met.get(`${opening} ${action}`) ?? 0;
    met.set(`${opening} ${action}`, again + 1);
    const title = mochi.dayTitle(wordsOf(mochi.openings, opening), wordsOf(mochi.actions, action), again);
    return {
      title,
      pages: [
        `open-${opening}`,
        `act-${action}`,
        `think-${at(thoughts, index * 3 + again)}`,
        `end-${at(endings, index * 5 + Math.floor(index / 8))}`,
      ],
    };
  });
}

function wordsOf(table: Record<string, Words>, key: string): Words {
  const found = table[key];
  if (!found) throw new Error(`no words for the panel '${key}'`);
  return found;
}

/** The demo catalogue, in no particular order; the times of release order it. */
export const demoBooks: readonly DemoBook[] = [
  {
    kind: 'comic',
    id: 'longstrip-demo-red-umbrella',
    author: 'Inès Valcour',
    originalLanguage: 'fr-fr',
    tags: ['悬疑', '现代都市'],
    recommended: true,
    publicFreeChapters: 1,
    status: 'finished',
    releases: { newestMinutes: 40 * day, everyMinutes: week },
    title: drawn.redUmbrella.title,
    introduction: drawn.redUmbrella.introduction,
    cover: redUmbrellaCover,
    layout: 'strip',
    readingDirection: 'ltr',
    pages: redUmbrellaPages,
    chapters: chaptersOf(redUmbrellaPages, drawn.redUmbrella.chapters, ['rain', 'alley', 'roof', 'bar', 'stop']),
  },
  {
    kind: 'comic',
    id: 'longstrip-demo-cloud-crane',
    author: '宋知微',
    originalLanguage: 'zh-cn',
    tags: ['古典武侠', '架空历史', '玄幻奇幻'],
    recommended: true,
    status: 'ongoing',
    releases: { newestMinutes: 2 * day, everyMinutes: week },
    title: drawn.cloudCrane.title,
    introduction: drawn.cloudCrane.introduction,
    cover: cloudCraneCover,
    layout: 'strip',
    readingDirection: 'ltr',
    pages: cloudCranePages,
    chapters: chaptersOf(cloudCranePages, drawn.cloudCrane.chapters, [
      'gate',
      'thread',
      'bridge',
      'fall',
      'lantern',
    ]).map((chapter, index) =>
      index === 4 ? { ...chapter, pages: [...chapter.pages, 'dawn-1', 'dawn-2', 'dawn-3'] } : chapter,
    ),
  },
  {
    kind: 'comic',
    id: 'longstrip-demo-orbit-garden',
    author: 'Wren Halloway',
    originalLanguage: 'en-us',
    tags: ['未来科幻'],
    recommended: true,
    publicFreeChapters: 12,
    status: 'finished',
    releases: { newestMinutes: 90 * day, everyMinutes: week },
    title: drawn.orbitGarden.title,
    introduction: drawn.orbitGarden.introduction,
    cover: orbitGardenCover,
    layout: 'strip',
    readingDirection: 'ltr',
    pages: orbitGardenPages,
    chapters: chaptersOf(orbitGardenPages, drawn.orbitGarden.chapters, []),
  },
  {
    kind: 'comic',
    id: 'longstrip-demo-mochi',
    author: '小春',
    originalLanguage: 'zh-cn',
    tags: ['现代都市', '都市言情'],
    recommended: true,
    publicFreeChapters: 10,
    status: 'ongoing',
    releases: { newestMinutes: 3 * hour, everyMinutes: day },
    title: mochi.title,
    introduction: mochi.introduction,
    cover: mochiCover,
    layout: 'strip',
    readingDirection: 'ltr',
    pages: mochiPages,
    chapters: mochiDays(),
  },
  {
    kind: 'comic',
    id: 'longstrip-demo-paper-plane',
    author: 'Lucía Ferrán',
    originalLanguage: 'es-es',
    tags: ['现代都市'],
    status: 'ongoing',
    releases: { newestMinutes: 4, everyMinutes: 9 },
    title: drawn.paperPlane.title,
    introduction: drawn.paperPlane.introduction,
    cover: paperPlaneCover,
    layout: 'strip',
    readingDirection: 'ltr',
    pages: paperPlanePages,
    chapters: chaptersOf(paperPlanePages, drawn.paperPlane.chapters, []),
  },
  {
    kind: 'comic',
    id: 'longstrip-demo-lantern-whale',
    author: 'ليان الحوراني',
    originalLanguage: 'ar-sa',
    tags: ['玄幻奇幻'],
    recommended: true,
    publicFreeChapters: 3,
    status: 'ongoing',
    releases: { newestMinutes: 20 * hour, everyMinutes: 2 * week },
    title: drawn.lanternWhale.title,
    introduction: drawn.lanternWhale.introduction,
    cover: lanternWhaleCover,
    layout: 'strip',
    readingDirection: 'rtl',
    pages: lanternWhalePages,
    chapters: chaptersOf(lanternWhalePages, drawn.lanternWhale.chapters, []),
  },
  {
    kind: 'comic',
    id: 'longstrip-demo-bell-knight',
    author: 'Otto Brandvik',
    originalLanguage: 'en-us',
    tags: ['西方奇幻'],
    status: 'ongoing',
    releases: { newestMinutes: 5 * hour, everyMinutes: 3 * day },
    title: drawn.bellKnight.title,
    introduction: drawn.bellKnight.introduction,
    cover: bellKnightCover,
    layout: 'pages',
    readingDirection: 'ltr',
    pages: bellKnightPages,
    chapters: drawn.bellKnight.chapters.map((title, index) => ({
      title,
      pages: index === 19 ? ['floor-20', 'reunion'] : [`floor-${index + 1}`],
    })),
  },
  {
    kind: 'comic',
    id: 'longstrip-demo-last-light',
    author: 'Maren Solheim',
    originalLanguage: 'en-us',
    tags: ['末世', '未来科幻'],
    publicFreeChapters: 1,
    status: 'finished',
    releases: { newestMinutes: 200 * day, everyMinutes: day },
    title: drawn.lastLight.title,
    introduction: drawn.lastLight.introduction,
    cover: lastLightCover,
    layout: 'strip',
    readingDirection: 'ltr',
    pages: lastLightPages,
    chapters: [{ title: drawn.lastLight.chapters[0] ?? drawn.lastLight.title, pages: [...lastLightPages.keys()] }],
  },
  {
    kind: 'novel',
    id: 'longstrip-demo-sleeping-sword',
    author: '沈砚秋',
    originalLanguage: 'zh-cn',
    tags: ['古典武侠'],
    status: 'finished',
    releases: { newestMinutes: 12 * day, everyMinutes: week },
    title: sword.title,
    introduction: sword.introduction,
    cover: swordCover,
    chapters: sword.chapters,
  },
  {
    kind: 'novel',
    id: 'longstrip-demo-lighthouse',
    author: 'Imogen Carrow',
    originalLanguage: 'en-us',
    tags: ['未来科幻', '悬疑'],
    publicFreeChapters: 1,
    status: 'ongoing',
    releases: { newestMinutes: 8 * hour, everyMinutes: week },
    title: lighthouse.title,
    introduction: lighthouse.introduction,
    cover: lighthouseCover,
    chapters: lighthouse.chapters,
  },
  {
    kind: 'novel',
    id: 'longstrip-demo-samarkand',
    author: 'Blanche Aumont',
    originalLanguage: 'fr-fr',
    tags: ['古代言情', '架空历史', '历史穿越'],
    publicFreeChapters: 0,
    status: 'ongoing',
    releases: { newestMinutes: 3 * day, everyMinutes: week },
    title: samarkand.title,
    introduction: samarkand.introduction,
    cover: paperCover,
    chapters: samarkand.chapters,
  },
  {
    kind: 'novel',
    id: 'longstrip-demo-market',
    author: 'Tomás Quintanilla',
    originalLanguage: 'es-es',
    tags: ['玄幻奇幻', '现代都市'],
    status: 'finished',
    releases: { newestMinutes: 30 * day, everyMinutes: week },
    title: market.title,
    introduction: market.introduction,
    cover: marketCover,
    chapters: market.chapters(52),
  },
  {
    kind: 'novel',
    id: 'longstrip-demo-almanac',
    author: 'نور الدين القاسمي',
    originalLanguage: 'ar-sa',
    tags: ['架空历史'],
    publicFreeChapters: 108,
    status: 'ongoing',
    releases: { newestMinutes: 10 * hour, everyMinutes: day },
    title: almanac.title,
    introduction: almanac.introduction,
    cover: null,
    chapters: almanac.chapters(108),
  },
];

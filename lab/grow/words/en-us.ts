import { type Draw, pick } from '../chance.ts';
import type { Lexicon } from './lexicon.ts';

const list = (text: string) => text.trim().split(/\s+/);

const kinds = list(`
  Last First Silent Hidden Crimson Broken Golden Lost Eternal Dark Silver Forgotten Burning Frozen Hollow Ancient Secret
  Wandering Crooked Gentle Restless Paper Iron Velvet Copper Unlikely Sleepless Amber Salted Borrowed Thirteenth Quicksilver`);
const things = list(`
  King Sword Dragon Queen Witch Hunter Star Moon Garden Knight City Prince Healer Crown Throne Blade Thief Captain Island
  Library Lighthouse Tailor Baker Clockmaker Orchard Violin Umbrella Harbour Glacier Lantern Ferryman Cartographer
  Apothecary Marionette Observatory Beekeeper Kite Sphinx Zeppelin Quill Xylophone`);
const places = list(`
  Shadows Heaven Ashes Winter Dreams Glass Storms Avalon Babylon London Thorns Ruin Rain Stars Sand Bone Amber Salt
  Marrow Wyrmwood Kestrel Dunmore Ravenscar Thistledown Ulverton Yarrow Zephyrs`);
const names = list(`
  Anna Jack Emma Leo Grace Sam Ruby Finn Clara Hugo Iris Otto Nora Felix Wren Jasper Maud Silas Odette Barnaby Ottoline
  Thaddeus Xanthe`);
const surnames = list(`
  Smith Grey Stone Hart Wells Rivers Marsh Fox Vale Ashford Blackwood Carver Drake Fenwick Hollis Locke Merriweather
  Nightingale Pemberton Quill Thackeray Underhill Wexley Yardley`);
const turns = [
  'finds a door that was not there before',
  'wakes with a power nobody believes in',
  'must choose between love and a throne',
  'returns ten years into the past',
  'is hired by the worst guild in town',
  'loses everything in one night',
  'signs a contract with a demon',
  'learns why the sea went silent',
  'inherits a bakery and a ghost',
  'follows a map drawn by a dead man',
  'teaches a young dragon to read',
  'solves a murder that has not happened yet',
];

const name = (draw: Draw) => `${pick(names, draw)} ${pick(surnames, draw)}`;
const article = (word: string) => (/^[AEIOU]/.test(word) ? `An ${word}` : `A ${word}`);

const titles: readonly ((draw: Draw) => string)[] = [
  (draw) => `The ${pick(kinds, draw)} ${pick(things, draw)}`,
  (draw) => `${pick(things, draw)} of ${pick(places, draw)}`,
  (draw) => `The ${pick(things, draw)} and the ${pick(things, draw)}`,
  (draw) => `The ${pick(kinds, draw)} ${pick(things, draw)} of ${pick(places, draw)}`,
  (draw) => `${name(draw)} and the ${pick(kinds, draw)} ${pick(things, draw)}`,
  (draw) => `${article(pick(things, draw))} in ${pick(places, draw)}`,
  (draw) => `${pick(kinds, draw)} ${pick(places, draw)}`,
];

export const english: Lexicon = {
  title: (draw) => pick(titles, draw)(draw),
  author: name,
  sentence: (draw) =>
    `${draw() < 0.5 ? name(draw) : `The ${pick(things, draw)} of ${pick(places, draw)}`} ${pick(turns, draw)}.`,
  chapter: (number, draw) => `Chapter ${number}: ${pick(kinds, draw)} ${pick(places, draw)}`,
  space: ' ',
};

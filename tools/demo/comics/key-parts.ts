import { type Rgb, rgb } from '../draw/pixels.ts';

/** Sprites as letters; each letter is a colour of `colors` unless a palette says otherwise. */
export const colors: Record<string, Rgb> = Object.fromEntries(
  Object.entries({ k: '#140c1c', w: '#eef2f2', s: '#8a97a8', d: '#4e5a6e', r: '#d9434e', m: '#8f2a44', y: '#ffd54a', o: '#f0903a', f: '#f2c9a0', b: '#4a86d8', n: '#8a5632', t: '#5a3620', g: '#63b84a', h: '#35793c', p: '#a45fd0', q: '#6a3a96', c: '#7fe0e8', x: '#ff8fb0' }).map(([letter, hex]) => [letter, rgb(hex)]),
); // biome-ignore format: the palette reads as one line

export const knight = ['....kkkkkk...', '...kwwwwwwk..', '..kwwwwwwwsk.', '..kwwkkkkkkk.', '..kwkkyykyyk.', '..kwwkkkkkkk.', '..ksswwwwwsk.', '...kkkkkkkk..', '..krrrrrrrmk.', '.kskrrrrrmksk', '.kwkrryrrmkwk', '.kkkrrrrrmkkk', '...kssskssk..', '...kssk.ksk..', '...kkkk.kkkk.'];

export const things: Record<string, readonly string[]> = {
  key: ['.kkkk..........', 'kyyyyk.........', 'kykkykkkkkkkkkk', 'kykkyyyyyyyyyyk', 'kyyyykkkkkykykk', '.kkkk.....k.k..'],
  bell: ['....k....', '...kyk...', '..kyyyk..', '.kywyyyk.', '.kywyyyk.', '.kyyyyok.', 'kyyyyyook', 'kkkkkkkkk', '...kok...', '....k....'],
  heart: ['.kk.kk.', 'kxrkrrk', 'kxrrrrk', 'krrrrmk', '.krrmk.', '..kmk..', '...k...'],
  torch: ['..y..', '.yoy.', '.yoy.', 'yoroy', '.kkk.', '.knk.', '.ktk.', '.ktk.', '..k..'],
  note: ['...kkk', '...kck', '...k..', '...k..', '.kkk..', 'kcck..', '.kk...'],
  bang: ['.kkk.', 'kyyyk', 'kyyyk', 'kyyyk', '.kyk.', '.kkk.', '.kyk.', '..k..'],
  what: ['.kkkk.', 'kcccck', 'kckkck', '.kkcck', '..kck.', '..kkk.', '..kck.', '...k..'],
  door: ['...kkkkkkkk...', '..knnnnnnnnk..', '.knntnnntnnnk.', 'knnntnnntnnnnk', 'knnntnnntnnnnk', 'kkkkkkkkkkkkkk', 'knnntnnntnnnnk', 'knnntnnntnnnnk', 'knnntnnntnyynk', 'knnntnnntnyynk', 'knnntnnntnnnnk', 'kkkkkkkkkkkkkk', 'knnntnnntnnnnk', 'knnntnnntnnnnk', 'knnntnnntnnnnk', 'kkkkkkkkkkkkkk'],
  stairs: ['kkkk............', 'kwssk...........', 'kssskkkk........', 'kdddkwssk.......', 'kkkkkssskkkk....', '....kdddkwssk...', '....kkkkkssskkkk', '........kdddkwss', '........kkkkksss', '............kddd'],
  chest: ['..kkkkkkkkkk..', '.knnnnnnnnnnk.', 'knnnnnnnnnnnnk', 'kyyyyyyyyyyyyk', 'kkkkkkyykkkkkk', 'knnnnkyyknnnnk', 'knnnnkkkknnnnk', 'ktttttttttttk.', 'kkkkkkkkkkkkkk'],
};

/** Ten dwellers; the other ten floors wear other colours. */
export const dwellers: readonly (readonly string[])[] = [
  ['....kkkkk....', '..kkgggggkk..', '.kgwwggggghk.', '.kgwgggggghk.', 'kggkkggkkgghk', 'kggkwggkwgghk', 'kgggggggggghk', 'kggggkkkggghk', 'khgggggggghhk', '.kkhhhhhhhkk.', '...kkkkkkk...'],
  ['k...........k', 'pk..k...k..kp', 'ppkkpkkkpkkpp', 'pppkpppppkppp', 'pppkywpywkppp', 'kpkkpppppkkpk', '.k.kpwpwpk.k.', '....kqpqk....', '.....kkk.....'],
  ['...kkkkkk...', '..kwwwwwwk..', '.kwwwwwwwsk.', '.kwkkwwkksk.', '.kwkrwwkrsk.', '.kwwwkwwwsk.', '..kwkwkwsk..', '...kkkkkk...', '.kwkswwskwk.', '.kwkkwwkkwk.', '.kskswwsksk.', '..k.kwwk.k..', '...kwkkwk...', '...kwk.kwk..', '...kkk.kkk..'],
  ['....kkkkk....', '..kkwwwwwkk..', '.kwwwwwwwwsk.', '.kwkkwwkkwsk.', 'kwwkkwwkkwwsk', 'kwwwwwwwwwwsk', 'kwxwwkkwwxwsk', 'kwwwwkkwwwwsk', 'kwwwwwwwwwwsk', 'kwswwkswwkwsk', '.kkkk.kkk.kk.'],
  ['...kkkkkkk...', '.kkrrrwwrrkk.', 'krwwrrwwrrrmk', 'krwwrrrrrwwmk', 'krrrrwwrrwwmk', 'kkkkkkkkkkkkk', '..kffkfkffk..', '..kffkfkffk..', '..kfffffffk..', '..kffkkkffk..', '...kkkkkkk...'],
  ['k.k.......k.k', '.k.kkkkkkk.k.', 'k.kqqqqqqqk.k', '.kqqpqqqpqqk.', 'kkqkrqqqkrqkk', '.kqqqqqqqqqk.', 'k.kqqkkkqqk.k', '.k.kkqqqkk.k.', 'k.k.kkkkk.k.k', '.k.k.....k.k.'],
  ['..kkkkkkkkkk..', '.knnnnnnnnnnk.', 'knwwknnnkwwnnk', 'kyykkyyykkyyyk', 'kwkwkwkwkwkwkk', 'krrrrrrrrrrrrk', 'kkwkwkwkwkwkwk', 'knnnnkxxknnnnk', 'ktttttxxttttk.', 'kkkkkkxxkkkkkk', '......kk......'],
  ['.kk.......kk.', 'kggkkkkkkkggk', 'kgwkgggggkwgk', 'kgkkgggggkkgk', 'kkkggggggggkk', 'kggggggggghhk', 'kgkkkkkkkkghk', '.kgrrrrrrghk.', 'khkgggggghkhk', 'kggkkkkkkkggk', '.kkk.....kkk.'],
  ['kk.......kkk..', 'kfk.....kooyk.', 'kfk....koykook', '.kffk.koykyook', 'kfkfk.kokoykok', 'kffffkkoykkook', 'kfkffffkooooyk', 'kfffffffkkkkkk', '.kkffffffffffk', '...kkkkkkkkkk.'],
  ['k..k.....k..k', 'kk.kkkkkkk.kk', 'kmkrrrrrrrkmk', '.kkrwwrwwrkk.', '..krkwrkwrk..', '..krrrrrrrk..', '..krrkkkrrk.k', '.kkkrwrwrkkkr', 'krkrkkkkkrkrk', '.k.krrrrrk.k.', '...krk.krk...', '...kkk.kkk...'],
];

/** A second dress for each dweller. */
export const otherColors: Record<string, Rgb> = { ...colors, g: rgb('#4a9ad8'), h: rgb('#2a5a9a'), p: rgb('#e06a8a'), q: rgb('#9a3a5a'), r: rgb('#e8a43a'), m: rgb('#a86a20'), o: rgb('#63b84a'), n: rgb('#6a5a9a'), t: rgb('#3f3468'), w: rgb('#d8f0c8'), f: rgb('#c8d8f0') };

export type Floor = { wall: readonly [Rgb, Rgb, Rgb]; ground: Rgb; groundLight: Rgb; night: Rgb; lamp: Rgb };
const floorOf = (light: string, middle: string, mortar: string, ground: string, groundLight: string, night: string, lamp: string): Floor => ({ wall: [rgb(light), rgb(middle), rgb(mortar)], ground: rgb(ground), groundLight: rgb(groundLight), night: rgb(night), lamp: rgb(lamp) });

export const floors: readonly Floor[] = [
  floorOf('#8a7f9a', '#6a607e', '#3f3852', '#4a3f4a', '#6a5a60', '#0e0a1c', '#ffa040'),
  floorOf('#6a9a7a', '#4f7a62', '#2c4a40', '#3f4a30', '#5a6a40', '#061410', '#c0ff60'),
  floorOf('#9a7060', '#7a5248', '#4a2e2c', '#52382c', '#745040', '#160808', '#ff7030'),
  floorOf('#6a88b8', '#4c6896', '#2a3c62', '#3a4a6a', '#54688c', '#060c1e', '#60c8ff'),
  floorOf('#a070b0', '#7c5090', '#4a2c5c', '#50385a', '#70507a', '#12061c', '#ff60d0'),
];

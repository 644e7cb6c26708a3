import { type Draw, pick } from '../chance.ts';
import type { Lexicon } from './lexicon.ts';

const list = (text: string) => text.trim().split(/\s+/);

const things = [
  'Le Roi',
  'La Nuit',
  'Le Secret',
  'La Reine',
  'Le Dernier Été',
  'L’Ombre',
  'La Fille',
  'Le Jardin',
  'La Sorcière',
  'Le Chevalier',
  'L’Épée',
  'La Lune',
  'Le Voyageur',
  'La Maison',
  'Le Cœur',
  'L’Étoile',
  'Le Phare',
  'La Forêt',
  'Le Maître',
  'La Brodeuse',
  'L’Horloger',
  'Le Passeur',
  'La Boulangère',
  'Le Cartographe',
  'L’Œil',
  'La Glycine',
  'Le Kiosque',
  'L’Astronome',
];
const places = [
  'de Paris',
  'des Ombres',
  'du Destin',
  'de la Mer',
  'des Rêves',
  'du Nord',
  'de Minuit',
  'des Brumes',
  'aux Corbeaux',
  'd’Avalon',
  'sans Nom',
  'des Mille Lacs',
  'du Château',
  'de Verre',
  'sous la Neige',
  'de Bretagne',
  'des Quatre Vents',
  'au Bois Dormant',
  'd’Ébène',
  'de Saint-Malo',
  'du Wagon Douze',
  'des Ypérites',
];
const names = list(`
  Marie Louis Camille Hugo Jeanne Léo Élise Gabriel Margot Antoine Solène Théo Agathe Rémi Noémie Bastien Clémence Gaël
  Yseult Zéphyrin`);
const surnames = list(`
  Martin Bernard Dubois Moreau Laurent Lefèvre Mercier Blanc Garnier Rousseau Delacroix Fontaine Béranger Saint-Clair
  Kerouac Quéneau Vaugirard Yvernault`);
const turns = [
  'découvre un secret de famille',
  'se réveille dans un autre siècle',
  'doit sauver le royaume',
  'tombe amoureuse de son pire ennemi',
  'part sur les traces de son frère',
  'hérite d’un étrange manoir',
  'apprend la langue des oiseaux',
  'ouvre une pâtisserie hantée',
  'perd la mémoire un soir d’orage',
  'résout un crime vieux de cent ans',
];

const name = (draw: Draw) => `${pick(names, draw)} ${pick(surnames, draw)}`;

const titles: readonly ((draw: Draw) => string)[] = [
  (draw) => `${pick(things, draw)} ${pick(places, draw)}`,
  (draw) => `${pick(things, draw)} et ${pick(things, draw).replace(/^L/, 'l')}`,
  (draw) => `${name(draw)}, ou ${pick(things, draw).replace(/^L/, 'l')} ${pick(places, draw)}`,
  (draw) => `Les Aventures de ${name(draw)}`,
  (draw) => `${pick(names, draw)} ${pick(places, draw)}`,
];

export const french: Lexicon = {
  title: (draw) => pick(titles, draw)(draw),
  author: name,
  sentence: (draw) =>
    `${draw() < 0.6 ? name(draw) : `${pick(things, draw)} ${pick(places, draw)}`} ${pick(turns, draw)}.`,
  chapter: (number, draw) => `Chapitre ${number} : ${pick(things, draw)}`,
  space: ' ',
};

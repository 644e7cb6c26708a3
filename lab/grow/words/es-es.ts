import { type Draw, pick } from '../chance.ts';
import type { Lexicon } from './lexicon.ts';

const list = (text: string) => text.trim().split(/\s+/);

const things = [
  'El Rey',
  'La Reina',
  'La Noche',
  'El Secreto',
  'La Sombra',
  'El Último Dragón',
  'La Luna',
  'El Corazón',
  'La Espada',
  'El Jardín',
  'La Hija',
  'El Caballero',
  'La Bruja',
  'El Viajero',
  'La Casa',
  'El Faro',
  'La Estrella',
  'El Ladrón',
  'La Isla',
  'El Niño',
  'La Relojera',
  'El Barquero',
  'La Panadera',
  'El Cartógrafo',
  'El Ñandú',
  'La Cigüeña',
  'El Quijote',
  'La Jacaranda',
];
const places = [
  'de Madrid',
  'del Destino',
  'de las Sombras',
  'del Mar',
  'de los Sueños',
  'del Norte',
  'de Medianoche',
  'sin Nombre',
  'de Cristal',
  'de la Montaña',
  'del Invierno',
  'de los Mil Años',
  'de Ceniza',
  'bajo la Lluvia',
  'de Sevilla',
  'del Fin del Mundo',
  'de los Cuervos',
  'entre Naranjos',
  'de Ávila',
  'de Logroño',
  'del Tren Nocturno',
  'de Xàtiva',
];
const names = list(`
  María Juan Lucía Pablo Carmen Diego Elena Javier Inés Mateo Alba Hugo Rocío Íñigo Jimena Ximena Nuño Macarena Yago
  Zulema`);
const surnames = list(`
  García López Martínez Sánchez Romero Navarro Torres Vega Molina Castro Ibáñez Núñez Quiroga Zamora Echeverría Ybarra
  Ugarte Wamba`);
const turns = [
  'descubre un secreto prohibido',
  'despierta en otro mundo',
  'debe elegir entre el amor y el trono',
  'regresa diez años atrás',
  'pierde todo en una noche',
  'hereda una librería encantada',
  'firma un pacto con el demonio',
  'busca a su hermano perdido',
  'aprende a hablar con las tormentas',
  'resuelve un crimen de hace un siglo',
];

const name = (draw: Draw) => `${pick(names, draw)} ${pick(surnames, draw)}`;

const titles: readonly ((draw: Draw) => string)[] = [
  (draw) => `${pick(things, draw)} ${pick(places, draw)}`,
  (draw) => `${pick(things, draw)} y ${pick(things, draw).replace(/^[EL]/, (letter) => letter.toLowerCase())}`,
  (draw) => `Las Aventuras de ${name(draw)}`,
  (draw) => `${pick(names, draw)} ${pick(places, draw)}`,
  (draw) =>
    `${name(draw)} contra ${pick(things, draw).replace(/^[EL]/, (letter) => letter.toLowerCase())} ${pick(places, draw)}`,
];

export const spanish: Lexicon = {
  title: (draw) => pick(titles, draw)(draw),
  author: name,
  sentence: (draw) =>
    `${draw() < 0.6 ? name(draw) : `${pick(things, draw)} ${pick(places, draw)}`} ${pick(turns, draw)}.`,
  chapter: (number, draw) => `Capítulo ${number}: ${pick(things, draw)}`,
  space: ' ',
};

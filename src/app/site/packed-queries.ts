import type { KeptQueries, Pages } from '../../web/query.ts';
import type { QueryKey } from '../../web/query-client.ts';
import { escapeJson } from './head.ts';

/**
 * A packed value: a plain one, a list as [-1, ...items], an object as [number of its shape, ...values] without the nulls
 * at its end, or a text that holds one of our own characters itself as [-2, text]. A text or a short list that was there
 * before is one character, which has its number.
 */
type Packed = string | number | boolean | null | Packed[];

/** Our own characters are those for private use, which hardly any text holds. */
const ownCharacters = /[\ue000-\uf8ff]/;
/** Stands for the beginning of the last whole address. */
const sameBeginning = '\ue000';
/** Stands for the beginning of the tiny pictures that are shown first. */
const tinyPicture = '\ue001';
const tinyPictureBegins = 'data:image/webp;base64,';
const firstNumber = 0xe100;
const lastNumber = 0xf8ff;
const shortList = 4;
const mediaFolder = '/media/';
const uuidLength = 36;

/** A packed answer: the keys of its shapes, and its value. */
type PackedAnswer = [string[], Packed];

/** A question's key, its answers, and the numbers of their pages where it is a list that grows by pages. */
export type PackedQueries = [QueryKey, PackedAnswer[], unknown?][];

/** Answers that other pages have shown are written already: the reader of answers gives the same objects. */
const writtenBefore = new WeakMap<object, string>();

/** The answers of a page for its document: `PackedQueries` in JSON, which is safe in a document. */
export function writeQueries(kept: KeptQueries): string {
  const written = kept.map(([key, data]) => {
    const [answers, ...numbers] = isGrowing(data) ? [data.pages, data.pageParams] : [[data]];
    return [escapeJson(key), listOf(answers.map(writeOnce)), ...numbers.map(escapeJson)];
  });
  return listOf(written.map(listOf));
}

const listOf = (texts: readonly string[]) => `[${texts.join()}]`;

/** The answers that `writeQueries` was given. */
export function unpackQueries(queries: PackedQueries): KeptQueries {
  return queries.map(([key, answers, pageParams]) => {
    const pages = answers.map(unpackAnswer);
    return [key, pageParams === undefined ? pages[0] : { pages, pageParams }];
  });
}

const isGrowing = (data: unknown): data is Pages<unknown> =>
  typeof data === 'object' && data !== null && 'pageParams' in data;

function writeOnce(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return escapeJson(packAnswer(answer));
  const written = writtenBefore.get(answer) ?? escapeJson(packAnswer(answer));
  writtenBefore.set(answer, written);
  return written;
}

/**
 * Answers of lists repeat the same keys for each row, and the sizes of a picture one address. The keys of an object are
 * its shape, and each shape is written once. A value that is undefined is left out, as in JSON.
 */
function packAnswer(answer: unknown): PackedAnswer {
  const shapes: string[][] = [];
  let beginning = '';

  /** `likely`: the shape of the row before in a list. */
  function pack(value: unknown, likely = -1): Packed {
    if (typeof value === 'string') return packText(value);
    if (typeof value !== 'object' || value === null) {
      return typeof value === 'number' || typeof value === 'boolean' ? value : null;
    }
    return Array.isArray(value) ? packList(value) : packFields(Object.entries(value), likely);
  }

  function packList(list: readonly unknown[]): Packed {
    const packed: Packed[] = [-1];
    let likely = -1;
    for (const item of list) {
      const row = pack(item, likely);
      if (Array.isArray(row)) likely = Number(row[0]);
      packed.push(row);
    }
    return packed;
  }

  function packFields(all: [string, unknown][], likely: number): Packed {
    const fields = all.some(isLeftOut) ? all.filter((field) => !isLeftOut(field)) : all;
    const shape = isShapeOf(shapes[likely], fields) ? likely : shapeOf(fields);
    const packed: Packed[] = [shape];
    for (const [, field] of fields) packed.push(pack(field));
    while (packed.at(-1) === null) packed.pop();
    return packed;
  }

  function shapeOf(fields: [string, unknown][]): number {
    const known = shapes.findIndex((shape) => isShapeOf(shape, fields));
    return known >= 0 ? known : shapes.push(fields.map(([key]) => key)) - 1;
  }

  function packText(text: string): Packed {
    if (ownCharacters.test(text)) return [-2, text];
    if (text.startsWith(tinyPictureBegins)) return tinyPicture + text.slice(tinyPictureBegins.length);
    const found = beginningOf(text);
    if (found === '') return text;
    if (found === beginning) return text.replaceAll(found, sameBeginning);
    beginning = found;
    return text;
  }

  const packed = nameRepeated(pack(answer));
  return [shapes.map((shape) => shape.join()), packed];
}

/** Each text and each short list gets a number as it ends; where it comes again, its number stands. */
function nameRepeated(packed: Packed): Packed {
  const numbers = new Map<string, number>();

  function name(value: Packed): Packed {
    const text = textToName(value);
    const known = text === null ? undefined : numbers.get(text);
    if (known !== undefined) return String.fromCharCode(known);
    const named = Array.isArray(value) && !isOwnText(value) ? value.map(name) : value;
    const next = firstNumber + numbers.size;
    if (text !== null && next <= lastNumber) numbers.set(text, next);
    return named;
  }

  return name(packed);
}

function textToName(value: Packed): string | null {
  if (!isNamed(value)) return null;
  return typeof value === 'string' ? `"${value}` : JSON.stringify(value);
}

const isOwnText = ([kind]: Packed[]) => kind === -2;

/** Texts of one or two letters are as short as a number. */
const isNamed = (value: Packed) =>
  typeof value === 'string'
    ? value.length > 2
    : Array.isArray(value) && value[0] === -1 && value.length <= shortList + 1;

function fillRepeated(packed: Packed): Packed {
  const numbered: Packed[] = [];

  function fill(value: Packed): Packed {
    if (typeof value === 'string' && value.length === 1 && value.charCodeAt(0) >= firstNumber)
      return numbered[value.charCodeAt(0) - firstNumber] ?? value;
    const filled = Array.isArray(value) && !isOwnText(value) ? value.map(fill) : value;
    if (isNamed(filled)) numbered.push(filled);
    return filled;
  }

  return fill(packed);
}

const isLeftOut = ([, field]: [string, unknown]) => field === undefined;

function isShapeOf(shape: readonly string[] | undefined, fields: [string, unknown][]): boolean {
  return shape?.length === fields.length && shape.every((key, index) => key === fields[index]?.[0]);
}

function unpackAnswer([shapes, packed]: PackedAnswer): unknown {
  let beginning = '';

  function unpack(value: Packed): unknown {
    if (typeof value === 'string') {
      if (value.startsWith(tinyPicture)) return tinyPictureBegins + value.slice(1);
      if (value.includes(sameBeginning)) return value.replaceAll(sameBeginning, beginning);
      beginning = beginningOf(value) || beginning;
      return value;
    }
    if (!Array.isArray(value)) return value;
    const [shape, ...fields] = value;
    if (shape === -2) return fields[0];
    const keys = shapes[Number(shape)]?.split(',').filter(Boolean);
    const values = fields.map(unpack);
    return keys ? Object.fromEntries(keys.map((key, index) => [key, values[index] ?? null])) : values;
  }

  return unpack(fillRepeated(packed));
}

/** An address of a picture up to the picture's id; empty for other texts. */
function beginningOf(text: string): string {
  const at = text.indexOf(mediaFolder);
  return at < 0 ? '' : text.slice(0, at + mediaFolder.length + uuidLength);
}

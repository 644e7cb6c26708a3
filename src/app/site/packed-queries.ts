import type { KeptQueries, Pages } from '../../web/query.ts';
import type { QueryKey } from '../../web/query-client.ts';

/**
 * A packed value: a plain one, a list as [-1, ...items], an object as [number of its shape, ...values], or a text that
 * holds `sameBeginning` itself as [-2, text].
 */
type Packed = string | number | boolean | null | Packed[];

/** Stands for the beginning of the last whole address: a character for private use, which hardly any text holds. */
const sameBeginning = '\ue000';
const mediaFolder = '/media/';
const uuidLength = 36;

/** A packed answer: the keys of its shapes, and its value. */
type PackedAnswer = [string[], Packed];

/** A question's key, its answers, and the numbers of their pages where it is a list that grows by pages. */
export type PackedQueries = [QueryKey, PackedAnswer[], unknown?][];

/** Answers that other pages have shown are packed already: the shared cache of public answers gives the same objects. */
const packedBefore = new WeakMap<object, PackedAnswer>();

/** The answers of a page for its document, shorter than as JSON. */
export function packQueries(kept: KeptQueries): PackedQueries {
  return kept.map(([key, data]) =>
    isGrowing(data) ? [key, data.pages.map(packOnce), data.pageParams] : [key, [packOnce(data)]],
  );
}

/** The answers that `packQueries` was given. */
export function unpackQueries(queries: PackedQueries): KeptQueries {
  return queries.map(([key, answers, pageParams]) => {
    const pages = answers.map(unpackAnswer);
    return [key, pageParams === undefined ? pages[0] : { pages, pageParams }];
  });
}

const isGrowing = (data: unknown): data is Pages<unknown> =>
  typeof data === 'object' && data !== null && 'pageParams' in data;

function packOnce(answer: unknown): PackedAnswer {
  if (typeof answer !== 'object' || answer === null) return packAnswer(answer);
  const packed = packedBefore.get(answer) ?? packAnswer(answer);
  packedBefore.set(answer, packed);
  return packed;
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
    return packed;
  }

  function shapeOf(fields: [string, unknown][]): number {
    const known = shapes.findIndex((shape) => isShapeOf(shape, fields));
    return known >= 0 ? known : shapes.push(fields.map(([key]) => key)) - 1;
  }

  function packText(text: string): Packed {
    if (text.includes(sameBeginning)) return [-2, text];
    const found = beginningOf(text);
    if (found === '') return text;
    if (found === beginning) return text.replaceAll(found, sameBeginning);
    beginning = found;
    return text;
  }

  const packed = pack(answer);
  return [shapes.map((shape) => shape.join()), packed];
}

const isLeftOut = ([, field]: [string, unknown]) => field === undefined;

function isShapeOf(shape: readonly string[] | undefined, fields: [string, unknown][]): boolean {
  return shape?.length === fields.length && shape.every((key, index) => key === fields[index]?.[0]);
}

function unpackAnswer([shapes, packed]: PackedAnswer): unknown {
  let beginning = '';

  function unpack(value: Packed): unknown {
    if (typeof value === 'string') {
      if (value.includes(sameBeginning)) return value.replaceAll(sameBeginning, beginning);
      beginning = beginningOf(value) || beginning;
      return value;
    }
    if (!Array.isArray(value)) return value;
    const [shape, ...fields] = value;
    if (shape === -2) return fields[0];
    const keys = shapes[Number(shape)]?.split(',');
    const values = fields.map(unpack);
    return keys ? Object.fromEntries(values.map((field, index) => [keys[index], field])) : values;
  }

  return unpack(packed);
}

/** An address of a picture up to the picture's id; empty for other texts. */
function beginningOf(text: string): string {
  const at = text.indexOf(mediaFolder);
  return at < 0 ? '' : text.slice(0, at + mediaFolder.length + uuidLength);
}

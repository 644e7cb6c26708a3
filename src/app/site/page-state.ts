import type { Language } from '../../shared/languages.ts';
import type { KeptQueries } from '../../web/query.ts';
import type { Site } from '../../web/site.tsx';

/** The state from which the browser continues after the server's rendering. It never holds anything personal. */
export interface PageState {
  language: Language;
  found: boolean;
  /** The address for which the page was rendered, where it is also shown at other addresses. */
  standIn?: string;
  renderedAt: number;
  /** Address of the language's messages. */
  messages: string;
  site: Site;
  queries: KeptQueries;
}

/**
 * A packed value: a plain one, a list as [-1, ...items], an object as [number of its shape, ...values], or a text that
 * holds `sameBeginning` itself as [-2, text].
 */
type Packed = string | number | boolean | null | Packed[];

/** Stands for the beginning of the last whole address: a character for private use, which hardly any text holds. */
const sameBeginning = '\ue000';
const mediaFolder = '/media/';
const uuidLength = 36;

/**
 * Writes a state shorter: answers of lists repeat the same keys for each row, and the sizes of a picture one address. The
 * keys of an object are its shape, and each shape is written once. A value that is undefined is left out, as in JSON.
 */
export function packState(state: unknown): unknown {
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

  const packed = pack(state);
  return [shapes.map((shape) => shape.join()), packed];
}

const isLeftOut = ([, field]: [string, unknown]) => field === undefined;

function isShapeOf(shape: readonly string[] | undefined, fields: [string, unknown][]): boolean {
  return shape?.length === fields.length && shape.every((key, index) => key === fields[index]?.[0]);
}

/** The state that `packState` was given. */
export function unpackState<State>(written: string): State {
  const [shapes, packed] = JSON.parse(written) as [string[], Packed]; // written by `packState` of the same build
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

  return unpack(packed) as State;
}

/** An address of a picture up to the picture's id; empty for other texts. */
function beginningOf(text: string): string {
  const at = text.indexOf(mediaFolder);
  return at < 0 ? '' : text.slice(0, at + mediaFolder.length + uuidLength);
}

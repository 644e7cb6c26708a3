import { drawingMark } from '../../media/rules.ts';
import { svgAttributes, svgElements } from './svg-names.ts';
import { allOf, childrenOf, readTree, wordsOf, type XmlElement } from './xml-tree.ts';

/** A drawing, made anew of what is safe in the given one. */
export type Drawing = {
  alt: string;
  /** The address of the one picture that the drawing only frames; else null. */
  framed: string | null;
  /** Whether it draws more than pictures. */
  hasShapes: boolean;
  /** The addresses of the pictures in it. */
  pictures: string[];
  /** The reason why it cannot be drawn. */
  fault: string | null;
  /** Its source; a picture whose bytes are not given, as a data URL, is left out. */
  source(pictures: ReadonlyMap<string, string>): string;
};

/** Words and pages of HTML within a drawing. */
export const foreignInSvg = new Set(['foreignobject', 'desc', 'title']);
export const svgLimits = { depth: 128, elements: 50_000 };

/** A file with a drawing; null where it holds none. */
export function readDrawing(source: string): Drawing | null {
  const tree = readTree(source, svgLimits);
  const svg = childrenOf(tree.root, 'svg')[0];
  return svg ? drawingOf(svg, tree) : null;
}

/**
 * An `<svg>` element as a drawing of its own: only elements and attributes on the list are written again. So no script,
 * document type, entity, font, style sheet or address from outside can be in it.
 */
export function drawingOf(svg: XmlElement, { isCut }: { isCut: boolean }): Drawing {
  const pictures = [...new Set(allOf(svg, 'image').flatMap((image) => image.attributes.get('href')?.trim() || []))];
  const isDrawn = hasShapes(svg);
  const size = sizeOf(svg);
  const title = childrenOf(svg, 'title')[0] ?? childrenOf(svg, 'desc')[0];
  return {
    alt: (svg.attributes.get('aria-label') ?? (title ? wordsOf(title) : '')).replace(/\s+/g, ' ').trim().slice(0, 500),
    framed: pictures.length === 1 && !isDrawn && !/^data:/i.test(pictures[0] ?? '') ? (pictures[0] ?? null) : null,
    hasShapes: isDrawn,
    pictures,
    fault:
      isCut || partsOf(svg) > mostDrawn
        ? 'the drawing has too many parts, or is nested too deep'
        : size === null || (size === '' && !isDrawn && pictures.length === 0)
          ? 'the drawing has no size'
          : null,
    source: (given) => `${drawingMark}${write(svg, { pictures: given, rootSize: size ?? '' })}`,
  };
}

/** Parts are counted as often as they are used: a few lines can use each other a million times. */
const mostDrawn = 100_000;
const longestChain = 200;

function partsOf(svg: XmlElement): number {
  const byId = new Map<string, XmlElement>();
  const find = (element: XmlElement) => {
    byId.set(`#${element.attributes.get('id') ?? ''}`, element);
    childrenOf(element).forEach(find);
  };
  find(svg);
  const known = new Map<XmlElement, number>();
  const count = (element: XmlElement, depth: number): number => {
    if (depth > longestChain) return Number.POSITIVE_INFINITY;
    const before = known.get(element);
    if (before !== undefined) return before;
    known.set(element, 0); // one that uses itself is not drawn
    const used = element.name === 'use' ? byId.get(element.attributes.get('href')?.trim() ?? '') : undefined;
    const parts = [...childrenOf(element), ...(used ? [used] : [])].reduce(
      (sum, part) => sum + count(part, depth + 1),
      1,
    );
    known.set(element, parts);
    return parts;
  };
  return count(svg, 0);
}

const shapes = new Set('path rect circle ellipse line polyline polygon text use'.split(' '));
const unseen = new Set('defs clippath mask pattern marker symbol metadata'.split(' '));

/** Whether it draws more than pictures; frames and clips around a picture do not count. */
function hasShapes(element: XmlElement): boolean {
  return childrenOf(element).some(
    (child) => (shapes.has(child.name) && !isInvisible(child)) || (!unseen.has(child.name) && hasShapes(child)),
  );
}

/** A place to press, over a page. */
function isInvisible({ attributes }: XmlElement): boolean {
  const fill = attributes.get('fill');
  return (
    attributes.get('opacity') === '0' || ((fill === 'none' || fill === 'transparent') && !attributes.has('stroke'))
  );
}

const pixels: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  ex: 8,
};

function lengthOf(given: string | undefined): number | null {
  const [, number = '', unit = ''] = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(given ?? '') ?? [];
  const length = Number(number) * (pixels[unit.toLowerCase()] ?? Number.NaN);
  return number !== '' && Number.isFinite(length) ? length : null;
}

/** A page has 1,600 px at most; a drawing twice its own width, so that its lines stay sharp on a phone. */
const widest = 1600;
const sharpness = 2;
const tallest = 16_000;

/**
 * The attributes that say in which size it is drawn. Empty: it names none, and its content decides. Null: a side of it
 * is 0.
 */
function sizeOf({ attributes }: XmlElement): string | null {
  const box = (attributes.get('viewbox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = 0, y = 0, boxWidth = 0, boxHeight = 0] = box.length === 4 && box.every(Number.isFinite) ? box : [];
  const hasBox = boxWidth > 0 && boxHeight > 0;
  const given = { width: lengthOf(attributes.get('width')), height: lengthOf(attributes.get('height')) };
  if (given.width === 0 || given.height === 0) return null;
  const ratio = hasBox ? boxHeight / boxWidth : 1;
  if (!hasBox && (given.width === null || given.height === null)) return '';
  const width = given.width ?? (given.height === null ? boxWidth : given.height / ratio);
  const height = given.height ?? width * ratio;
  const scale = Math.min(sharpness, widest / width, tallest / height);
  const drawn = [width, height].map((length) => Math.max(1, Math.round(length * scale)));
  const view = hasBox ? [x, y, boxWidth, boxHeight] : [0, 0, width, height];
  return ` width="${drawn[0]}" height="${drawn[1]}" viewBox="${view.join(' ')}"`;
}

type Written = { pictures: ReadonlyMap<string, string>; rootSize: string | null };

function write(element: XmlElement, to: Written): string {
  const name = element.name === 'a' ? 'g' : svgElements.get(element.name);
  if (!name) return '';
  const isRoot = to.rootSize !== null;
  const attributes = attributesOf(element, { pictures: to.pictures, isRoot });
  if (attributes === null) return '';
  const head = isRoot
    ? `svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${to.rootSize}`
    : name;
  const inner = element.children.map((child) => {
    if (typeof child !== 'string') return write(child, { ...to, rootSize: null });
    return name === 'style' ? escaped(safeStyle(child)) : escaped(child);
  });
  return `<${head}${attributes}>${inner.join('')}</${isRoot ? 'svg' : name}>`;
}

function attributesOf(
  { name, attributes }: XmlElement,
  { pictures, isRoot }: { pictures: Written['pictures']; isRoot: boolean },
): string | null {
  let written = '';
  for (const [given, value] of attributes) {
    const known = svgAttributes.get(given);
    if (known && !(isRoot && /^(width|height|viewBox|x|y)$/.test(known)))
      written += ` ${known}="${escaped(safeStyle(value))}"`;
  }
  if (attributes.get('space') === 'preserve') written += ' xml:space="preserve"';
  const href = attributes.get('href')?.trim();
  if (name === 'image') {
    const data = href && pictures.get(href);
    return data ? `${written} xlink:href="${escaped(data)}"` : null;
  }
  if (href && /^#[^\s"<>]{1,200}$/.test(href)) written += ` xlink:href="${escaped(href)}"`;
  return written;
}

/** Without other files: a style may name a part of the drawing itself, and nothing else. */
function safeStyle(value: string): string {
  return value
    .replace(/<!\[CDATA\[|\]\]>|<!--|-->|\\/g, '')
    .replace(/@(?:import|charset|namespace)[^;{]*;?/gi, '')
    .replace(/@font-face\s*\{[^}]*\}?/gi, '')
    .replace(/(?:url|src|image|image-set)\s*\(\s*(?!['"]?#)[^)]*\)?/gi, 'none');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no XML may hold
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

function escaped(text: string): string {
  return text
    .replace(notXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

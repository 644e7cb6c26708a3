import {
  deepestMath,
  type Formula,
  type MathNode,
  type MathTag,
  mathAttributes,
  mathTags,
  mostMathNodes,
} from '../../../shared/mathml.ts';
import { childrenOf, wordsOf, type XmlElement } from './xml-tree.ts';

/** Elements within formulas that hold words in another language than MathML, or another form of the same formula. */
export const foreignInMath = new Set(['annotation', 'annotation-xml', 'mtext', 'ms']);

const knownTags: ReadonlySet<string> = new Set(mathTags);
const isTag = (name: string): name is MathTag => knownTags.has(name);
const tokens = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);
/** How many children these have; others may have any number. */
const arity: Record<string, number> = {
  mfrac: 2,
  mroot: 2,
  msub: 2,
  msup: 2,
  munder: 2,
  mover: 2,
  msubsup: 3,
  munderover: 3,
};
/** Elements that browsers do not draw, and what stands for them. */
const replaced: Record<string, MathTag> = { menclose: 'mrow', merror: 'mrow', mlabeledtr: 'mtr', maligngroup: 'mrow' };
const longestText = 2000;

/**
 * A `<math>` element as a formula, made of elements and attributes of the short list. One that is not valid becomes the
 * words that say it, such as 'x squared'. Nothing else of it is kept.
 */
export function formulaOf(math: XmlElement, { isCut }: { isCut: boolean }): Formula | { type: 'words'; text: string } {
  const text = alternativeOf(math) || spoken(math).replace(/\s+/g, ' ').trim();
  const words = { type: 'words' as const, text: text.slice(0, longestText) };
  if (isCut) return words;
  const nodes: MathNode[] = [];
  const isValid = childrenOf(math).every((child) => flatten(child, 0, nodes));
  if (!isValid || nodes.length === 0 || nodes.length > mostMathNodes) return words;
  const isBlock = math.attributes.get('display') === 'block' || math.attributes.get('mode') === 'display';
  return { type: 'math', text: words.text, nodes, ...(isBlock ? { isBlock } : {}) };
}

/** Some programs write that there is none. */
const noAlternative =
  /^(?:alternat(?:e|ive)(?: text)?|(?:math(?:ml)?|formula|equation|image))?(?: is)?(?: not available)?$/i;

function alternativeOf(math: XmlElement): string {
  const given = (math.attributes.get('alttext') ?? '').replace(/\s+/g, ' ').trim();
  return noAlternative.test(given) ? '' : given;
}

/** Adds an element and what is in it; false where this is no formula that browsers draw. */
function flatten(element: XmlElement, depth: number, nodes: MathNode[]): boolean {
  if (depth >= deepestMath || nodes.length > mostMathNodes) return false;
  const { name } = element;
  const children = childrenOf(element).filter((child) => child.name !== 'malignmark');
  if (name === 'semantics' || name === 'maction') return !children[0] || flatten(children[0], depth, nodes);
  if (name === 'mfenced') return flatten(fenced(element, children), depth, nodes);
  const tag = replaced[name] ?? name;
  if (!isTag(tag)) return false;
  const attributes = attributesOf(element);
  const node: MathNode = { tag, depth, ...(attributes ? { attributes } : {}) };
  if (tokens.has(tag)) {
    nodes.push({ ...node, text: wordsOf(element).slice(0, longestText) });
    return true;
  }
  nodes.push(node);
  const wanted = arity[tag];
  if (wanted !== undefined && children.length !== wanted) return false;
  return children.every((child) => flatten(child, depth + 1, nodes));
}

const plainValue = /^[-+#.%\w ]{1,40}$/;

function attributesOf({ attributes }: XmlElement): MathNode['attributes'] {
  const kept = mathAttributes.flatMap((name): [string, string][] => {
    const value = attributes.get(name)?.trim() ?? '';
    return plainValue.test(value) ? [[name, value]] : [];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

const made = (name: string, children: XmlElement['children'], attributes: [string, string][] = []): XmlElement => ({
  name,
  attributes: new Map(attributes),
  children,
});

/** Browsers draw no `<mfenced>`: its brackets and commas become signs of their own. */
function fenced({ attributes }: XmlElement, children: readonly XmlElement[]): XmlElement {
  const bracket = (sign: string, form: string) =>
    made(
      'mo',
      [sign],
      [
        ['fence', 'true'],
        ['form', form],
      ],
    );
  const signs = [...(attributes.get('separators') ?? ',').replace(/\s/g, '')];
  const inner = children.flatMap((child, at) => {
    const sign = signs[Math.min(at, signs.length) - 1] ?? signs.at(-1);
    return at > 0 && sign ? [made('mo', [sign], [['separator', 'true']]), child] : [child];
  });
  return made('mrow', [
    bracket(attributes.get('open') ?? '(', 'prefix'),
    made('mrow', inner),
    bracket(attributes.get('close') ?? ')', 'postfix'),
  ]);
}

/** A formula on one line, as one would type it. */
function spoken(element: XmlElement): string {
  const { name } = element;
  if (name === 'annotation' || name === 'annotation-xml') return '';
  if (name === 'mtext' || name === 'ms') return ` ${wordsOf(element)} `;
  const own = element.children.map((child) => (typeof child === 'string' ? child.trim() : spoken(child)));
  const parts = own.filter((part, at) => part !== '' || typeof element.children[at] !== 'string');
  const [first = '', second = '', third = ''] = parts;
  const joined = parts.join('');
  switch (name) {
    case 'mo':
      return /^[=<>+−±×÷≤≥≠≈→⇒∈-]$/u.test(joined) ? ` ${joined} ` : joined;
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`;
    case 'msqrt':
      return `√${grouped(joined)}`;
    case 'mroot':
      return `${grouped(first)}^(1/${second})`;
    case 'msup':
    case 'mover':
      return `${grouped(first)}^${grouped(second)}`;
    case 'msub':
    case 'munder':
      return `${grouped(first)}_${grouped(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${grouped(first)}_${grouped(second)}^${grouped(third)}`;
    case 'mfenced':
      return `(${parts.join(', ')})`;
    case 'mtd':
      return `${joined} `;
    case 'mtr':
      return `${joined}; `;
    default:
      return joined;
  }
}

function grouped(words: string): string {
  const bare = words.trim();
  return [...bare].length <= 1 || /^(?:[\p{L}\p{N}]+|\([^()]*\))$/u.test(bare) ? bare : `(${bare})`;
}

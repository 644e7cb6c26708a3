/** The elements of a formula that are stored and shown: those of MathML Core that browsers draw. */
export const mathTags = [
  'mi',
  'mn',
  'mo',
  'mtext',
  'ms',
  'mspace',
  'mrow',
  'mfrac',
  'msqrt',
  'mroot',
  'mstyle',
  'mpadded',
  'mphantom',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mprescripts',
  'none',
  'mtable',
  'mtr',
  'mtd',
] as const;

/** Their attributes: how a formula is set. None of them holds an address, a script, a style or a name. */
export const mathAttributes = [
  'accent',
  'accentunder',
  'columnalign',
  'columnspan',
  'depth',
  'dir',
  'displaystyle',
  'fence',
  'form',
  'height',
  'largeop',
  'linethickness',
  'lspace',
  'mathvariant',
  'maxsize',
  'minsize',
  'movablelimits',
  'rspace',
  'scriptlevel',
  'separator',
  'stretchy',
  'symmetric',
  'voffset',
  'width',
] as const;

export type MathTag = (typeof mathTags)[number];

/** An element of a formula; the list is in the document's order, and `depth` says how deep each one lies, from 0. */
export type MathNode = {
  tag: MathTag;
  depth: number;
  text?: string | undefined;
  attributes?: Partial<Record<(typeof mathAttributes)[number], string>> | undefined;
};

/** A formula within a text; `text` says it in words. */
export type Formula = { type: 'math'; text: string; nodes: MathNode[]; isBlock?: boolean | undefined };

export const deepestMath = 40;
/** The most elements of one formula: room for a matrix of some hundred cells. */
export const mostMathNodes = 2000;

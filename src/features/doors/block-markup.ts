import type { Formula, MathNode } from '../../shared/mathml.ts';
import { element, empty, enclose, xmlText } from '../../shared/xml.ts';
import type { StoredBlock, TextInline } from '../catalog/text/blocks.ts';

/** The name of an image's file; undefined: there is none, and the picture is left out. */
export type NameOfPicture = (imageId: string) => string | undefined;

interface Options {
  nameOfPicture: NameOfPicture;
  /** `epub`: as readers see it, with the notes at the end. `html`: as an import reads it back. */
  form: 'epub' | 'html';
}

/** A novel's text as the lines of a document's body, and whether it holds formulas. */
export function writeBlocks(blocks: readonly StoredBlock[], options: Options): { lines: string[]; hasMath: boolean } {
  const writer = new BlockMarkup(options);
  const lines = blocks.map((block) => writer.block(block)).filter(Boolean);
  return { lines: [...lines, ...writer.notes], hasMath: writer.hasMath };
}

/** Writes the blocks of one document, and keeps what they leave to its end. */
class BlockMarkup {
  hasMath = false;
  readonly notes: string[] = [];

  constructor(private readonly options: Options) {}

  block(block: StoredBlock): string {
    if (block.type === 'hr') return '<hr/>';
    if (block.type === 'img') {
      const src = this.options.nameOfPicture(block.imageId);
      return src === undefined ? '' : `<figure>${empty('img', { src, alt: block.alt })}</figure>`;
    }
    const inner = block.inlines.map((inline) => this.inline(inline)).join('');
    if (block.type === 'blockquote') return `<blockquote><p>${inner}</p></blockquote>`;
    const { indent = 0 } = block;
    if (this.options.form === 'html' && indent > 0) {
      // An import counts the lists around a paragraph.
      const depth = indent + 1;
      return `${'<ul>'.repeat(depth)}<p>${inner}</p>${'</ul>'.repeat(depth)}`;
    }
    const style = indent > 0 ? `margin-inline-start: ${indent * 2}em` : undefined;
    return enclose(block.type, { style }, inner);
  }

  private inline(inline: TextInline): string {
    switch (inline.type) {
      case 'text':
        return writeText(inline);
      case 'br':
        return '<br/>';
      case 'ruby':
        return `<ruby>${xmlText(inline.base)}<rt>${xmlText(inline.text)}</rt></ruby>`;
      case 'note':
        return this.note(inline);
      case 'math':
        this.hasMath = true;
        return writeFormula(inline);
    }
  }

  private note({ text, note }: { text: string; note: string }): string {
    const mark = `<sup>${xmlText(text)}</sup>`;
    if (note === '') return mark;
    if (this.options.form === 'html') return element('a', text, { 'data-footnote': note });
    const id = `n${this.notes.length + 1}`;
    const words = note.split('\n').map(xmlText).join('<br/>');
    this.notes.push(`<aside epub:type="footnote" id="${id}"><p>${words}</p></aside>`);
    return `<a epub:type="noteref" href="#${id}">${mark}</a>`;
  }
}

function writeText({ text, em, strong }: Extract<TextInline, { type: 'text' }>): string {
  const words = xmlText(text);
  const stressed = em ? `<em>${words}</em>` : words;
  return strong ? `<strong>${stressed}</strong>` : stressed;
}

function writeFormula({ text, nodes, isBlock }: Formula): string {
  const attributes = {
    xmlns: 'http://www.w3.org/1998/Math/MathML',
    alttext: text,
    display: isBlock ? 'block' : undefined,
  };
  return enclose('math', attributes, writeNodes(nodes, { from: 0, depth: 0 }));
}

/** The elements of one depth from a place on, each with what lies in it. */
function writeNodes(nodes: readonly MathNode[], { from, depth }: { from: number; depth: number }): string {
  let written = '';
  for (let at = from; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (!node || node.depth < depth) break;
    if (node.depth > depth) continue;
    const inner = xmlText(node.text ?? '') + writeNodes(nodes, { from: at + 1, depth: depth + 1 });
    written += enclose(node.tag, { ...node.attributes }, inner);
  }
  return written;
}

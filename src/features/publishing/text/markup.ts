import { decodeHTMLStrict } from 'entities';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** References to characters as what they mean; what ends without a semicolon, or has no known name, stays as it is. */
export const decodeReferences = decodeHTMLStrict;

export type Tag = {
  /** In lower case, without its prefix. */
  name: string;
  /** By their names in lower case, with and without their prefixes. */
  attributes: ReadonlyMap<string, string>;
  /** Written as closed at once, which XML means and HTML ignores. */
  isEmpty: boolean;
};

export type MarkupReader = {
  open(tag: Tag): void;
  close(name: string): void;
  text(text: string): void;
  doctype?(): void;
  /** Whether the rest is of no interest. */
  readonly isFull?: boolean;
};

export type MarkupOptions = {
  /** In XML every element holds markup; in HTML there is none within a title or a script. */
  isXml: boolean;
  decode?: (text: string) => string;
};

/**
 * Hands over HTML or XML piece by piece, well-formed or not: nothing is looked up, executed or refused, and the time it
 * takes grows with its length only. Declarations, comments and instructions are passed over.
 */
export function readMarkup(source: string, reader: MarkupReader, options: MarkupOptions): void {
  // No database stores a NUL, and no text means one.
  const text = source.replace(/^\ufeff/, '').replaceAll('\u0000', '');
  const callbacks = new MarkupCallbacks(text, reader, options);
  // Not the package's Parser, which looks for each closing tag among all open ones: that takes the length's square.
  const tokenizer = new Tokenizer({ decodeEntities: false, recognizeSelfClosing: true }, callbacks);
  callbacks.onFull = () => tokenizer.pause();
  tokenizer.write(text);
  tokenizer.end();
}

const nothing = () => undefined;

class MarkupCallbacks implements TokenizerCallbacks {
  onFull: () => void = nothing;
  onattribentity = nothing;
  oncomment = nothing;
  onend = nothing;
  onprocessinginstruction = nothing;
  ontextentity = nothing;
  private readonly decode: (text: string) => string;
  private name = '';
  private attributes = new Map<string, string>();
  private attribute = '';
  private value = '';
  /** Where the declarations end that a document type has between brackets. */
  private skippedTo = 0;

  constructor(
    private readonly source: string,
    private readonly reader: MarkupReader,
    private readonly options: MarkupOptions,
  ) {
    this.decode = options.decode ?? decodeReferences;
  }

  isInForeignContext(): boolean {
    return this.options.isXml;
  }

  ontext(start: number, end: number): void {
    if (end > this.skippedTo) this.reader.text(this.decode(this.source.slice(Math.max(start, this.skippedTo), end)));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.reader.text(this.source.slice(start, end - endOffset));
  }

  ondeclaration(start: number, end: number): void {
    if (start < this.skippedTo) return;
    this.reader.doctype?.();
    if (this.source.slice(start, end).includes('[')) this.skippedTo = this.behind('>', this.behind(']', start));
  }

  onopentagname(start: number, end: number): void {
    this.name = localName(this.source.slice(start, end));
    this.attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.source.slice(start, end).toLowerCase();
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    this.value = this.source.slice(start, end);
  }

  onattribend(): void {
    const value = this.decode(this.value);
    for (const key of [this.attribute, localName(this.attribute)])
      if (!this.attributes.has(key)) this.attributes.set(key, value);
  }

  onopentagend(end: number): void {
    this.open(end, { isEmpty: false });
  }

  onselfclosingtag(end: number): void {
    this.open(end, { isEmpty: true });
  }

  onclosetag(start: number, end: number): void {
    if (start >= this.skippedTo) this.reader.close(localName(this.source.slice(start, end)));
  }

  private open(end: number, { isEmpty }: { isEmpty: boolean }): void {
    if (end < this.skippedTo) return;
    this.reader.open({ name: this.name, attributes: this.attributes, isEmpty });
    if (this.reader.isFull) this.onFull();
  }

  private behind(mark: string, from: number): number {
    const at = this.source.indexOf(mark, from);
    return at < 0 ? this.source.length : at + 1;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

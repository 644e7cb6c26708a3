import { decodeHTMLStrict } from 'entities';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Decodes character references; a reference without a semicolon, or with an unknown name, stays as it is. */
export const decodeReferences = decodeHTMLStrict;

export type Tag = {
  /** In lower case, without its prefix. */
  name: string;
  /** By their names in lower case, with and without their prefixes. */
  attributes: ReadonlyMap<string, string>;
  /** Closed in the same tag, which counts in XML and is ignored in HTML. */
  isEmpty: boolean;
};

export type MarkupReader = {
  open(tag: Tag): void;
  close(name: string): void;
  text(text: string): void;
  doctype?(): void;
  /** Whether the reader needs nothing more of the text. */
  readonly isFull?: boolean;
};

export type MarkupOptions = {
  /** In XML every element may hold markup; in HTML a title or a script holds none. */
  isXml: boolean;
  decode?: (text: string) => string;
};

/**
 * Gives HTML or XML to the reader piece by piece, well-formed or not. Nothing is looked up, executed or refused; the
 * time grows only in proportion to the length. Declarations, comments and instructions are passed over.
 */
export function readMarkup(source: string, reader: MarkupReader, options: MarkupOptions): void {
  // No database stores a NUL, and no text needs one.
  const text = source.replace(/^\ufeff/, '').replaceAll('\u0000', '');
  const callbacks = new MarkupCallbacks(text, reader, options);
  // The package's Parser looks for each closing tag among all open ones: that takes the square of the length.
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
  /** The end of the declarations in brackets within a document type. */
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

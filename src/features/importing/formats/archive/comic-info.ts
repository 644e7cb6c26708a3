import { type ComicInfo, readComicInfo } from '../../plan/metadata.ts';
import { decodeReferences, type MarkupReader, readMarkup } from '../../text/markup.ts';

const maxDepth = 64;
const maxCharacters = 1024 * 1024;
const maxPages = 10_000;

class Malformed extends Error {}

/** Reads a ComicInfo.xml; null where the text is something else, is malformed, or declares a document type. */
export function parseComicInfo(xml: string): ComicInfo | null {
  if (xml.length > maxCharacters) return null;
  const elements = new Map<string, string>();
  const pages: { image: string; type: string }[] = [];
  const open: string[] = [];
  let root = '';
  const reader: MarkupReader = {
    doctype() {
      throw new Malformed('a document type is not accepted');
    },
    open({ name, attributes, isEmpty }) {
      root ||= name;
      if (open.length >= maxDepth) throw new Malformed('nested too deeply');
      if (name === 'page' && pages.length < maxPages)
        pages.push({ image: attributes.get('image') ?? '', type: attributes.get('type') ?? '' });
      if (!isEmpty) open.push(name);
    },
    close(name) {
      if (open.pop() !== name) throw new Malformed(`${name} is closed and not open`);
    },
    text(text) {
      const name = open.at(-1);
      if (open.length === 2 && name) elements.set(name, (elements.get(name) ?? '') + text);
    },
  };
  try {
    readMarkup(xml, reader, { isXml: true, decode: decodeStrictly });
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
  return root === 'comicinfo' && open.length === 0 ? readComicInfo({ elements, pages }) : null;
}

/** The note about the comic's language, where the site does not have that language. */
export function languageNote({ otherLanguage }: ComicInfo): string | null {
  return otherLanguage && `its language '${otherLanguage}' is none of the site's; told by its script instead`;
}

/** XML without a document type has five named entities, and no bare `&`. */
function decodeStrictly(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i.test(text)) throw new Malformed('an unknown reference');
  return decodeReferences(text);
}

import { SaxesParser } from 'saxes';
import { type ComicInfo, readComicInfo } from '../metadata.ts';

const maxDepth = 64;
const maxCharacters = 1024 * 1024;
const maxPages = 10_000;

/** Reads a ComicInfo.xml; null where it is none, is malformed, or declares a document type. */
export function parseComicInfo(xml: string): ComicInfo | null {
  if (xml.length > maxCharacters) return null;
  const elements = new Map<string, string>();
  const pages: { image: string; type: string }[] = [];
  const open: string[] = [];
  let root = '';
  const parser = new SaxesParser({ fragment: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a document type is not accepted');
  });
  parser.on('opentag', ({ name, attributes }) => {
    root ||= name;
    open.push(name);
    if (open.length > maxDepth) throw new Error('nested too deeply');
    if (name === 'Page' && pages.length < maxPages)
      pages.push({ image: String(attributes.Image ?? ''), type: String(attributes.Type ?? '') });
  });
  const addText = (text: string) => {
    const name = open.at(-1);
    if (open.length === 2 && name) elements.set(name, (elements.get(name) ?? '') + text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => open.pop());
  try {
    parser.write(xml.replace(/^\ufeff/, '')).close();
  } catch {
    return null;
  }
  return root === 'ComicInfo' ? readComicInfo({ elements, pages }) : null;
}

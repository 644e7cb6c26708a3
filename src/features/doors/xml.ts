import { escapeMarkup } from '../../shared/text.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const isPlain = /^[^&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]*$/;

/** Text for an XML document, between tags and within quotes: escaped, and without what XML cannot hold. */
export function xmlText(text: string): string {
  return isPlain.test(text) ? text : escapeMarkup(text.replace(notXml, ''));
}

/** An element with these attributes, in their order; one that is undefined is left out. `inner` is markup. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  inner: string | null = null,
): string {
  let open = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) open += ` ${key}="${xmlText(value)}"`;
  return inner === null ? `${open}/>` : `${open}>${inner}</${name}>`;
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

import { decodeHTMLStrict } from 'entities';

/** The characters of a reference such as `&eacute;` or `&#233;` in HTML; an unknown name stays as it is written. */
export function decodeReference(reference: string): string {
  return decodeHTMLStrict(reference);
}

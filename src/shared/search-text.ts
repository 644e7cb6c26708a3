/**
 * Text as the search compares it: case, width, accents and Arabic vowel marks do not matter.
 * Both what is stored and what is asked for go through this one function.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}|\p{Cf}|\u0640/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

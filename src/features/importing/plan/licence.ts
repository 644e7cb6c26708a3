/** From the freest licence to the strictest: where two are named, the stricter one counts. */
const strictness = ['CC0', 'CC BY', 'CC BY-SA', 'CC BY-ND', 'CC BY-NC', 'CC BY-NC-SA', 'CC BY-NC-ND'];

/** The Creative Commons licence that texts name, by its link or in words; empty where they name none. */
export function licenceIn(texts: readonly string[]): string {
  const rank = (licence: string) => strictness.indexOf(licence.replace(/ \d.*$/, ''));
  const found = texts.flatMap((text) => [inLink(text), inWords(text)]).filter(Boolean);
  return found.sort((a, b) => rank(b) - rank(a) || b.length - a.length)[0] ?? '';
}

/** Whether a text is the name of such a licence and nothing else. */
export function isLicence(text: string): boolean {
  return words.exec(text.trim())?.[0] === text.trim();
}

/** The attribution line, if the licence asks for one; empty if it does not, or if nobody is named. */
export function attributionFor(
  licence: string,
  { author, publisher }: { author: string; publisher: string },
): { attribution?: string } {
  if (!licence.startsWith('CC BY') || author === '') return {};
  return { attribution: [author, publisher].filter(Boolean).join(', ') };
}

function inLink(text: string): string {
  const match = /creativecommons\.org\/(?:licenses\/([a-z-]+)|publicdomain\/zero)\/(\d\.\d)/i.exec(text);
  if (!match) return '';
  return match[1] ? `CC ${match[1].toUpperCase()} ${match[2]}` : `CC0 ${match[2]}`;
}

const words = /\bCC[ -]?(0|BY(?:-NC)?(?:-SA|-ND)?)(?![a-z])(?:[ -]?(\d\.\d))?/i;

function inWords(text: string): string {
  const match = words.exec(text);
  if (!match?.[1]) return '';
  const name = match[1] === '0' ? 'CC0' : `CC ${match[1].toUpperCase()}`;
  return match[2] ? `${name} ${match[2]}` : name;
}

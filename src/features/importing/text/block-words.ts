import type { HtmlBlock, TextInline } from './block-writer.ts';

/** Whether a block has anything to read or to look at. */
export function isContent(block: HtmlBlock): boolean {
  if (!('inlines' in block)) return block.type === 'img';
  return block.inlines.some((inline) => inline.type !== 'br' && /[\p{L}\p{N}]/u.test(wordsIn(inline)));
}

/** A block's words on one line. */
export function wordsOf(block: HtmlBlock): string {
  if (!('inlines' in block)) return '';
  return block.inlines
    .map(wordsIn)
    .join('')
    .replace(/\s{2,}|[^\S ]/g, ' ') // single spaces stay: there are millions in a long book
    .trim();
}

function wordsIn(inline: TextInline): string {
  return inline.type === 'br' ? ' ' : inline.type === 'ruby' ? inline.base : inline.text;
}

/** The length of the blocks in characters. */
export function lengthOf(blocks: readonly HtmlBlock[]): number {
  return blocks.reduce((sum, block) => sum + wordsOf(block).length, 0);
}

const noChapterTitle = new RegExp(
  `^(?:${[
    'cover(?: page| image)?|title ?page|half[- ]?title(?: page)?|copyright(?: page| notice| information)?|imprint|colophon|uncopyright|(?:table of )?contents',
    'couverture|page de (?:titre|couverture)|(?:mentions légales|droits d.auteurs?)|table des matières|sommaire',
    'cubierta|portada|portadilla|página de (?:título|créditos|derechos)|créditos|tabla de contenidos?|índice',
    '封面|扉页|书名页|版权(?:页|信息|声明)?|目录',
    'umschlag|titel(?:blatt|seite)|impressum|inhalt(?:sverzeichnis)?|copertina|frontespizio|colofone|capa|folha de rosto|ficha técnica',
    'обложка|титульный лист|выходные данные|авторские права|содержание|оглавление|表紙|扉|奥付|版権|목차|표지|판권',
    'כריכה|שער|דף (?:הפתיחה|השער)|זכויות(?: יוצרים)?|תוכן(?: העניינים)?',
    'الغلاف|صفحة (?:الغلاف|العنوان)|حقوق (?:النشر|الطبع)|بيانات النشر|المحتويات|الفهرس',
  ].join('|')})[.:]?$`,
  'iu',
);
/** Whether a heading announces a title page, a list of contents, an imprint or the like. */
export function isSideTitle(title: string): boolean {
  return noChapterTitle.test(title.trim());
}

import type { Tag } from './markup.ts';

/** Attributes that hold a note: zy-footnote, data-wr-footernote, data-footnote, data-note-text and the like. */
const noteAttribute =
  /^(?:data-)?(?:[a-z]{1,10}-)?(?:foot|footer|end|side)?-?notes?(?:-?(?:text|content|body|value|html))?$/;
/** Classes of their marks: qqreader-footnote, zhangyue-footnote, duokan-footnote, js_readerFooterNote, noteref, 注释. */
const noteClass =
  /(?:foot|footer|end|side)_?-?note|note_?-?(?:ref|mark|icon|img|pic|tip)|(?:^|[\s_-])(?:note|annotation|annot|zhu|zhushi)(?:$|[\s_-])|注释|註釋|脚注|腳註/i;
const saidBeside = [
  'alt',
  'title',
  'data-original-title',
  'data-title',
  'data-content',
  'data-tippy-content',
  'aria-label',
];
const marks = new Set('img span a sup sub small abbr mark font u q'.split(' '));
/** In characters. */
const longestNote = 2000;

/** The note that an element's attributes hold, where it is the mark of one; null otherwise. */
export function noteIn(name: string, attributes: Tag['attributes']): string | null {
  if (!marks.has(name)) return null;
  for (const [key, value] of attributes) if (noteAttribute.test(key) && isNote(value)) return noteOf(value);
  if (!noteClass.test(attributes.get('class') ?? '')) return null;
  const said = saidBeside.map((key) => attributes.get(key) ?? '').find(isNote);
  return said === undefined ? null : noteOf(said);
}

/** Not a number, an id, an address or a word for what it is. */
function isNote(value: string): boolean {
  const text = value.trim();
  const isName =
    /^#|^[\w.-]*\d[\w.-]*$|^(?:true|false|yes|no)$|^[\w./:%-]+\.(?:x?html?|png|jpe?g|gif|svg|webp)(?:#.*)?$/i.test(
      text,
    ) ||
    /^[[(（【〔]?(?:foot|end)?notes?(?:[ _-]?(?:ref|icon|mark|img|image|\d+))?[\])）】〕]?$|^[[(（【〔]?(?:脚注|腳註|注释|註釋|注|註|图片|圖片|image|img|icon|back|return|返回)\d*[\])）】〕]?$/i.test(
      text,
    );
  return !isName && /\p{L}{2}|\p{Script=Han}/u.test(text);
}

function noteOf(value: string): string {
  const text = value
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
  return text.length > longestNote ? `${text.slice(0, longestNote - 1).trimEnd()}…` : text;
}

/** Classes of pictures that draw a letter, or a formula. */
const glyphClass =
  /gaiji|glyph|(?:rare|missing|hard|special)-?_?(?:char|word|zi)|shengpi|zaozi|生僻|造字|外字|inline-?_?(?:char|math|formula|eq)|(?:^|[\s_-])(?:math|tex|latex|formula|equation)(?:$|[\s_-])/i;
const longestGlyph = 60;

/** The letters that a picture within a line draws, by its `alt`; empty where it is another picture. */
export function glyphIn(attributes: Tag['attributes']): string {
  const alt = (attributes.get('alt') ?? '').replace(/\s+/g, ' ').trim();
  const isLetter = /^(?:(?![a-z])\p{L}\p{M}*|[\u2ff0-\u2ffb]\S{1,8})$/u.test(alt);
  const isName =
    /^(?:image|img|picture|pic|figure|icon|gaiji|图片?|圖片?|插图|插圖|封面)\s*\d*$|\.(?:png|jpe?g|gif|svg|webp)$/i.test(
      alt,
    );
  if (isName) return '';
  return isLetter || (glyphClass.test(attributes.get('class') ?? '') && alt.length <= longestGlyph) ? alt : '';
}

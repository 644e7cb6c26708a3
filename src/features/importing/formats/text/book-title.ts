import { readHeading } from '../../names/headings.ts';
import { nameKey, titleOf, withoutExtension } from '../../names/names.ts';

/** The facts about a book's title in the book itself. */
export type TitleFacts = {
  /** In a header, front matter or `<title>`, or in the heading above all others. */
  told?: string | undefined;
  author?: string | undefined;
  /** The short lines at its beginning, if any; `isPlain` where they name an author, too. */
  page?: { title?: string; author?: string; lines: readonly string[]; isPlain: boolean } | undefined;
};

/**
 * The title of a book in one text, and its author: from its header; else from the line of its title page that is like
 * the file's name, as 'War and Peace' in war-and-peace.txt; else from a plain title page. No title where the name of
 * the file or its folder says more.
 */
export function titleOfText(facts: TitleFacts, fileName: string): { title?: string; author?: string } {
  const { told, author, page } = facts;
  if (told) return withAuthor(told, author ?? page?.author);
  const named = titleOf(withoutExtension(fileName));
  const alike = page?.lines.find((line) => isAlike(line, named));
  if (alike !== undefined) return withAuthor(alike, author ?? authorBeside(alike, page));
  if (page?.title !== undefined && (page.isPlain || !saysTitle(named)))
    return withAuthor(page.title, author ?? page.author);
  return withAuthor('', author);
}

function withAuthor(title: string, author: string | undefined): { title?: string; author?: string } {
  return { ...(title ? { title } : {}), ...(author ? { author } : {}) };
}

/** The author: on a title page with two lines, the line that is not the title. */
function authorBeside(title: string, page: TitleFacts['page']): string | undefined {
  if (page?.lines.length !== 2) return page?.author === title ? undefined : page?.author;
  return title === page.title ? page.author : page.title;
}

function isAlike(line: string, name: string): boolean {
  const [a, b] = [nameKey(line), nameKey(name)];
  return a.length >= 2 && (a === b || (a.length >= 4 && b.length >= 4 && (a.startsWith(b) || b.startsWith(a))));
}

/** '345 h', 'pg1342' or 'Chapter 3' says nothing about a book. */
export function saysTitle(name: string): boolean {
  const isWords = /\p{L}{3}|\p{Script=Han}{2}/u.test(name.replace(/^pg(?=\d)/i, ''));
  const isGeneric = /^(?:book|text|novel|file|document|download|untitled|unnamed|new)[\s\d()_-]*$/i.test(name);
  return isWords && !isGeneric && readHeading(name) === null;
}

/** A document's `<title>` as a book's title, without what libraries put around it. */
export function documentTitle(given: string): { title?: string; author?: string } {
  const bare = given
    .slice(0, 500)
    .replace(/^The Project Gutenberg e-?(?:book|text) of /i, '')
    .replace(/\s*[|–—-]\s*Project Gutenberg\s*$/i, '')
    .trim();
  const isLibrarys = bare !== given.trim();
  const [, title = bare, author] = (isLibrarys && /^(.{2,300}), by (.{2,100})$/i.exec(bare)) || [];
  return saysTitle(title) && !/\.x?html?$/i.test(title) ? withAuthor(title.trim(), author?.trim()) : {};
}

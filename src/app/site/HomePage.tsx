import { BookListPage, bookListPage } from '../../features/catalog/web/BookListPage.tsx';
import { Recommended } from '../../features/catalog/web/Recommended.tsx';
import { selectionOf } from '../../features/catalog/web/selection.ts';
import { NewForYou } from '../../features/library/web/follows/NewForYou.tsx';
import { ContinueReading } from '../../features/library/web/resume/ContinueReading.tsx';
import { feedPaths } from '../../shared/paths.ts';
import { displayText } from '../../shared/text.ts';
import type { PageContext, PageHead, PageModule, PageOutcome } from '../../web/page.ts';
import { createPagePart, usePart } from '../../web/part.ts';
import { useSite } from '../../web/site.tsx';

const loadOwn = () => import('./OwnHomePage.tsx');
const ownPart = createPagePart('src/app/site/OwnHomePage.tsx', () => loadOwn().then((module) => module.OwnHomePage));

/** The catalogue's book list, below the books that the reader has begun and what is new in those that they follow. */
function HomePage() {
  const { rows } = useSite();
  const { Component: Own } = usePart(ownPart, { isWanted: rows !== undefined });
  if (rows && Own) return <Own slots={rows} />;
  return (
    <BookListPage
      before={
        <>
          <ContinueReading />
          <NewForYou />
        </>
      }
      lead={<Recommended />}
    />
  );
}

async function prefetch(context: PageContext): Promise<PageOutcome> {
  const ownRows = context.site.rows && loadOwn().then(({ prefetchRows }) => prefetchRows(context));
  const outcome = (await bookListPage.prefetch?.(context)) ?? { status: 200 };
  await ownRows;
  return outcome;
}

const { all = [], neededFor } = bookListPage.parts ?? {};
const parts: PageModule['parts'] = {
  // The server alone asks for all of them, for their style sheets.
  all: import.meta.env.SSR ? [...all, ownPart, { ...ownPart, source: 'src/features/rows/web/RowList.tsx' }] : all,
  neededFor: (context) => [...(neededFor?.(context) ?? []), ...(context.site.rows ? [ownPart] : [])],
};

/** The head with the feeds of what the page lists; the browser needs none of them. */
function head(context: PageContext): PageHead {
  const own = bookListPage.head(context);
  const { language, search, site, text } = context;
  const { tag, words } = selectionOf(search);
  if (words !== '' || own.noindex) return own;
  const shown = { site: site.name, tag: displayText(text.genre(tag)) };
  const feeds = [
    { href: feedPaths.chapters(language), title: text.t('library.atom.chapters', shown) },
    { href: feedPaths.books(language), title: text.t('library.atom.books', shown) },
  ];
  const ofTag = { href: feedPaths.tag({ tag, language }), title: text.t('library.atom.tag', shown) };
  return { ...own, feeds: tag === '' ? feeds : [ofTag] };
}

export const homePage: PageModule = {
  ...bookListPage,
  ...(import.meta.env.SSR && { head }),
  parts,
  prefetch,
  Component: HomePage,
};

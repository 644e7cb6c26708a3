import { BookListPage, bookListPage, Stage } from '../../features/catalog/web/BookListPage.tsx';
import { Recommended } from '../../features/catalog/web/Recommended.tsx';
import { selectionOf } from '../../features/catalog/web/selection.ts';
import { NewForYou } from '../../features/library/web/follows/NewForYou.tsx';
import { ContinueReading } from '../../features/library/web/resume/ContinueReading.tsx';
import { BookRows, rowsPart } from '../../features/rows/web/BookRows.tsx';
import { rowsQuery } from '../../features/rows/web/rows-query.ts';
import { feedPaths } from '../../shared/paths.ts';
import { tagName } from '../../shared/tags.ts';
import { displayText } from '../../shared/text.ts';
import type { PageContext, PageHead, PageModule, PageOutcome } from '../../web/page.ts';
import { type Site, useSite } from '../../web/site.tsx';

const usual: NonNullable<Site['rows']> = ['recommended'];
const own = { continue: ContinueReading, newForYou: NewForYou, recommended: RecommendedBelow };

/**
 * The catalogue's book list below the operator's rows. What the reader has begun and what is new for them stands above
 * all, unless the rows have a place for it.
 */
function HomePage() {
  const { rows: slots = usual } = useSite();
  const [first, ...others] = slots;
  const isLed = first === 'recommended';
  let run = 0;
  const shown = (isLed ? others : slots).map((slot) => {
    if (slot === 'books') return <BookRows key={run} run={run++} />;
    const Row = own[slot];
    return <Row key={slot} />;
  });
  return (
    <BookListPage
      before={
        <>
          {!slots.includes('continue') && <ContinueReading />}
          {!slots.includes('newForYou') && <NewForYou />}
        </>
      }
      lead={isLed && <Recommended />}
      rows={shown}
    />
  );
}

function RecommendedBelow() {
  return (
    <Stage>
      <Recommended />
    </Stage>
  );
}

/** The rows' code comes with their data: a document that has them needs neither. */
async function prefetch(context: PageContext): Promise<PageOutcome> {
  const { api, queryClient, language, search, site } = context;
  const isListed = site.rows?.includes('books') && selectionOf(search).words === '';
  const [outcome] = await Promise.all([
    bookListPage.prefetch?.(context),
    isListed && queryClient.prefetchQuery(rowsQuery(api, language)),
    isListed && rowsPart.load(),
  ]);
  return outcome ?? { status: 200 };
}

const { parts } = bookListPage;

/** The head with the feeds of what the page lists; the browser needs none of them. */
function head(context: PageContext): PageHead {
  const own = bookListPage.head(context);
  const { language, search, site, text } = context;
  const { tag, words } = selectionOf(search);
  if (words !== '' || own.noindex) return own;
  const shown = { site: site.name, tag: displayText(tagName(tag, language)) };
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
  ...(parts && { parts: { ...parts, all: [...parts.all, rowsPart] } }),
  prefetch,
  Component: HomePage,
};

import { BookListPage, bookListPage } from '../../features/catalog/web/BookListPage.tsx';
import { selectionOf } from '../../features/catalog/web/selection.ts';
import { NewForYou } from '../../features/library/web/follows/NewForYou.tsx';
import { ContinueReading } from '../../features/library/web/resume/ContinueReading.tsx';
import { feedPaths } from '../../shared/paths.ts';
import { tagName } from '../../shared/tags.ts';
import { displayText } from '../../shared/text.ts';
import type { PageContext, PageHead, PageModule } from '../../web/page.ts';

/** The catalogue's book list, below the books that the reader has begun and what is new in those that they follow. */
function HomePage() {
  return (
    <BookListPage
      before={
        <>
          <ContinueReading />
          <NewForYou />
        </>
      }
    />
  );
}

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

export const homePage: PageModule = { ...bookListPage, ...(import.meta.env.SSR && { head }), Component: HomePage };

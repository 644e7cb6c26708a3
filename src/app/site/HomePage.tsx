import { BookListPage, bookListPage } from '../../features/catalog/web/BookListPage.tsx';
import { ContinueReading } from '../../features/library/web/resume/ContinueReading.tsx';
import type { PageModule } from '../../web/page.ts';

/** The catalogue's book list, below the books that the reader has begun. */
function HomePage() {
  return <BookListPage before={<ContinueReading />} />;
}

export const homePage: PageModule = { ...bookListPage, Component: HomePage };

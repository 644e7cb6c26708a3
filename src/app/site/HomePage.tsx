import { BookListPage, bookListPage } from '../../features/catalog/web/BookListPage.tsx';
import { ContinueReading } from '../../features/library/web/ContinueReading.tsx';
import type { PageModule } from '../../web/page.ts';

/** The catalogue's book list, after what its reader is in the middle of. */
function HomePage() {
  return <BookListPage before={<ContinueReading />} />;
}

export const homePage: PageModule = { ...bookListPage, Component: HomePage };

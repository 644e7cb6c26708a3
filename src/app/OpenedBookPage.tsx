import { BookPage, bookPage } from '../features/catalog/web/BookPage.tsx';
import { useReadingEvents } from '../features/reading/web/use-reading-events.ts';
import type { PageModule } from '../web/page.ts';

/** The catalogue's book page, with its opening noted among the reading events. */
function OpenedBookPage({ params }: { params: { id: string } }) {
  const note = useReadingEvents();
  return <BookPage params={params} onOpen={(book) => note({ name: 'open_book', ...book })} />;
}

export const openedBookPage: PageModule<'id'> = { ...bookPage, Component: OpenedBookPage };

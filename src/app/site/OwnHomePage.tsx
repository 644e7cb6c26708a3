import { BookListPage, Stage } from '../../features/catalog/web/BookListPage.tsx';
import { Recommended } from '../../features/catalog/web/Recommended.tsx';
import { selectionOf } from '../../features/catalog/web/selection.ts';
import { NewForYou } from '../../features/library/web/follows/NewForYou.tsx';
import { ContinueReading } from '../../features/library/web/resume/ContinueReading.tsx';
import { BookRows, rowsPart } from '../../features/rows/web/BookRows.tsx';
import { rowsQuery } from '../../features/rows/web/rows-query.ts';
import type { PageContext } from '../../web/page.ts';
import type { Site } from '../../web/site.tsx';

const own = { continue: ContinueReading, newForYou: NewForYou, recommended: RecommendedBelow };

/**
 * The book list below the operator's rows. What the reader has begun and what is new for them stands above all, unless the
 * rows have a place for it.
 */
export function OwnHomePage({ slots }: { slots: NonNullable<Site['rows']> }) {
  const [first, ...others] = slots;
  const isLed = first === 'recommended';
  let run = 0;
  const rows = (isLed ? others : slots).map((slot) => {
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
      rows={rows}
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
export async function prefetchRows({ api, queryClient, language, search, site }: PageContext): Promise<void> {
  if (!site.rows?.includes('books') || selectionOf(search).words !== '') return;
  await Promise.all([queryClient.prefetchQuery(rowsQuery(api, language)), rowsPart.load()]);
}

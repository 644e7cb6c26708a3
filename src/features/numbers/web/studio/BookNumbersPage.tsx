import { useNow } from '../../../../web/clock.tsx';
import { Link } from '../../../../web/router.tsx';
import { buttonClass } from '../../../../web/ui/Button.tsx';
import { titleIn } from '../../../catalog/rules.ts';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { SaveCsv } from '../../../studio/web/Filters.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { DropOff } from './DropOff.tsx';
import { lockedChapters } from './locked-chapters.ts';
import { NumbersNav } from './NumbersNav.tsx';
import { RangeFilters } from './RangeFilters.tsx';
import { rangeKeys, useRangeQuery } from './range-query.ts';
import { Stops } from './Stops.tsx';
import { VisitsFigure } from './VisitsFigure.tsx';

/** Where a book's readers stop, and how many come. */
function BookNumbersPage({ params }: { params: Record<string, string> }) {
  const { t, language } = useStudioText();
  const { id = '' } = params;
  const { group, range } = useRangeQuery();
  const book = useStudioQuery('/studio/books/:uuid', { params: { uuid: id } });
  const all = useStudioQuery('/studio/books/:uuid/order', { params: { uuid: id }, query: { dates: 'true' } });
  const now = useNow();
  const ofBook = { query: { ...range, book_uuid: id, title_language: language } };
  const chapters = useStudioQuery('/studio/numbers/chapters', ofBook);
  const visits = useStudioQuery('/studio/numbers/visits', { query: { ...range, book_uuid: id, group } });
  const stops = useStudioQuery('/studio/numbers/stops', ofBook);
  const found = book.data?.data.result;
  const title = found && titleIn(found, language);
  const locked = found && all.data ? lockedChapters(found, all.data.data.result, new Date(now)) : new Set<string>();
  return (
    <Page
      title={title ?? (book.isError ? t('kit.book') : undefined)}
      actions={
        <>
          <SaveCsv path="/studio/numbers/chapters" given={ofBook} />
          <Link to={studioPaths.book(id)} className={buttonClass()}>
            {t('numbers.editBook')}
          </Link>
        </>
      }
    >
      <NumbersNav />
      <RangeFilters shown={chapters.data?.data} group={group} />
      <Loaded asked={chapters}>{({ data }) => <DropOff rows={data.result} locked={locked} />}</Loaded>
      <Loaded asked={visits}>{({ data }) => <VisitsFigure visits={data} group={group} bookId={id} />}</Loaded>
      <Loaded asked={stops}>{({ data }) => <Stops rows={data.result} />}</Loaded>
    </Page>
  );
}

export const bookNumbersPage = studioPage(BookNumbersPage, rangeKeys);

import { useNow } from '../../../../web/clock.tsx';
import { Link } from '../../../../web/router.tsx';
import type { ChapterRow, StudioBook } from '../../../catalog/studio-contract.ts';
import { studioPaths } from '../../../studio/pages.ts';
import { type Listed, type One, useStudioQuery } from '../../../studio/web/calls.ts';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { ChaptersRow, StopsRow, VisitsRow } from '../../studio-contract.ts';
import { DropOff } from './DropOff.tsx';
import { lockedChapters } from './locked-chapters.ts';
import { NumbersNav } from './NumbersNav.tsx';
import { RangeFilters } from './RangeFilters.tsx';
import { type Figures, rangeKeys, useRangeQuery } from './range-query.ts';
import { Stops } from './Stops.tsx';
import { VisitsFigure } from './VisitsFigure.tsx';

/** Where a book's readers stop, and how many come. */
function BookNumbersPage({ params }: { params: Record<string, string> }) {
  const { t, language } = useStudioText();
  const id = params.id ?? '';
  const { group, query } = useRangeQuery();
  const book = useStudioQuery<One<StudioBook>>(`/books/${id}`);
  const all = useStudioQuery<Listed<ChapterRow>>(`/books/${id}/chapters`);
  const now = useNow();
  const path = `/numbers/chapters?${query({ book_uuid: id, title_language: language })}`;
  const chapters = useStudioQuery<Figures<ChaptersRow>>(path);
  const visits = useStudioQuery<Figures<VisitsRow>>(`/numbers/visits?${query({ book_uuid: id, group })}`);
  const stops = useStudioQuery<Figures<StopsRow>>(
    `/numbers/stops?${query({ book_uuid: id, title_language: language })}`,
  );
  const found = book.data?.data.result;
  const title = found?.titles[language] ?? found?.titles[found.original_language];
  const locked = found && all.data ? lockedChapters(found, all.data.data.result, new Date(now)) : new Set<string>();
  return (
    <Page
      title={title ?? (book.isError ? t('kit.book') : undefined)}
      actions={<Link to={studioPaths.book(id)}>{t('numbers.editBook')}</Link>}
    >
      <NumbersNav />
      <RangeFilters shown={chapters.data?.data} group={group} path={path} />
      <Loaded asked={chapters}>{({ data }) => <DropOff rows={data.result} locked={locked} />}</Loaded>
      <Loaded asked={visits}>{({ data }) => <VisitsFigure visits={data} group={group} bookId={id} />}</Loaded>
      <Loaded asked={stops}>{({ data }) => <Stops rows={data.result} />}</Loaded>
    </Page>
  );
}

export const bookNumbersPage = studioPage(BookNumbersPage, rangeKeys);

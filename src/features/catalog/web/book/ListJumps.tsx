import type { ChapterDirection } from '../../contract.ts';
import { longList, pageOfChapter } from '../../rules.ts';
import { chapterPageSize } from './chapter-queries.ts';
import { FindButton } from './FindButton.tsx';
import { NumberJump } from './NumberJump.tsx';
import { PageJump } from './PageJump.tsx';
import type { Wanted } from './use-arrival.ts';

interface ListJumpsProps {
  bookUuid: string;
  total: number;
  direction: ChapterDirection;
  page: number;
  /** The list has only some of the chapters, or has them in groups: its pages are no longer those of the book. */
  isFiltered: boolean;
  onJump: (wanted: Wanted) => void;
}

/** The ways to a chapter of a long list. */
export function ListJumps({ bookUuid, total, direction, page, isFiltered, onJump }: ListJumpsProps) {
  return (
    <>
      {!isFiltered && (
        <>
          <PageJump {...{ total, direction, page }} onJump={(wanted) => onJump({ page: wanted, chapter: null })} />
          <NumberJump
            total={total}
            onJump={(number) =>
              onJump({ page: pageOfChapter({ number, total, pageSize: chapterPageSize, direction }), chapter: number })
            }
          />
        </>
      )}
      {total > longList && <FindButton bookUuid={bookUuid} />}
    </>
  );
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { NumberJump } from '../../../catalog/web/book/NumberJump.tsx';
import { FindChapter } from '../../../catalog/web/FindChapter.tsx';
import { useReader } from '../chapter/reader.ts';
import styles from './ChapterDrawer.module.css';
import { ChapterRows } from './ChapterRows.tsx';
import { pagesInSight, rowPx, rowsPerPage, topOfRow } from './chapter-rows.ts';

/** A book with more chapters can be searched for one. */
const longList = 100;

interface ChapterDrawerProps {
  open: boolean;
  onClose: () => void;
}

/** All chapters of the book beside the one that is read, however many there are. */
export function ChapterDrawer({ open, onClose }: ChapterDrawerProps) {
  const { t } = useText();
  return (
    <Dialog
      open={open}
      title={t('reading.chapters')}
      closeLabel={t('reading.close')}
      placement="side"
      onClose={onClose}
    >
      <Chapters />
    </Dialog>
  );
}

function Chapters() {
  const { place } = useReader();
  const scroller = useRef<HTMLDivElement>(null);
  const current = Math.max(1, place.number);
  const [total, setTotal] = useState<number | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const [pages, setPages] = useState(() => pagesInSight({ top: topOfRow(current), height: 0, total: current }));
  const count = total ?? current;

  function look(): void {
    const element = scroller.current;
    if (!element) return;
    const seen = pagesInSight({ top: element.scrollTop, height: element.clientHeight, total: count });
    setPages((before) => (before[0] === seen[0] && before.length === seen.length ? before : seen));
  }

  function show(number: number): void {
    const element = scroller.current;
    if (element) element.scrollTop = topOfRow(number) - (element.clientHeight - rowPx) / 2;
  }

  // Only now the list is as long as the book, and the row in question can stand in the middle.
  const isCounted = total !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the number is known
  useLayoutEffect(() => {
    if (!isCounted) return;
    show(wanted ?? current);
    look();
  }, [isCounted]);

  // The list has its size only when the sheet around it is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is room to scroll in
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === 0) return;
      observer.disconnect();
      show(current);
      look();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <div className={styles.jump}>
        <NumberJump
          total={total}
          onJump={(number) => {
            show(number);
            setWanted(number);
          }}
        />
      </div>
      {count > longList && <FindChapter bookUuid={place.bookUuid} />}
      <div ref={scroller} className={styles.scroller} onScroll={look}>
        <ol className={styles.list} style={{ blockSize: count * rowPx }}>
          {pages.map((page) => (
            <ChapterRows
              key={page}
              page={page}
              wanted={wanted}
              expected={Math.min(rowsPerPage, Math.max(0, count - page * rowsPerPage))}
              onTotal={setTotal}
            />
          ))}
        </ol>
      </div>
    </>
  );
}

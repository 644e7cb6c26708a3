import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { BookLine } from '../../features/catalog/web/studio/BookLine.tsx';
import { OrderNumber } from '../../features/payments/web/studio/OrderNumber.tsx';
import { studioPaths } from '../../features/studio/pages.ts';
import { hasRight } from '../../features/studio/rules.ts';
import { type Choice, Combobox } from '../../features/studio/web/Combobox.tsx';
import { type Answered, type Listed, useStudioQuery } from '../../features/studio/web/calls.ts';
import { useRole } from '../../features/studio/web/session-query.ts';
import { leaveFor } from '../../features/studio/web/unsaved.ts';
import { useStudioText } from '../../features/studio/web/words.ts';
import { useText } from '../../web/i18n.tsx';
import { writeMoney } from '../../web/money.ts';
import type { QueryResult } from '../../web/query.ts';
import { useNavigate } from '../../web/router.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { IconButton } from '../../web/ui/IconButton.tsx';
import { SearchIcon } from '../../web/ui/icons.tsx';

/** The way from every page of the studio to a book, a chapter, an order or a person; Ctrl or ⌘ with K opens it. */
export function FindAnything() {
  const { t } = useStudioText();
  const { t: site } = useText();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  useEffect(() => {
    function handle(event: KeyboardEvent): void {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    }
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, []);

  return (
    <>
      <IconButton label={t('find.title')} onClick={() => setOpen(true)}>
        <SearchIcon />
      </IconButton>
      {/* Not inside the header, which is a landmark, as is the dialog's own. */}
      {createPortal(
        <Dialog open={isOpen} title={t('find.title')} closeLabel={site('app.close')} onClose={close}>
          <Combobox
            name="find"
            label={t('find.field')}
            hint={t('find.hint')}
            useList={useThings}
            choiceOf={(choice) => choice}
            onChoose={(path) => {
              if (!path) return;
              close();
              leaveFor(path, () => navigate(path));
            }}
          />
        </Dialog>,
        document.body,
      )}
    </>
  );
}

const most = 8;

/** What a text names, as far as the role may see it; a choice's value is the path of its page. */
function useThings(text: string | null): QueryResult<Answered<Listed<Choice>>> {
  const { t, language } = useStudioText();
  const role = useRole();
  const named = text || null;
  const isOfBooks = hasRight(role, 'books');
  const isOfMoney = hasRight(role, 'money');
  const isOfPeople = hasRight(role, 'people');
  const query = { q: named ?? '', page_size: most };

  const chapters = useStudioQuery(
    '/studio/chapters',
    isOfBooks && named !== null ? { query: { q: named, language } } : null,
  );
  // Without a text it offers the books that changed last.
  const books = useStudioQuery('/studio/books', isOfBooks && text !== null ? { query: { ...query, language } } : null);
  const orders = useStudioQuery('/studio/orders', isOfMoney && named !== null ? { query } : null);
  const people = useStudioQuery('/studio/users', isOfPeople && named !== null ? { query } : null);

  const asked = [
    ...(isOfBooks && text !== null ? [books] : []),
    ...(isOfBooks && named !== null ? [chapters] : []),
    ...(isOfMoney && named !== null ? [orders] : []),
    ...(isOfPeople && named !== null ? [people] : []),
  ];
  const failed = asked.find(({ isError, data }) => isError && data === undefined);
  const isThere = text !== null && asked.every(({ data }) => data !== undefined);

  const data = useMemo(() => {
    if (!isThere) return undefined;
    const result: Choice[] = [
      ...(chapters.data?.data.result ?? []).map((row) => {
        const title = t('chapter.title', { place: row.place, title: row.title });
        return {
          value: studioPaths.chapter(row.book_uuid, row.chapter_uuid),
          label: title,
          shown: <BookLine book={{ ...row, title, original_title: row.book_title }} />,
        };
      }),
      ...(books.data?.data.result ?? []).map((row) => ({
        value: studioPaths.book(row.book_uuid),
        label: row.title,
        shown: <BookLine book={row} hasState />,
      })),
      ...(orders.data?.data.result ?? []).map(({ order_id: id, number, user, amount, currency }) => ({
        value: studioPaths.order(id),
        label: number,
        shown: (
          <span>
            {t('find.order')} <OrderNumber number={number} /> · {writeMoney(amount, currency, language)}{' '}
            <bdi>{user?.username}</bdi>
          </span>
        ),
      })),
      ...(people.data?.data.result ?? []).map(({ uuid, username }) => ({
        value: studioPaths.person(uuid),
        label: username,
        shown: (
          <span>
            {t('kit.person')} <bdi>{username}</bdi>
          </span>
        ),
      })),
    ];
    return { data: { result, total: result.length }, etag: null };
  }, [isThere, chapters.data, books.data, orders.data, people.data, t, language]);

  return {
    data,
    error: failed?.error,
    isError: failed !== undefined,
    isFetching: asked.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(asked.map(({ refetch }) => refetch())),
  };
}

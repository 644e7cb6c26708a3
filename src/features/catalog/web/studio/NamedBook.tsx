import { createContext, type ReactNode, use } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import type { NamedBook as Named } from '../../studio-contract.ts';
import { BookLine } from './BookLine.tsx';

const Books = createContext<ReadonlyMap<string, Named>>(new Map());

/** Asks once for the titles and covers of all books of a list, which `NamedBook` shows in its rows, in those around it too. */
export function NamedBooks({ ids, children }: { ids: readonly (string | null)[]; children: ReactNode }) {
  const { language } = useText();
  const known = [...new Set(ids.filter((id) => id !== null))].sort();
  const query = known.length === 0 ? null : { query: { ids: known.join(','), language } };
  const { data } = useStudioQuery('/studio/named_books', query);
  const named = (data?.data.result ?? []).map((book) => [book.book_uuid, book] as const);
  return <Books value={new Map([...use(Books), ...named])}>{children}</Books>;
}

/** A book of a list of `NamedBooks`; `name` stands for it until its title has come, and where it is gone. */
export function useNamedBook({ id, name }: { id: string; name: string }): Named {
  return use(Books).get(id) ?? { book_uuid: id, title: name, original_title: null, cover: null };
}

/** The same book as a line of a list. */
export function NamedBook(asked: { id: string; name: string }) {
  return <BookLine book={useNamedBook(asked)} />;
}

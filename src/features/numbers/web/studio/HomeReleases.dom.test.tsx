import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { DraftsWaiting } from './HomeReleases.tsx';

const draftsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    return { book: { book_uuid: `book ${at}`, title: `Book ${at}`, cover: null }, count: 1 };
  });
const Few = () => <DraftsWaiting drafts={draftsOf(20)} />;
const Many = () => <DraftsWaiting drafts={draftsOf(60)} />;
const open = (Component: () => React.ReactNode) =>
  openStudioPage({ page: { Component, searchKeys: [] }, path: '/studio', answer: async () => ({}) });

describe('the books with drafts', () => {
  it('lead to the list of all where there are many', () => {
    open(Few);
    expect(screen.queryByText(/Show all/)).toBeNull();
    cleanup();
    open(Many);
    expect(screen.getAllByRole('listitem')).toHaveLength(20);
    const all = screen.getByRole<HTMLAnchorElement>('link', { name: 'Show all (60)' });
    expect(all.getAttribute('href')).toBe('/studio/books?order_by=drafts');
  });
});

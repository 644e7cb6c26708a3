import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { createContext, use } from 'react';
import { describe, expect, it } from 'vitest';
import { openStudioPage } from '../testing/open-page.tsx';
import { Frame } from './Frame.tsx';
import { studioPage } from './Page.tsx';
import { leaveFor, useDraft } from './unsaved.ts';

const Inside = createContext(false);
const framed = studioPage(function Framed() {
  const draft = useDraft('a note', { note: '' });
  if (use(Inside))
    return (
      <>
        <p>The page</p>
        <button type="button" onClick={() => draft.change({ note: 'New' })}>
          Type
        </button>
      </>
    );
  return (
    <Inside value={true}>
      <Frame rooms={[]} find={null} onLogOut={() => {}} />
    </Inside>
  );
});

/** Opens the frame around a page; returns what it asks. */
async function open(path: string): Promise<string[]> {
  const asked: string[] = [];
  openStudioPage({
    ...{ page: framed, path },
    async answer(method, to) {
      asked.push(`${method} ${to}`);
      return { result: { role: 'owner' } };
    },
  });
  await screen.findByText('The page');
  return asked;
}

describe('unsaved work', () => {
  const path = '/studio/trash';
  const dialog = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });

  it('is not left by Back, or a page that was found, without a question', async () => {
    history.replaceState(null, '', path);
    await open(path);
    const reached: string[] = [];
    const reach = () => reached.push(location.pathname);
    addEventListener('popstate', reach);
    fireEvent.click(screen.getByRole('button', { name: 'Type' }));

    leaveFor('/studio/trash?page=1', () => reached.push('another state of the page'));
    expect(reached).toEqual(['another state of the page']);

    // As a browser does at Back: the address is that of the other page already.
    history.replaceState(null, '', '/studio/books');
    act(() => void dispatchEvent(new PopStateEvent('popstate')));
    expect(dialog()).toBeTruthy();
    expect([reached.length, location.pathname]).toEqual([1, path]);
    fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
    expect(dialog()).toBeNull();

    act(() => leaveFor('/studio/books', () => reached.push('the book that was found')));
    expect(reached).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(reached.at(-1)).toBe('the book that was found');
    removeEventListener('popstate', reach);
  });
});

describe('the frame of the studio', () => {
  it('asks who is at the desk, but not where somebody without a role claims the site: the answer is a refusal', async () => {
    expect(await open('/studio/books')).toEqual(['GET /studio/session']);
    cleanup();
    expect(await open('/studio/claim/the-code')).toEqual([]);
  });
});

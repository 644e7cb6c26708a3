import { cleanup, screen } from '@testing-library/react';
import { createContext, use } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { openStudioPage } from '../testing/open-page.tsx';
import { Frame } from './Frame.tsx';
import { studioPage } from './Page.tsx';

afterEach(cleanup);

const Inside = createContext(false);
const framed = studioPage(function Framed() {
  if (use(Inside)) return <p>The page</p>;
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

describe('the frame of the studio', () => {
  it('asks who is at the desk, but not where somebody without a role claims the site: the answer is a refusal', async () => {
    expect(await open('/studio/books')).toEqual(['GET /studio/session']);
    cleanup();
    expect(await open('/studio/claim/the-code')).toEqual([]);
  });
});

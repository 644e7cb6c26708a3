import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '../../../../shared/paths.ts';
import { bookUuid, comicChapter, lockedChapter, uuidOfChapter } from '../../testing/chapters.ts';
import { keepTestsApart, loadInput, locked, openReader, press, Refusal } from '../../testing/open-reader.tsx';

keepTestsApart();

const liked = { result: { already_favor: true, total_likes: 12 } };
const unliked = { result: { already_favor: false, total_likes: 11 } };
const favor = '/comics/chapter/favor';
const whole = `GET /comics/chapter_comics/${uuidOfChapter(2)}/en-us`;

const open = (answers: Record<string, unknown>) => openReader(comicChapter(), { isUser: true, answers });
const heart = () => screen.getByRole('button', { name: /Like this chapter/ });

describe('a like', () => {
  it('shows at once, is sent, and then shows what the server counts', async () => {
    let answer = () => {};
    const answered = new Promise((resolve) => {
      answer = () => resolve(liked);
    });
    const { calls } = await open({ [`POST ${favor}`]: () => answered });
    fireEvent.click(heart());
    expect(await screen.findByText('5 likes')).toBeTruthy();
    answer();
    expect(await screen.findByText('12 likes')).toBeTruthy();
    const sent = calls.filter(({ call }) => call === `POST ${favor}`);
    expect(sent.map(({ body }) => body)).toEqual([{ book_uuid: bookUuid, chapter_uuid: uuidOfChapter(2) }]);
  });

  it('is taken back by the notice that follows it', async () => {
    await open({ [`POST ${favor}`]: liked, [`DELETE ${favor}`]: unliked });
    fireEvent.click(heart());
    fireEvent.click(await screen.findByRole('button', { name: 'Take it back' }));
    expect(await screen.findByText('11 likes')).toBeTruthy();
    expect(heart()).toBeTruthy();
  });

  it('goes where the server did not take it, and is offered again', async () => {
    let answer: unknown = new Refusal(500, 'internal');
    await open({ [`POST ${favor}`]: () => answer });
    fireEvent.click(heart());
    expect(await screen.findByText('Your like did not get through.')).toBeTruthy();
    expect(await screen.findByText('4 likes')).toBeTruthy();
    answer = liked;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('12 likes')).toBeTruthy();
  });

  it('says why where the membership has ended meanwhile, and the chapter stays on the screen', async () => {
    let isOver = false;
    const answer = locked('membership_expired', lockedChapter());
    await open({
      [whole]: () => (isOver ? answer : { result: comicChapter() }),
      [`POST ${favor}`]: new Refusal(403, 'membership_expired'),
    });
    isOver = true;
    fireEvent.click(heart());
    expect(await screen.findByText('Your membership has expired')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Page 1 of 6' })).toBeTruthy();
  });

  it('comes by its key as well', async () => {
    await open({ [`POST ${favor}`]: liked });
    await loadInput();
    press('l');
    expect(await screen.findByText('12 likes')).toBeTruthy();
  });

  it('leads a visitor to the login, by the key too', async () => {
    const { addresses } = await openReader(comicChapter());
    await loadInput();
    press('l');
    await waitFor(() => expect(addresses).toHaveLength(1));
    expect(addresses[0]).toContain(paths.login());
    expect(screen.getByRole('link', { name: /Like this chapter/ }).getAttribute('href')).toBe(addresses[0]);
  });
});

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../web/api-client.ts';
import { writeDraft } from '../../../web/drafts.ts';
import { Field } from '../../../web/ui/Field.tsx';
import { openStudioPage } from '../testing/open-page.tsx';
import { type Answered, type One, useKeepAnswer, useRefresh, useStudioCalls, useStudioQuery } from './calls.ts';
import { EditForm } from './EditForm.tsx';
import { Loaded, studioPage } from './Page.tsx';
import { useEditing } from './use-editing.ts';

type Book = Record<'author' | 'licence', string>;
const given = { params: { uuid: 'a' } };

function Form({ loaded }: { loaded: Answered<One<Book>> }) {
  const calls = useStudioCalls();
  const keep = useKeepAnswer();
  const editing = useEditing<Book>({
    ...{ name: 'a form', loaded, flatten: (book) => ({ ...book }) },
    save: (body, ifMatch) => calls.send('PATCH', '/studio/books/:uuid', { ...given, body, ifMatch }) as never, // of this test
    keep: (saved) => keep('/studio/books/:uuid', given, saved as never), // as above
  });
  return (
    <EditForm editing={editing} nameOf={(field) => field}>
      {(['author', 'licence'] as const).map((name) => (
        <Field
          key={name}
          label={name}
          value={String(editing.value[name])}
          onChange={(event) => editing.change({ [name]: event.target.value })}
        />
      ))}
    </EditForm>
  );
}

const page = studioPage(() => {
  const asked = useStudioQuery('/studio/books/:uuid', given);
  const refresh = useRefresh('/studio/books/:uuid');
  return (
    <>
      <button type="button" onClick={() => void refresh()}>
        Renew
      </button>
      <Loaded asked={asked}>{(loaded) => <Form loaded={loaded as never /* of this test */} />}</Loaded>
    </>
  );
});

/** A server of one book, which others change too. */
function serverOf(): { book: Book; version: number; fault: string | null; open: () => void } {
  const server = { book: { author: 'Ann', licence: '' }, version: 1, fault: null as string | null, open };
  function open(): void {
    openStudioPage({
      ...{ page, path: '/studio', etagNow: () => String(server.version) },
      async answer(method, _path, body, ifMatch) {
        if (method === 'GET') return { result: server.book };
        if (server.fault) throw new ApiError(409, { code: server.fault });
        if (ifMatch !== String(server.version)) {
          const current = { current: server.book, etag: String(server.version), changed_by: 'Otto' };
          throw new ApiError(412, { code: 'edit_conflict', error: '', ...current });
        }
        server.book = { ...server.book, ...(body as Partial<Book>) }; // as the form sends it
        server.version += 1;
        return { result: server.book };
      },
    });
  }
  return server;
}

function change(server: ReturnType<typeof serverOf>, part: Partial<Book>): void {
  server.book = { ...server.book, ...part };
  server.version += 1;
}

const fieldOf = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => writeDraft('a form', null));

describe('a form over a thing that others change too', () => {
  it.each(['reload', 'renewal'])('merges what was typed before a %s with what it brought', async (how) => {
    const server = serverOf();
    server.open();
    fireEvent.change(await fieldOf('author'), { target: { value: 'Bea' } });
    change(server, { author: 'Cleo', licence: 'CC0' });
    if (how === 'reload') cleanup();
    if (how === 'reload') server.open();
    else await press('Renew');
    await waitFor(async () => expect((await fieldOf('licence')).value).toBe('CC0'));
    expect((await fieldOf('author')).value).toBe('Bea');
    await press('Save');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Theirs/ })).labels?.[0]?.textContent).toContain(
      'Cleo',
    );
    await press('Save merged version');
    await waitFor(() => expect(server.book).toEqual({ author: 'Bea', licence: 'CC0' }));
  });

  it('says why a merge could not be saved, and asks anew where it clashes once more', async () => {
    const server = serverOf();
    server.open();
    fireEvent.change(await fieldOf('author'), { target: { value: 'Bea' } });
    fireEvent.change(await fieldOf('licence'), { target: { value: 'CC-BY-4.0' } });
    change(server, { author: 'Cleo' });
    await press('Save');
    await screen.findByRole('group', { name: 'author' });
    server.fault = 'book_in_trash';
    await press('Save merged version');
    expect(await screen.findByText('This book is in the trash. Restore it first')).toBeTruthy();
    server.fault = null;
    change(server, { licence: 'CC0' });
    await press('Save merged version');
    await screen.findByRole('group', { name: 'licence' });
    expect(screen.queryByText('This book is in the trash. Restore it first')).toBeNull();
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([true, false]);
    await press('Save merged version');
    await waitFor(() => expect(server.book).toEqual({ author: 'Bea', licence: 'CC-BY-4.0' }));
  });
});

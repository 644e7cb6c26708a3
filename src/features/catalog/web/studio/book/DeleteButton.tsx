import { useState } from 'react';
import { useNavigate } from '../../../../../web/router.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { showToast } from '../../../../../web/ui/toasts.ts';
import { Ask } from '../../../../studio/web/Ask.tsx';
import { renewOnConflict, useRefresh, useStudioCalls } from '../../../../studio/web/calls.ts';
import { useAttempt } from '../../../../studio/web/problems.ts';
import { useStudioText } from '../../../../studio/web/words.ts';

/** Deletes a book or a chapter and leaves its page, with a way back. */
export function DeleteButton(props: {
  path: '/studio/books/:uuid' | '/studio/chapters/:uuid';
  uuid: string;
  title: string;
  etag: string | null;
  question: string;
  /** Its own page, which opens again when it is restored. */
  page: string;
  /** The page that opens after the deletion. */
  next: string;
}) {
  const { path, uuid, title, etag, question, page, next } = props;
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const navigate = useNavigate();
  const refresh = useRefresh(path);
  const attempt = useAttempt();
  const [isOpen, setOpen] = useState(false);

  async function remove(): Promise<void> {
    await renewOnConflict(calls.send('DELETE', path, { params: { uuid }, ifMatch: etag }), refresh);
    navigate(next);
    showToast({
      text: t('book.deleted', { title }),
      action: {
        label: t('kit.undo'),
        act: () =>
          void attempt(async () => {
            await calls.send('POST', '/studio/trash/:uuid/restore', { params: { uuid } });
            navigate(page);
          }),
      },
    });
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('kit.delete')}</Button>
      <Ask open={isOpen} title={title} confirm={t('kit.delete')} act={remove} onClose={() => setOpen(false)}>
        {() => <p>{question}</p>}
      </Ask>
    </>
  );
}

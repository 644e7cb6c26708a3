import { Link } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { Ask } from '../../../studio/web/Ask.tsx';
import { useAuditWords } from '../../../studio/web/audit-words.ts';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { Loaded } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { ImportOnWire } from '../../studio-contract.ts';

/** The question before an undo, with what it does to each book. */
export function UndoDialog({
  given: { id },
  isOpen,
  onChanged,
  onClose,
}: {
  given: ImportOnWire;
  isOpen: boolean;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const { fieldOf } = useAuditWords();
  const asked = useStudioQuery('/studio/imports/:id/undo', isOpen ? { params: { id } } : null);
  return (
    <Ask
      open={isOpen}
      title={t('imports.undoTitle')}
      confirm={t('imports.undo')}
      act={async () => {
        await calls.send('POST', '/studio/imports/:id/undo', { params: { id } });
        await onChanged();
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{t('imports.undoText')}</p>
          <Loaded asked={asked}>
            {({ data: { result } }) => (
              <ul>
                {result.books.map((book) => (
                  <li key={book.book_uuid}>
                    <bdi>{book.title}</bdi>
                    {book.restored > 0 && <> · {t('imports.restored', { count: book.restored })}</>}
                    {book.trashed > 0 && <> · {t('imports.trashed', { count: book.trashed })}</>}
                    {book.stays.length > 0 && (
                      <>
                        {' '}
                        ·{' '}
                        {t('imports.stays', {
                          fields: [...new Set(book.stays.map(({ field }) => fieldOf(field) ?? field))].join(', '),
                        })}
                      </>
                    )}
                  </li>
                ))}
                {result.blocked_by.map((other) => (
                  <li key={other}>
                    <Link to={studioPaths.oneImport(other)}>{t('imports.blockedBy')}</Link>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </>
      )}
    </Ask>
  );
}

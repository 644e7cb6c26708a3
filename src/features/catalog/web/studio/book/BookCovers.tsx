import { useState } from 'react';
import { type Language, languageNames, originalFirst } from '../../../../../shared/languages.ts';
import { useText } from '../../../../../web/i18n.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../../web/ui/Dialog.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { Picture } from '../../../../../web/ui/Picture.tsx';
import { showToast } from '../../../../../web/ui/toasts.ts';
import { Ask } from '../../../../studio/web/Ask.tsx';
import {
  type Answered,
  type One,
  renewOnConflict,
  useKeepAnswer,
  useStudioCalls,
  useStudioQuery,
} from '../../../../studio/web/calls.ts';
import { FileButton } from '../../../../studio/web/FileButton.tsx';
import { Loaded, Section } from '../../../../studio/web/Page.tsx';
import { useProblems } from '../../../../studio/web/problems.ts';
import { useSendFile } from '../../../../studio/web/send-file.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import type { CoverPage, CoverRow, Crop, StudioBook } from '../../../studio-contract.ts';
import styles from './BookCovers.module.css';
import { CoverCrop, type ShownPicture } from './CoverCrop.tsx';
import { showLocal } from './local-picture.ts';

/** The picture that a new cover is to be cut from. */
type Source =
  | { kind: 'file'; file: File; shown: ShownPicture }
  | { kind: 'page'; page: { chapter_uuid: string; language: Language; page: number }; shown: ShownPicture }
  | { kind: 'as before'; shown: ShownPicture };

/** The covers of a book: one for each of its languages, made of a file or of a page. */
export function BookCovers({ bookId, original }: { bookId: string; original: Language }) {
  const order = originalFirst(original);
  const asked = useStudioQuery('/studio/books/:uuid/covers', { params: { uuid: bookId } });
  return (
    <Loaded asked={asked}>
      {(loaded) => (
        <div className={styles.covers}>
          {loaded.data.result
            .toSorted((one, other) => order.indexOf(one.language) - order.indexOf(other.language))
            .map((row) => (
              <Section key={row.language} title={languageNames[row.language]}>
                <Cover
                  bookId={bookId}
                  row={row}
                  etag={loaded.etag}
                  refetch={async () => void (await asked.refetch())}
                />
              </Section>
            ))}
        </div>
      )}
    </Loaded>
  );
}

function Cover({
  bookId,
  row,
  etag,
  refetch,
}: {
  bookId: string;
  row: CoverRow;
  etag: string | null;
  refetch: () => Promise<void>;
}) {
  const { t, number } = useStudioText();
  const calls = useStudioCalls();
  const sendFile = useSendFile();
  const keepAnswer = useKeepAnswer();
  const { textOf } = useProblems();
  const [source, setSource] = useState<Source | null>(null);
  const [isAsking, setAsking] = useState<'page' | 'remove' | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const params = { uuid: bookId, language: row.language };
  const languageName = languageNames[row.language];
  const { cover, whole, crop } = row;

  async function choose(file: File): Promise<void> {
    const shown = await showLocal(file);
    setProblem(shown ? null : t('cover.unreadable'));
    setSource(shown && { kind: 'file', file, shown });
  }

  /** The file that was sent stays for another try, so that only the frame need be moved. */
  const [kept, setKept] = useState<{ file: File; upload: string } | null>(null);
  async function uploaded(file: File): Promise<string> {
    if (kept?.file === file) return kept.upload;
    const upload = await sendFile({ file, path: file.name, onProgress: setSent, onWaiting: setWaiting });
    setKept({ file, upload });
    return upload;
  }

  async function save(from: Source, { part, isForAll }: { part: Crop; isForAll: boolean }): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const body = {
        crop: part,
        all_languages: isForAll,
        ...(from.kind === 'file' && { upload: await uploaded(from.file) }),
        ...(from.kind === 'page' && { page: from.page }),
      };
      took(await calls.send('PUT', '/studio/books/:uuid/covers/:language', { params, body, ifMatch: etag }));
      await refetch();
      setSource(null);
      showToast({ text: t('kit.saved') });
    } catch (error) {
      setProblem(textOf(error));
      // Once the newest version is loaded, the next try can succeed.
      await refetch();
    } finally {
      setBusy(false);
      setSent(null);
      setWaiting(false);
    }
  }

  function took(answer: Answered<One<StudioBook>>): void {
    keepAnswer('/studio/books/:uuid', { params: { uuid: bookId } }, answer);
  }

  return (
    <div className={styles.cover}>
      {problem !== null && <Notice>{problem}</Notice>}
      {source ? (
        <CoverCrop
          key={source.shown.src}
          picture={source.shown}
          crop={source.kind === 'as before' ? crop : null}
          busy={isBusy}
          onSave={(part, isForAll) => void save(source, { part, isForAll })}
          onCancel={() => setSource(null)}
        />
      ) : (
        <>
          <Picture
            className={styles.picture}
            art={cover}
            alt={t('cover.of', { language: languageName })}
            sizes="12rem"
            fallback={<span className={styles.hint}>{t('cover.none')}</span>}
          />
          <div className={styles.actions}>
            <FileButton
              label={t('cover.chooseFile')}
              name={t('cover.chooseFileFor', { language: languageName })}
              disabled={isBusy}
              onChoose={([file]) => file && void choose(file)}
            />
            <Button onClick={() => setAsking('page')}>{t('cover.choosePage')}</Button>
            {whole && (
              <Button
                onClick={() =>
                  setSource({
                    kind: 'as before',
                    shown: { src: whole.src, width: whole.width, height: whole.height, share: row.whole_share },
                  })
                }
              >
                {t('cover.otherPart')}
              </Button>
            )}
            {cover && <Button onClick={() => setAsking('remove')}>{t('cover.takeAway')}</Button>}
          </div>
        </>
      )}
      <p className={styles.hint} role="status">
        {isWaiting ? t('upload.waiting') : sent !== null && t('upload.sent', { share: number(Math.round(sent * 100)) })}
      </p>
      <ChoosePage
        open={isAsking === 'page'}
        bookId={bookId}
        language={row.language}
        onClose={() => setAsking(null)}
        onChoose={setSource}
      />
      <Ask
        open={isAsking === 'remove'}
        title={t('cover.takeAway')}
        confirm={t('cover.takeAway')}
        act={async () => {
          const change = calls.send('DELETE', '/studio/books/:uuid/covers/:language', { params, ifMatch: etag });
          took(await renewOnConflict(change, refetch));
          await refetch();
        }}
        onClose={() => setAsking(null)}
      >
        {() => <p>{t('cover.takeAwayText', { language: languageName })}</p>}
      </Ask>
    </div>
  );
}

/** A dialog with the first pages of the book; a press on one takes it. */
function ChoosePage({
  open,
  bookId,
  language,
  onClose,
  onChoose,
}: {
  open: boolean;
  bookId: string;
  language: Language;
  onClose: () => void;
  onChoose: (source: Source) => void;
}) {
  const { t, number } = useStudioText();
  const { t: site } = useText();
  const given = { params: { uuid: bookId }, query: { language } };
  const asked = useStudioQuery('/studio/books/:uuid/cover_pages', open ? given : null);

  function take({ thumbnail, height, ...page }: CoverPage): void {
    const { src, width, height: shown } = thumbnail;
    onChoose({
      kind: 'page',
      page: { chapter_uuid: page.chapter_uuid, language: page.language, page: page.page },
      shown: { src, width, height: shown, share: shown / height },
    });
    onClose();
  }

  return (
    <Dialog open={open} title={t('cover.choosePage')} closeLabel={site('app.close')} onClose={onClose}>
      <Loaded asked={asked}>
        {({ data: { result } }) =>
          result.length === 0 ? (
            <p className={styles.hint}>{t('cover.noPages')}</p>
          ) : (
            <ul className={styles.pages}>
              {result.map((row) => (
                <li key={`${row.chapter_uuid} ${row.page}`}>
                  <button type="button" className={styles.page} onClick={() => take(row)}>
                    <Picture
                      className={styles.thumbnail}
                      art={row.thumbnail}
                      alt={t('pages.page', { page: number(row.page) })}
                      sizes="6rem"
                      fallback={number(row.page)}
                    />
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

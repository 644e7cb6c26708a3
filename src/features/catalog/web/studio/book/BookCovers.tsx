import { useState } from 'react';
import { type Language, languageNames } from '../../../../../shared/languages.ts';
import { ApiError } from '../../../../../web/api-client.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Field } from '../../../../../web/ui/Field.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { Picture } from '../../../../../web/ui/Picture.tsx';
import { showToast } from '../../../../../web/ui/toasts.ts';
import { Ask, type Typed } from '../../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import {
  type Answered,
  type One,
  useKeepAnswer,
  useStudioCalls,
  useStudioQuery,
} from '../../../../studio/web/calls.ts';
import { Loaded, Section } from '../../../../studio/web/Page.tsx';
import { useProblems } from '../../../../studio/web/problems.ts';
import { useSendFile } from '../../../../studio/web/send-file.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import type { CoverRow, Crop, StudioBook } from '../../../studio-contract.ts';
import styles from './BookCovers.module.css';
import { CoverCrop, type ShownPicture } from './CoverCrop.tsx';
import { FileButton } from './FileButton.tsx';
import { showLocal } from './local-picture.ts';

/** The picture that a new cover is to be cut from. */
type Source =
  | { kind: 'file'; file: File; shown: ShownPicture }
  | { kind: 'page'; page: { chapter_uuid: string; language: Language; page: number }; shown: ShownPicture }
  | { kind: 'as before'; shown: ShownPicture };

/** The covers of a book: one for each of its languages, made of a file or of a page. */
export function BookCovers({ bookId }: { bookId: string }) {
  const asked = useStudioQuery('/studio/books/:uuid/covers', { params: { uuid: bookId } });
  return (
    <Loaded asked={asked}>
      {(loaded) =>
        loaded.data.result.map((row) => (
          <Section key={row.language} title={languageNames[row.language]}>
            <Cover bookId={bookId} row={row} etag={loaded.etag} refetch={async () => void (await asked.refetch())} />
          </Section>
        ))
      }
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

  async function save(from: Source, part: Crop): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const body = {
        crop: part,
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
          onSave={(part) => void save(source, part)}
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
          took(await calls.send('DELETE', '/studio/books/:uuid/covers/:language', { params, ifMatch: etag }));
          await refetch();
        }}
        onClose={() => setAsking(null)}
      >
        {() => <p>{t('cover.takeAwayText', { language: languageName })}</p>}
      </Ask>
    </div>
  );
}

/** A dialog that asks for a page of the book. */
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
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const asked = useStudioQuery('/studio/books/:uuid/chapters', open ? { params: { uuid: bookId } } : null);
  const chapters = asked.data?.data.result ?? [];
  const [missing, setMissing] = useState(false);
  const choices = chapters.flatMap((chapter) =>
    [...chapter.editions]
      .sort((one, other) => Number(other.language === language) - Number(one.language === language))
      .map((edition) => ({
        value: `${chapter.chapter_uuid} ${edition.language}`,
        label: t('cover.chapterIn', {
          place: chapter.place,
          title: chapter.title,
          language: languageNames[edition.language],
        }),
      })),
  );

  async function choose(typed: Typed): Promise<void> {
    const [id, given] = (typed('chapter') || choices[0]?.value || '').split(' ');
    const wanted = choices.find(({ value }) => value === `${id} ${given}`);
    const of = chapters.find(({ chapter_uuid: uuid }) => uuid === id)?.editions.find((each) => each.language === given);
    if (!wanted || !of || id === undefined) throw new ApiError(404, { code: 'page_not_found' });
    const { data } = await calls.get('/studio/chapters/:uuid/pages/:language', {
      params: { uuid: id, language: of.language },
    });
    const page = Math.round(Number(typed('page')));
    const row = data.result[page - 1];
    const [top] = row?.pictures ?? [];
    setMissing(!top);
    if (!row || !top) throw new ApiError(404, { code: 'page_not_found' });
    onChoose({
      kind: 'page',
      page: { chapter_uuid: id, language: of.language, page },
      shown: { src: top.src, width: top.width, height: top.height, share: top.height / row.height },
    });
  }

  return (
    <Ask open={open} title={t('cover.choosePage')} confirm={t('cover.choosePage')} act={choose} onClose={onClose}>
      {() => (
        <Loaded asked={asked}>
          {() => (
            <>
              <ChoiceField name="chapter" label={t('kit.chapter')} options={choices} />
              <Field
                name="page"
                label={t('pages.number')}
                inputMode="numeric"
                defaultValue="1"
                error={missing ? t('pages.missing') : undefined}
              />
            </>
          )}
        </Loaded>
      )}
    </Ask>
  );
}

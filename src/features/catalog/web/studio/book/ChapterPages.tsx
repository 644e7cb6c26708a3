import { useState } from 'react';
import { type Language, languageNames } from '../../../../../shared/languages.ts';
import { useText } from '../../../../../web/i18n.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../../web/ui/Dialog.tsx';
import { Field } from '../../../../../web/ui/Field.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { Picture } from '../../../../../web/ui/Picture.tsx';
import { Ask } from '../../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import {
  type Answered,
  type Listed,
  renewOnConflict,
  useKeepAnswer,
  useRefresh,
  useStudioCalls,
  useStudioQuery,
} from '../../../../studio/web/calls.ts';
import { FileButton } from '../../../../studio/web/FileButton.tsx';
import { Loaded, Section } from '../../../../studio/web/Page.tsx';
import { useProblems } from '../../../../studio/web/problems.ts';
import { SortableList } from '../../../../studio/web/SortableList.tsx';
import { useSendFile } from '../../../../studio/web/send-file.ts';
import { isolate, useStudioText } from '../../../../studio/web/words.ts';
import type { PageRow } from '../../../studio-contract.ts';
import { placeOf } from '../typed-place.ts';
import styles from './ChapterPages.module.css';

/** So many pages are shown at once; a page moves over them all by its number. */
const shownAtOnce = 50;

/** The pages of a chapter in each of its languages: in an order, added, replaced and removed. */
export function ChapterPages({
  chapterId,
  languages,
  first,
}: {
  chapterId: string;
  languages: readonly Language[];
  /** The language whose pages are shown at first. */
  first: Language;
}) {
  const { t } = useStudioText();
  const [chosen, setChosen] = useState<Language | null>(null);
  const language = chosen ?? languages.find((each) => each === first) ?? languages[0];
  if (!language) return null;
  return (
    <Section title={t('pages.title')}>
      <div className={styles.language}>
        <ChoiceField
          label={t('kit.language')}
          value={language}
          options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
          onChange={(event) => setChosen(languages.find((each) => each === event.target.value) ?? null)}
        />
      </div>
      <PagesIn key={language} params={{ uuid: chapterId, language }} />
    </Section>
  );
}

interface Edition {
  /** The uuid of the chapter. */
  uuid: string;
  language: Language;
}

function PagesIn({ params }: { params: Edition }) {
  const asked = useStudioQuery('/studio/chapters/:uuid/pages/:language', { params });
  return (
    <Loaded asked={asked}>
      {(loaded) => <Pages params={params} loaded={loaded} refetch={async () => void (await asked.refetch())} />}
    </Loaded>
  );
}

function Pages({
  params,
  loaded,
  refetch,
}: {
  params: Edition;
  loaded: Answered<Listed<PageRow>>;
  refetch: () => Promise<void>;
}) {
  const { t, number } = useStudioText();
  const { t: site } = useText();
  const calls = useStudioCalls();
  const sendFile = useSendFile();
  const keepAnswer = useKeepAnswer();
  const refreshChapter = useRefresh('/studio/chapters/:uuid');
  const { textOf } = useProblems();
  const rows = loaded.data.result;
  const [first, setFirst] = useState(0);
  const [asking, setAsking] = useState<{ act: 'move' | 'remove'; page: number } | null>(null);
  const [sending, setSending] = useState<{ name: string; share: number; isWaiting: boolean } | null>(null);
  const [enlarged, setEnlarged] = useState<PageRow | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** Shows the pages that a change has answered; returns their version. */
  async function keep(change: Promise<Answered<Listed<PageRow>>>): Promise<string | null> {
    const answer = await renewOnConflict(change, refetch);
    keepAnswer('/studio/chapters/:uuid/pages/:language', { params }, answer);
    // Its chapter has another version now.
    void refreshChapter();
    return answer.etag;
  }

  /** Does something that may fail, and tells why it did. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(textOf(error));
    } finally {
      setBusy(false);
      setSending(null);
    }
  }

  async function send(file: File): Promise<string> {
    const tell = (part: { share?: number; isWaiting?: boolean }) =>
      setSending((before) => ({ share: 0, isWaiting: false, ...before, name: file.name, ...part }));
    tell({ share: 0 });
    return sendFile({
      file,
      path: file.name,
      onProgress: (share) => tell({ share }),
      onWaiting: (isWaiting) => tell({ isWaiting }),
    });
  }

  const add = (files: readonly File[]) =>
    attempt(async () => {
      let ifMatch = loaded.etag;
      for (const file of files) {
        const body = { upload: await send(file) };
        ifMatch = await keep(calls.send('PUT', '/studio/chapters/:uuid/pages/:language', { params, body, ifMatch }));
      }
    });
  const replace = (page: number, file: File) =>
    attempt(async () => {
      const body = { upload: await send(file) };
      const given = { params: { ...params, page }, body, ifMatch: loaded.etag };
      await keep(calls.send('PUT', '/studio/chapters/:uuid/pages/:language/:page', given));
    });

  /** The page at `from` goes to `to`, both counted from 0. */
  async function carryOut(from: number, to: number): Promise<void> {
    if (from === to) return;
    const next = from < to ? to + 2 : to + 1;
    const body = { pages: [from + 1], before: next > rows.length ? null : next };
    const given = { params, body, ifMatch: loaded.etag };
    await keep(calls.send('POST', '/studio/chapters/:uuid/pages/:language/move', given));
  }

  async function remove(page: number): Promise<void> {
    const given = { params: { ...params, page }, ifMatch: loaded.etag };
    await keep(calls.send('DELETE', '/studio/chapters/:uuid/pages/:language/:page', given));
  }

  const nameOf = ({ page }: PageRow) => t('pages.page', { page: number(page) });
  return (
    <div className={styles.pages}>
      {problem !== null && <Notice>{problem}</Notice>}
      <p className={styles.hint} role="status">
        {sending &&
          (sending.isWaiting
            ? t('upload.waiting')
            : t('upload.sending', {
                name: isolate(sending.name),
                share: number(Math.round(sending.share * 100)),
              }))}
      </p>
      {rows.length === 0 ? (
        <p className={styles.hint}>{t('pages.none')}</p>
      ) : (
        <SortableList
          rows={rows.slice(first, first + shownAtOnce)}
          rowKey={({ page, pictures }) => pictures[0]?.src.split('?')[0] ?? String(page)}
          nameOf={nameOf}
          firstPlace={first + 1}
          onMove={(from, to) => attempt(() => carryOut(first + from, first + to))}
        >
          {(row) => (
            <div className={styles.row}>
              <button
                type="button"
                className={styles.open}
                aria-label={t('pages.enlarge', { page: number(row.page) })}
                onClick={() => setEnlarged(row)}
              >
                <Picture
                  className={styles.picture}
                  art={row.pictures[0] ?? null}
                  alt=""
                  sizes="5rem"
                  fallback={nameOf(row)}
                />
              </button>
              <FileButton
                label={t('pages.replace')}
                name={t('pages.replaceOf', { page: number(row.page) })}
                disabled={isBusy}
                onChoose={([file]) => file && void replace(row.page, file)}
              />
              <Button
                aria-label={t('pages.removeOf', { page: number(row.page) })}
                disabled={isBusy}
                onClick={() => setAsking({ act: 'remove', page: row.page })}
              >
                {t('pages.remove')}
              </Button>
              <Button
                aria-label={t('order.moveToOf', { title: nameOf(row) })}
                disabled={isBusy}
                onClick={() => setAsking({ act: 'move', page: row.page })}
              >
                {t('bulk.chapters.move')}
              </Button>
            </div>
          )}
        </SortableList>
      )}
      {rows.length > shownAtOnce && (
        <nav className={styles.row} aria-label={t('kit.pages')}>
          <span>
            {t('kit.rows', { first: first + 1, last: Math.min(rows.length, first + shownAtOnce), total: rows.length })}
          </span>
          <Button disabled={first === 0} onClick={() => setFirst(first - shownAtOnce)}>
            {t('kit.before')}
          </Button>
          <Button disabled={first + shownAtOnce >= rows.length} onClick={() => setFirst(first + shownAtOnce)}>
            {t('kit.next')}
          </Button>
        </nav>
      )}
      <div>
        <FileButton label={t('pages.add')} several disabled={isBusy} onChoose={(files) => void add(files)} />
      </div>
      <Dialog
        open={enlarged !== null}
        title={enlarged ? nameOf(enlarged) : ''}
        closeLabel={site('app.close')}
        onClose={() => setEnlarged(null)}
      >
        <div className={styles.enlarged}>
          {enlarged?.pictures.map(({ src, width, height }, at) => (
            <img key={src} src={src} width={width} height={height} alt={at === 0 ? nameOf(enlarged) : ''} />
          ))}
        </div>
      </Dialog>
      <Ask
        open={asking !== null}
        title={asking ? t('pages.page', { page: number(asking.page) }) : ''}
        fields={['place']}
        confirm={t(asking?.act === 'move' ? 'order.move' : 'pages.remove')}
        act={async (typed) => {
          if (!asking) return;
          if (asking.act === 'remove') return remove(asking.page);
          await carryOut(asking.page - 1, Math.min(rows.length, placeOf(typed)) - 1);
        }}
        onClose={() => setAsking(null)}
      >
        {({ fields }) =>
          asking?.act === 'move' ? (
            <Field
              name="place"
              label={t('order.place')}
              inputMode="numeric"
              defaultValue={String(asking.page)}
              error={fields.place}
            />
          ) : (
            <p>{t('pages.removeText')}</p>
          )
        }
      </Ask>
    </div>
  );
}

import { useState } from 'react';
import { isLanguage, languageNames } from '../../../../shared/languages.ts';
import { useNavigate, useSearch } from '../../../../web/router.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { type One, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { isolate, useStudioText } from '../../../studio/web/words.ts';
import type { ImportOnWire } from '../../studio-contract.ts';
import { ChooseFiles } from './ChooseFiles.tsx';
import type { ChosenFile } from './chosen-files.ts';
import { sendingOf } from './sending.ts';

const targets = ['book_uuid', 'chapter_uuid', 'language'] as const;

/** The beginning of an import: its files are chosen, and are on their way at once. */
function NewImportPage() {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const navigate = useNavigate();
  const search = useSearch();
  const { textOf } = useProblems();
  const [problem, setProblem] = useState<string | null>(null);

  async function begin(files: readonly ChosenFile[]): Promise<void> {
    setProblem(null);
    const name = (files[0]?.path ?? '').split('/')[0] ?? '';
    const target = Object.fromEntries(targets.flatMap((key) => (search.get(key) ? [[key, search.get(key)]] : [])));
    try {
      const { data } = await calls.send<One<ImportOnWire>>('POST', '/imports', { body: { name, ...target } });
      sendingOf(data.result.id).add(files);
      navigate(studioPaths.oneImport(data.result.id));
    } catch (error) {
      setProblem(textOf(error));
    }
  }

  return (
    <Page title={t('imports.new')} lead={t('imports.lead')}>
      <Target bookId={search.get('book_uuid')} chapterId={search.get('chapter_uuid')} given={search.get('language')} />
      {problem && <Notice>{problem}</Notice>}
      <ChooseFiles onChosen={(files) => void begin(files)} />
    </Page>
  );
}

/** The book or the chapter that the files are for, where the address names one. */
function Target({
  bookId,
  chapterId,
  given,
}: {
  bookId: string | null;
  chapterId: string | null;
  given: string | null;
}) {
  const { t } = useStudioText();
  if (chapterId)
    return (
      <OfThing
        path={`/chapters/${chapterId}`}
        tell={(chapter) => {
          const title = t('chapter.title', { place: chapter.place ?? '', title: chapter.title ?? '' });
          return t('imports.forChapter', {
            title: isolate(title),
            language: isLanguage(given) ? languageNames[given] : '–',
          });
        }}
      />
    );
  if (bookId)
    return (
      <OfThing
        path={`/books/${bookId}`}
        tell={({ titles = {}, original_language: original = '' }) =>
          t('imports.forBook', { title: isolate(titles[original] ?? '') })
        }
      />
    );
  return null;
}

/** The facts of a book or a chapter that name it. */
interface Named {
  place?: number;
  title?: string;
  titles?: Readonly<Record<string, string>>;
  original_language?: string;
}

function OfThing({ path, tell }: { path: string; tell: (thing: Named) => string }) {
  const asked = useStudioQuery<One<Named>>(path);
  return <Loaded asked={asked}>{({ data: { result } }) => <p>{tell(result)}</p>}</Loaded>;
}

export const newImportPage = studioPage(NewImportPage, targets);

import { useState } from 'react';
import { isLanguage, languageNames } from '../../../../shared/languages.ts';
import { useNavigate, useSearch } from '../../../../web/router.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { isolate, useStudioText } from '../../../studio/web/words.ts';
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
    const language = search.get('language');
    const body = {
      name,
      book_uuid: search.get('book_uuid') || undefined,
      chapter_uuid: search.get('chapter_uuid') || undefined,
      language: isLanguage(language) ? language : undefined,
    };
    try {
      const { data } = await calls.send('POST', '/studio/imports', { body });
      sendingOf(data.result.id).add(files);
      navigate(studioPaths.oneImport(data.result.id));
    } catch (error) {
      setProblem(textOf(error));
    }
  }

  return (
    <Page form title={t('imports.new')} lead={t('imports.lead')}>
      <Target search={search} />
      {problem && <Notice>{problem}</Notice>}
      <ChooseFiles onChosen={(files) => void begin(files)} />
    </Page>
  );
}

/** The book or the chapter that the files are for, where the address names one. */
function Target({ search }: { search: URLSearchParams }) {
  const [book, chapter, language] = [search.get('book_uuid'), search.get('chapter_uuid'), search.get('language')];
  if (chapter) return <TargetChapter uuid={chapter} language={language} />;
  return book && <TargetBook uuid={book} />;
}

function TargetChapter({ uuid, language }: { uuid: string; language: string | null }) {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/chapters/:uuid', { params: { uuid } });
  return (
    <Loaded asked={asked}>
      {({ data: { result } }) => (
        <p>
          {t('imports.forChapter', {
            title: isolate(t('chapter.title', { place: result.place, title: result.title })),
            language: isLanguage(language) ? languageNames[language] : '–',
          })}
        </p>
      )}
    </Loaded>
  );
}

function TargetBook({ uuid }: { uuid: string }) {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/books/:uuid', { params: { uuid } });
  return (
    <Loaded asked={asked}>
      {({ data: { result } }) => (
        <p>{t('imports.forBook', { title: isolate(result.titles[result.original_language] ?? '') })}</p>
      )}
    </Loaded>
  );
}

export const newImportPage = studioPage(NewImportPage, targets);

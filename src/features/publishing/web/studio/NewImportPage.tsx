import { useState } from 'react';
import { useNavigate, useSearch } from '../../../../web/router.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { type One, useStudioCalls } from '../../../studio/web/calls.ts';
import { Page, studioPage } from '../../../studio/web/Page.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { useStudioText } from '../../../studio/web/words.ts';
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
      {problem && <Notice>{problem}</Notice>}
      <ChooseFiles onChosen={(files) => void begin(files)} />
    </Page>
  );
}

export const newImportPage = studioPage(NewImportPage, targets);

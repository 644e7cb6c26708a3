import { withTransaction } from '../../../../server/database/db.ts';
import { notFound } from '../../../../server/http/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { AskedInStudio, Staff } from '../../../studio/server/studio-api.ts';
import { writePlainText } from '../../text/plain-text.ts';
import { textStudioCalls } from '../../text/studio-contract.ts';
import { writeMarkdown } from '../../text/write-markdown.ts';
import { etagOf } from '../dates/publication.ts';
import { readMoment } from '../dates/settle-queries.ts';
import { presentEditedChapter } from '../editing/chapters.ts';
import type { EditingDeps } from '../editing/studio-routes.ts';
import type { MovePlaces } from '../imports/moved-places.ts';
import { type MakeHandBatch, replaceInBook } from './find-replace.ts';
import { writeNewChapter } from './new-chapter.ts';
import { deleteDraft, findDraft, putDraft, type TextDraft, type TextEdition } from './text-edition-queries.ts';
import { listVersions, presentText, presentWholeVersion, readTextEdition, restoreText, writeText } from './texts.ts';

type Asked = Pick<AskedInStudio<typeof textStudioCalls.getText>, 'params'>;
const placeOf = ({ params: { uuid: chapterId, language } }: Asked): { chapterId: string; language: Language } => {
  return { chapterId, language };
};

export type TextDeps = EditingDeps & { makeHandBatch: MakeHandBatch; movePlaces: MovePlaces };

/** The studio's calls for the texts of novels (spec: studio.md#texts). */
export function mountTexts(deps: TextDeps): void {
  addBook(deps);
  addText(deps);
  addFiles(deps);
  addDrafts(deps);
  addVersions(deps);
}

async function answer(
  { db }: EditingDeps,
  edition: TextEdition,
  { staff, setEtag }: { staff: Staff; setEtag(etag: string): void },
) {
  const { result, etag } = await presentText(db, edition, staff);
  setEtag(etag);
  return { result };
}

function addText(deps: TextDeps): void {
  const { studio, db } = deps;
  studio.add(textStudioCalls.getText, async (asked) => answer(deps, await readTextEdition(db, placeOf(asked)), asked));

  studio.add(textStudioCalls.putText, async (asked) => {
    const { staff, by, ifMatch, body } = asked;
    return answer(deps, await writeText(deps, { ...placeOf(asked), staff, by, ifMatch }, body.markdown), asked);
  });
}

function addFiles({ studio, db }: EditingDeps): void {
  const files = [
    { call: textStudioCalls.getTextFile, type: 'text/markdown', extension: 'md', write: writeMarkdown },
    { call: textStudioCalls.getPlainFile, type: 'text/plain', extension: 'txt', write: writePlainText },
  ] as const;
  for (const { call, type, extension, write } of files)
    studio.add(call, async () => undefined, {
      async file(asked) {
        const { blocks, language, place, title } = await readTextEdition(db, placeOf(asked));
        if (!blocks) throw notFound('not_found', 'The chapter has no text in this language');
        return { type, name: `${place} ${title} ${language}.${extension}`, text: write(blocks) };
      },
    });
}

function addDrafts({ studio, db }: EditingDeps): void {
  const present = ({ markdown, base, savedAt }: TextDraft) => {
    return { result: { markdown, base, saved_at: savedAt.toISOString() } };
  };

  studio.add(textStudioCalls.getDraft, async (asked) => {
    const place = placeOf(asked);
    await readTextEdition(db, place);
    const draft = await findDraft(db, { ...place, userId: asked.staff.userId });
    if (!draft) throw notFound('draft_not_found', 'There is no draft of yours');
    return present(draft);
  });

  studio.add(textStudioCalls.putDraft, async (asked) => {
    const { userId, username } = asked.staff;
    const place = placeOf(asked);
    await readTextEdition(db, place);
    return present(await putDraft(db, { ...place, ...asked.body, userId, username }));
  });

  studio.add(textStudioCalls.deleteDraft, async (asked) => {
    const place = placeOf(asked);
    await readTextEdition(db, place);
    await deleteDraft(db, { ...place, userId: asked.staff.userId });
  });
}

function addVersions(deps: TextDeps): void {
  const { studio, db } = deps;
  studio.add(textStudioCalls.listVersions, async (asked) => {
    const result = await listVersions(db, await readTextEdition(db, placeOf(asked)));
    return { result, total: result.length };
  });

  studio.add(textStudioCalls.getVersion, async (asked) => {
    return { result: await presentWholeVersion(db, await readTextEdition(db, placeOf(asked)), asked.params.version) };
  });

  studio.add(textStudioCalls.restoreVersion, async (asked) => {
    const { staff, by, ifMatch, params } = asked;
    const edition = await restoreText(deps, { ...placeOf(asked), staff, by, ifMatch }, params.version);
    return answer(deps, edition, asked);
  });
}

function addBook(deps: TextDeps): void {
  const { studio, db, makeHandBatch, movePlaces } = deps;
  studio.add(textStudioCalls.makeChapter, async ({ params: { uuid: bookId }, body, by, setEtag }) => {
    const chapter = await withTransaction(db, (tx) =>
      writeNewChapter(tx, { ...body, by, bookId, before: body.before ?? null }),
    );
    await deps.refresh();
    setEtag(etagOf(chapter));
    return { result: presentEditedChapter(chapter, await readMoment(db)) };
  });

  studio.add(textStudioCalls.findReplace, async ({ params: { uuid: bookId }, body, by }) => {
    const { find, replace, whole_words: wholeWords, match_case: matchCase, dry_run: isTried } = body;
    const wanted = { find, replace, wholeWords, matchCase };
    const { hits, total, chapters, batch } = await withTransaction(db, (tx) =>
      replaceInBook(tx, {
        ...{ by, bookId, wanted, languages: body.languages ?? null, isTried },
        ...{ makeHandBatch, movePlaces },
      }),
    );
    if (batch !== null) await deps.refresh();
    const shown = hits.map(({ chapterId, ...hit }) => ({ chapter_uuid: chapterId, ...hit }));
    return { result: { hits: shown, chapters, batch }, total };
  });
}

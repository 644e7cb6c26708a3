import { withTransaction } from '../../../server/database/db.ts';
import { readGivenTime } from '../../../server/http/given-time.ts';
import type { LiveSettings } from '../../settings/server/settings.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { documentStudioCalls } from '../studio-contract.ts';
import {
  changeDraft,
  listDrafts,
  makeDraft,
  moveDocument,
  previewDraft,
  publishDocument,
  readDraft,
  removeDocument,
} from './documents.ts';

export interface DocumentsDeps extends StudioPlatform {
  settings: Pick<LiveSettings, 'noteChange'>;
}

/** The studio's calls for the operator's pages (spec: documents.md#studio). */
export function mountStudioDocuments({ studio, primary: db, clock, setting, settings }: DocumentsDeps): void {
  studio.add(documentStudioCalls.listDocuments, async () => {
    const result = await listDrafts(db, clock());
    return { result, total: result.length };
  });
  studio.add(documentStudioCalls.makeDocument, async ({ body, by }) => {
    const result = await withTransaction(db, (tx) => makeDraft(tx, body, by, clock()));
    settings.noteChange();
    return { result };
  });
  studio.add(documentStudioCalls.getDraft, async ({ params: { page }, setEtag }) => {
    const result = await readDraft(db, page, clock());
    setEtag(result.etag);
    return { result };
  });
  studio.add(
    documentStudioCalls.changeDraft,
    async ({ params: { page: name }, body: change, by, ifMatch, setEtag }) => {
      const result = await withTransaction(db, (tx) => changeDraft(tx, { name, change, ifMatch, by, now: clock() }));
      settings.noteChange();
      setEtag(result.etag);
      return { result };
    },
  );
  studio.add(documentStudioCalls.moveDocument, async ({ params: { page: name }, body: { before }, by }) => {
    const result = await withTransaction(db, (tx) => moveDocument(tx, { name, before, by, now: clock() }));
    settings.noteChange();
    return { result, total: result.length };
  });
  studio.add(documentStudioCalls.removeDocument, async ({ params: { page }, by }) => {
    await withTransaction(db, (tx) => removeDocument(tx, page, by, clock()));
    settings.noteChange();
  });
  studio.add(documentStudioCalls.publishDocument, async ({ params: { page: name }, body, by }) => {
    const at = clock();
    const { effective_at: given } = body;
    const effectiveAt = given === 'now' ? at : readGivenTime('effective_at', given, setting('time_zone'));
    const result = await withTransaction(db, (tx) => publishDocument(tx, { name, effectiveAt, by, now: at }));
    settings.noteChange();
    return { result };
  });
  studio.add(documentStudioCalls.previewDraft, async ({ params: { page: name }, query: { language } }) => ({
    result: await previewDraft(db, { name, language }),
  }));
}

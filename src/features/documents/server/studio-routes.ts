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
  settings: Pick<LiveSettings, 'change'>;
}

/** The studio's calls for the operator's pages (spec: documents.md#studio). */
export function mountStudioDocuments({ studio, primary: db, clock, setting, settings }: DocumentsDeps): void {
  studio.add(documentStudioCalls.listDocuments, async () => {
    const result = await listDrafts(db, clock());
    return { result, total: result.length };
  });
  studio.add(documentStudioCalls.makeDocument, async ({ body, by }) => ({
    result: await settings.change((tx) => makeDraft(tx, body, by, clock())),
  }));
  studio.add(documentStudioCalls.getDraft, async ({ params: { page }, setEtag }) => {
    const result = await readDraft(db, page, clock());
    setEtag(result.etag);
    return { result };
  });
  studio.add(
    documentStudioCalls.changeDraft,
    async ({ params: { page: name }, body: change, by, ifMatch, setEtag }) => {
      const result = await settings.change((tx) => changeDraft(tx, { name, change, ifMatch, by, now: clock() }));
      setEtag(result.etag);
      return { result };
    },
  );
  studio.add(documentStudioCalls.moveDocument, async ({ params: { page: name }, body: { before }, by }) => {
    const result = await settings.change((tx) => moveDocument(tx, { name, before, by, now: clock() }));
    return { result, total: result.length };
  });
  studio.add(documentStudioCalls.removeDocument, ({ params: { page }, by }) =>
    settings.change((tx) => removeDocument(tx, page, by, clock())),
  );
  studio.add(documentStudioCalls.publishDocument, async ({ params: { page: name }, body, by }) => {
    const at = clock();
    const { effective_at: given } = body;
    const effectiveAt = given === 'now' ? at : readGivenTime('effective_at', given, setting('time_zone'));
    return { result: await settings.change((tx) => publishDocument(tx, { name, effectiveAt, by, now: at })) };
  });
  studio.add(documentStudioCalls.previewDraft, async ({ params: { page: name }, query: { language } }) => ({
    result: await previewDraft(db, { name, language }),
  }));
}

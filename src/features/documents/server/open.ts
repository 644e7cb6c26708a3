import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { documentCalls } from '../contract.ts';
import { type ConsentPlace, sellerTold } from '../rules.ts';
import { listConsents, requireConsent } from './consents.ts';
import { readDocument } from './documents.ts';
import { type DocumentsDeps, mountStudioDocuments } from './studio-routes.ts';

/** Opens the operator's pages; others ask what readers have agreed to, and what they are told of who sells. */
export function openDocuments(platform: Platform, neighbours: Neighbours<DocumentsDeps>) {
  const { api, db, clock, setting } = platform;
  mountStudioDocuments({ ...platform, ...neighbours });
  api.add(documentCalls.getDocument, async ({ params: { page: name }, query: { language, version } }) => ({
    result: await readDocument(db, { name, language, version, now: clock(), setting }),
  }));
  return {
    consentsOf: (userId: string) => listConsents(db, userId),
    sellerTold: () => sellerTold(setting),
  };
}

/** Asks for the consent of readers, by the site's settings of that moment. */
export function openConsent({ clock, setting }: Pick<Platform, 'clock' | 'setting'>) {
  return {
    requireConsent: (place: ConsentPlace, accept: unknown) =>
      requireConsent({ setting, now: clock() }, { place, accept }),
  };
}

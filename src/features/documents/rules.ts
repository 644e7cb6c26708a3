import type { Language } from '../../shared/languages.ts';
import { inLanguageOf, type KnownDocument, type ReadSetting, type Seller } from '../../shared/site-settings.ts';

/** The documents that every site has a use for; others have names of their own. */
export const documentKinds = ['terms', 'privacy', 'refunds', 'imprint', 'about', 'faq'] as const;
export type DocumentKind = (typeof documentKinds)[number];
export const isKind = (name: string): name is DocumentKind => documentKinds.some((kind) => kind === name);

export const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;
export const limits = { free: 10, title: 100, body: 50_000 };

/** The documents that a reader agrees to. */
export const agreedDocuments = ['terms', 'privacy'] as const;
export type AgreedDocument = (typeof agreedDocuments)[number];

/** The version of a document that is in force at a moment; null: none. */
export function versionInForce({ versions }: KnownDocument, now: Date): KnownDocument['versions'][number] | null {
  const come = versions.filter(({ effective_at: at }) => Date.parse(at) <= now.getTime());
  const age = (one: Dated, other: Dated) =>
    Date.parse(one.effective_at) - Date.parse(other.effective_at) || one.version - other.version;
  return come.sort(age).at(-1) ?? null;
}

type Dated = KnownDocument['versions'][number];

/** The versions of the documents in force that readers agree to. */
export function documentsInForce(known: readonly KnownDocument[], now: Date): Partial<Record<AgreedDocument, number>> {
  return Object.fromEntries(
    agreedDocuments.flatMap((name) => {
      const document = known.find((each) => each.name === name);
      const version = document && versionInForce(document, now)?.version;
      return version === undefined ? [] : [[name, version]];
    }),
  );
}

export type ConsentPlace = 'register' | 'purchase';

/**
 * What a reader has to agree to there and does not, whatever `accept` is; null: nothing. The versions must be those in
 * force, exactly.
 */
export function lackingConsent(given: {
  asked: 'none' | 'both' | ConsentPlace;
  place: ConsentPlace;
  inForce: Partial<Record<AgreedDocument, number>>;
  accept: unknown;
}): Partial<Record<AgreedDocument, number>> | null {
  const { asked, place, inForce, accept } = given;
  if (asked !== 'both' && asked !== place) return null;
  const accepted: Record<string, unknown> = typeof accept === 'object' && accept !== null ? { ...accept } : {};
  const isAgreed = agreedDocuments.every((name) => inForce[name] === undefined || accepted[name] === inForce[name]);
  return isAgreed ? null : inForce;
}

/** The links of the footer, in their order: of pages that readers can see, by the titles of that language. */
export function footerLinks(setting: ReadSetting, given: { language: Language; now: Date }) {
  const known = setting('documents');
  return pagesInForce(setting, given.now).flatMap((name) => {
    const document = known.find((each) => each.name === name);
    if (document?.footer === false) return [];
    const version = document && versionInForce(document, given.now);
    const title = version ? (inLanguageOf(version.titles, given.language) ?? null) : null;
    return [{ name, kind: isKind(name) ? name : null, title }];
  });
}

/** Who sells here; null where readers would see no fact of the record. */
export function sellerTold(setting: ReadSetting): Seller | null {
  const seller = setting('seller');
  const { tax_rate: _rate, receipt_prefix: _sales, refund_prefix: _refunds, ...facts } = seller;
  return Object.values(facts).some((fact) => fact !== null) ? seller : null;
}

/** The names of the pages that readers can see: those in force, and the imprint of a seller with a name. */
export function pagesInForce(setting: ReadSetting, now: Date): string[] {
  const names = setting('documents').flatMap((each) => (versionInForce(each, now) ? [each.name] : []));
  const isTold = setting('seller').name !== null && !names.includes('imprint');
  return isTold ? [...names, 'imprint'] : names;
}

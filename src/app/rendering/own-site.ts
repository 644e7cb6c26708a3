import { footerLinks } from '../../features/documents/rules.ts';
import type { Clock } from '../../server/process/clock.ts';
import type { Language } from '../../shared/languages.ts';
import { documentPath } from '../../shared/paths.ts';
import type { SiteInfo } from '../../shared/site.ts';
import { inLanguageOf, type ReadSetting, siteNameIn } from '../../shared/site-settings.ts';
import type { Text } from '../../web/i18n.tsx';
import type { Site } from '../../web/site.tsx';
import type { Ask } from './rendering-api.ts';

/** What a page shows of the operator's, in its language. */
export interface OwnSite {
  /** Brings up to date what cannot be known at once. */
  ready(): Promise<void>;
  /** What is not set is not there. */
  in(language: Language, text: Text): Partial<Site>;
  /** The operator's accent; null: the product's own. */
  accent(): string | null;
}

/** The site as its operator has set it, at the moment of each call. */
export function createOwnSite(given: { ask: Ask; setting: ReadSetting; clock: Clock }): OwnSite {
  const { ask, setting, clock } = given;
  let known = { etag: '', sells: false };

  return {
    async ready() {
      // Without an answer the last one holds: a page must not fail for a link.
      const answer = await ask('/site').catch(() => null);
      if (answer && answer.etag !== known.etag) known = { etag: answer.etag, sells: sells(siteIn(answer.read())) };
    },
    accent: () => setting('accent'),
    in(language, { t }) {
      const documents = footerLinks(setting, { language, now: clock() });
      const links = [
        ...documents.map(({ name, kind, title }) => ({
          title: title ?? (kind ? t(`documents.kinds.${kind}`) : name),
          href: documentPath(name),
        })),
        ...setting('links').map(({ title, url }) => ({
          title: typeof title === 'string' ? title : (inLanguageOf(title, language) ?? url),
          href: url,
        })),
      ];
      const { icp } = setting('seller');
      const tagline = inLanguageOf(setting('tagline'), language);
      const description = inLanguageOf(setting('description'), language);
      return {
        name: siteNameIn(setting, language),
        ...(tagline !== undefined && { tagline }),
        ...(description !== undefined && { description }),
        ...(known.sells && { sells: true }),
        ...(links.length > 0 && { links }),
        ...(icp !== null && { icp }),
      };
    },
  };
}

/** Whether a plan is on sale by some way. */
function sells({ plans, wechat, stripe }: SiteInfo): boolean {
  return (wechat && plans.length > 0) || (stripe?.buttons.length ?? 0) > 0;
}

const siteIn = (answer: unknown) => (answer as { data: SiteInfo }).data; // what the call of that name answers

import { hash } from 'node:crypto';
import { barsAt } from '../../features/announcements/rules.ts';
import { footerLinks } from '../../features/documents/rules.ts';
import { slotsAt, titlesAt } from '../../features/rows/rules.ts';
import type { Clock } from '../../server/process/clock.ts';
import type { Language } from '../../shared/languages.ts';
import { documentPath, facePath } from '../../shared/paths.ts';
import type { SiteInfo } from '../../shared/site.ts';
import { inLanguageOf, type ReadSetting, type SitePicture, siteNameIn } from '../../shared/site-settings.ts';
import type { Text } from '../../web/i18n.tsx';
import type { Site } from '../../web/site.tsx';
import type { Face } from './document.ts';
import type { Ask } from './rendering-api.ts';

/** What a page shows of the operator's, in its language. */
export interface OwnSite {
  /** Brings up to date what cannot be known at once. */
  ready(): Promise<void>;
  /** What is not set is not there; at this moment, unless another one is wanted. */
  in(language: Language, text: Text, at?: Date): Partial<Site>;
  /** What a document tells browsers of the site's looks. */
  face(language: Language): Face;
  /** Where the script of the card buttons comes from; null: no plan on sale has a button. */
  cardScriptUrl(): Promise<string | null>;
}

/** The site as its operator has set it, at the moment of each call. */
export function createOwnSite(given: { ask: Ask; setting: ReadSetting; clock: Clock }): OwnSite {
  const { ask, setting, clock } = given;
  let known: { etag: string; sells: boolean; cardScriptUrl: string | null } = {
    etag: '',
    sells: false,
    cardScriptUrl: null,
  };

  async function ready(): Promise<void> {
    // Without an answer the last one holds: a page must not fail for a link.
    const answer = await ask('/site').catch(() => null);
    if (!answer || answer.etag === known.etag) return;
    const site = siteIn(answer.read());
    const hasButton = site.stripe?.buttons.some(({ button }) => button) === true;
    known = {
      etag: answer.etag,
      sells: sells(site),
      cardScriptUrl: hasButton ? (site.stripe?.script_url ?? null) : null,
    };
  }

  return {
    ready,
    async cardScriptUrl() {
      await ready();
      return known.cardScriptUrl;
    },
    face: (language) => faceOf(setting, language),
    in(language, { t }, now = clock()) {
      const documents = footerLinks(setting, { language, now });
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
      const moment = { language, now };
      const bars = barsAt(setting, moment);
      const hasOwnBars = [true, false].some(
        (isMember) => barsAt(setting, { ...moment, isMember }).length > bars.length,
      );
      const rows = slotsAt(setting, moment);
      const { logo, logo_dark: darkLogo } = setting('pictures');
      const tagline = inLanguageOf(setting('tagline'), language);
      const description = inLanguageOf(setting('description'), language);
      return {
        name: siteNameIn(setting, language),
        ...(tagline !== undefined && { tagline }),
        ...(description !== undefined && { description }),
        ...(logo && { logo: shownLogo(logo) }),
        ...(logo && darkLogo && { darkLogo: shownLogo(darkLogo) }),
        ...(rows && { rows, rowTitles: titlesAt(setting, moment) }),
        ...(bars.length > 0 && { bars }),
        ...(hasOwnBars && { hasOwnBars }),
        ...(known.sells && { sells: true }),
        ...(links.length > 0 && { links }),
        ...(icp !== null && { icp }),
      };
    },
  };
}

const shownLogo = ({ key, width, height }: SitePicture) => ({ src: facePath(key, 'logo.webp'), width, height });

/** What a document tells browsers of the site's looks at this moment. */
export function faceOf(setting: ReadSetting, language: Language): Face {
  const { icon, social } = setting('pictures');
  const words = ['tagline', 'description'].map((key) => setting(key as 'tagline' | 'description')); // these two
  const own = JSON.stringify([siteNameIn(setting, language), ...words, icon?.key]);
  return {
    accent: setting('accent'),
    icon: icon?.key ?? null,
    social: social ? facePath(social.key, 'social.jpg') : '/og.png',
    manifestVersion: hash('sha256', own, 'base64url').slice(0, 8),
  };
}

/** Whether a plan is on sale by some way. */
function sells({ plans, wechat, stripe }: SiteInfo): boolean {
  return (wechat && plans.length > 0) || (stripe?.buttons.length ?? 0) > 0;
}

const siteIn = (answer: unknown) => (answer as { data: SiteInfo }).data; // what the call of that name answers

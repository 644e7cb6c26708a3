import { AppError, wrongFields } from '../../../server/http/errors.ts';
import { fittingAccent } from '../../../shared/accent.ts';
import { defaultLanguage } from '../../../shared/languages.ts';
import { type Seller, type SettingValues, settingsFrom, siteSettings } from '../../../shared/site-settings.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import { etagOf, requireLastVersion } from '../../studio/server/versions.ts';
import { type GivenSeller, type GivenSite, type SiteOnWire, siteStudioCalls } from '../studio-contract.ts';
import { lockSettings, storeSettings } from './queries.ts';
import { readStored } from './settings.ts';
import type { SettingsDeps } from './studio-routes.ts';

type Stored = Partial<SettingValues>;

/** The studio's calls for what the site calls itself and who sells here (spec: documents.md#face). */
export function mountSite({ studio, primary: db, config, settings }: SettingsDeps): void {
  const readWith = (stored: Stored) => settingsFrom({ environment: config.site, stored });

  /** Changes settings of the version that the caller saw, and answers how they stand then. */
  async function change<Shown extends SiteOnWire | Seller>(given: {
    what: 'site.face' | 'site.seller';
    show: (stored: Stored) => Shown;
    write: (stored: Stored) => Readonly<Record<string, unknown>>;
    by: Maker;
    ifMatch: string | undefined;
  }): Promise<{ result: Shown; etag: string }> {
    const { what, show, write, by, ifMatch } = given;
    const target = { kind: 'site', id: what, name: null } as const;
    const result = await settings.change(async (tx) => {
      await lockSettings(tx);
      const stored = await readStored(tx);
      // What is wrong is refused before the version of the caller.
      const values = write(stored);
      const current = show(stored);
      await requireLastVersion(tx, ifMatch, { target, etag: etagOf(current), current });
      await storeSettings(tx, values);
      const after = show(await readStored(tx));
      if (JSON.stringify(current) !== JSON.stringify(after))
        await writeAudit(tx, { by, action: what, target, before: told(current), after: told(after) });
      return after;
    });
    return { result, etag: etagOf(result) };
  }

  const showSite = (stored: Stored): SiteOnWire => {
    const read = readWith(stored);
    return {
      name: { ...read('names'), [defaultLanguage]: read('name') },
      tagline: read('tagline'),
      description: read('description'),
      accent: read('accent'),
      contact_email: read('contact'),
      links: [...read('links')],
      ai_crawlers: read('ai_crawlers'),
      consent: read('consent'),
      withdrawal_days: read('withdrawal_days'),
    };
  };

  studio.add(siteStudioCalls.getSite, async ({ setEtag }) => show(showSite(await readStored(db)), setEtag));
  studio.add(siteStudioCalls.changeSite, async ({ body, by, ifMatch, setEtag }) => {
    requireLegible(body.accent);
    const { result, etag } = await change({
      what: 'site.face',
      show: showSite,
      write: () => writeSite(body),
      by,
      ifMatch,
    });
    setEtag(etag);
    return { result };
  });

  const showSeller = (stored: Stored) => readWith(stored)('seller');
  studio.add(siteStudioCalls.getSeller, async ({ setEtag }) => show(showSeller(await readStored(db)), setEtag));
  studio.add(siteStudioCalls.changeSeller, async ({ body, by, ifMatch, setEtag }) => {
    const write = (stored: Stored) => ({ seller: mergeSeller(readWith(stored)('seller'), body) });
    const { result, etag } = await change({ what: 'site.seller', show: showSeller, write, by, ifMatch });
    setEtag(etag);
    return { result };
  });
}

/** What the audit keeps: a field named `url` might open something, and is refused there. */
function told(shown: SiteOnWire | Seller): Record<string, unknown> {
  if (!('links' in shown)) return shown;
  return { ...shown, links: shown.links.map(({ title, url: address }) => ({ title, address })) };
}

function show<Shown>(result: Shown, setEtag: (etag: string) => void): { result: Shown } {
  setEtag(etagOf(result));
  return { result };
}

/** Null gives a field its first value back. */
function writeSite({ name, contact_email: contact, ...rest }: GivenSite): Readonly<Record<string, unknown>> {
  const { [defaultLanguage]: english = null, ...others } = name ?? {};
  return {
    ...rest,
    ...(name !== undefined && { name: english, names: name && others }),
    ...(contact !== undefined && { contact }),
  };
}

/** The seller with what was given; null takes a fact away, and gives a prefix its first value back. */
function mergeSeller(seller: Seller, given: GivenSeller): Seller {
  const first = siteSettings.seller.default;
  const {
    receipt_prefix: sales = seller.receipt_prefix,
    refund_prefix: refunds = seller.refund_prefix,
    ...facts
  } = given;
  const merged = {
    ...seller,
    ...(facts as Partial<Seller>), // JSON has no undefined
    receipt_prefix: sales ?? first.receipt_prefix,
    refund_prefix: refunds ?? first.refund_prefix,
  };
  if (merged.receipt_prefix === merged.refund_prefix)
    throw wrongFields([{ path: 'refund_prefix', code: 'custom', message: 'must differ from receipt_prefix' }]);
  return merged;
}

/** Refuses an accent that cannot be read, with the nearest that can. */
function requireLegible(accent: string | null | undefined): void {
  if (typeof accent !== 'string') return;
  const suggestion = fittingAccent(accent);
  if (suggestion === accent) return;
  const detail = { path: 'accent', code: 'custom', message: `is too light to be read; ${suggestion} would do` };
  throw new AppError(400, 'invalid_request', 'That accent cannot be read', {
    details: [detail],
    extra: { suggestion },
  });
}

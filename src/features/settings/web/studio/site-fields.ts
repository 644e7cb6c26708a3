import { isAmong, mapByLanguage } from '../../../studio/web/language-fields.ts';
import type { Flat } from '../../../studio/web/merge.ts';
import { readOptionalNumber } from '../../../studio/web/typed-number.ts';
import type { GivenSite, SiteOnWire } from '../../studio-contract.ts';

/** The fields of a site that have words in each language. */
export const wordFields = ['name', 'tagline', 'description'] as const;

/** The body of PUT for changed fields: a map is given whole, a blank field gets its first value back. */
export function bodyOfSite(changes: Flat, value: Flat): GivenSite {
  const { accent, contact_email: contact, withdrawal_days: days, links } = changes;
  const textOf = (typed: unknown) => String(typed).trim() || null;
  return {
    ...Object.fromEntries(
      wordFields.filter((name) => isAmong(name, changes)).map((name) => [name, mapOf(name, value)]),
    ),
    ...(accent !== undefined && { accent: textOf(accent)?.toLowerCase() ?? null }),
    ...(contact !== undefined && { contact_email: textOf(contact) }),
    ...(days !== undefined && { withdrawal_days: readOptionalNumber(String(days)) }),
    ...(links !== undefined && { links: links as SiteOnWire['links'] }), // as the form's rows have them
    ...chosen(changes),
  };
}

function mapOf(name: (typeof wordFields)[number], value: Flat) {
  const map = mapByLanguage(name, value);
  return Object.keys(map).length === 0 ? null : map;
}

function chosen({ ai_crawlers: crawlers, consent }: Flat): Pick<GivenSite, 'ai_crawlers' | 'consent'> {
  return {
    // Each is one of its menu.
    ...(crawlers !== undefined && { ai_crawlers: crawlers as SiteOnWire['ai_crawlers'] }), // as above
    ...(consent !== undefined && { consent: consent as SiteOnWire['consent'] }), // as above
  };
}

import { isLanguage, languageNames } from '../../../shared/languages.ts';
import { writeMoney } from '../../../web/money.ts';
import { auditActions } from '../audit-actions.ts';
import type { AuditEntry } from '../contract.ts';
import { writeMoment } from './Moment.tsx';
import { isolate, type StudioKey, type StudioText, useStudioText } from './words.ts';

/** The fields of changes that have words of their own. */
const ownFields = [
  'access',
  'active',
  'amount',
  'banned',
  'before',
  'book',
  'book_uuid',
  'buy_button_id',
  'card',
  'cause',
  'changes',
  'chapter',
  'chapter_uuid',
  'chapters',
  'commands',
  'command',
  'count',
  'counts',
  'coupon',
  'cover',
  'covers',
  'created_at',
  'crop',
  'currency',
  'days',
  'edited',
  'entry',
  'events',
  'expire_at',
  'expires_at',
  'files',
  'find',
  'free_at',
  'from',
  'granted',
  'height',
  'image',
  'into',
  'items',
  'judged',
  'label',
  'language',
  'languages',
  'last_four',
  'leave_out',
  'max_uses',
  'months',
  'name',
  'new_users_only',
  'note',
  'order',
  'order_id',
  'outcome',
  'page',
  'pages',
  'path',
  'payment_link',
  'percent',
  'plan',
  'prune',
  'publish',
  'published_at',
  'refund_id',
  'refunded',
  'removed',
  'replace',
  'restored',
  'review',
  'role',
  'rows',
  'season',
  'session',
  'sessions',
  'set',
  'state',
  'status',
  'stays',
  'stopped',
  'target',
  'text',
  'to',
  'trashed',
  'until',
  'user_uuid',
  'username',
  'width',
] as const;

/** Those that pages of books name already. */
export const bookFields = [
  'titles',
  'introductions',
  'aliases',
  'tags',
  'author',
  'kind',
  'original_language',
  'layout',
  'reading_direction',
  'rating',
  'licence',
  'attribution',
  'hidden',
  'public_free_chapters',
  'early_access_days',
  'show_schedule',
  'preview',
  'downloads',
] as const;

/** Those that the pages of the site's face and of its seller name. */
const siteFields = [
  'tagline',
  'description',
  'accent',
  'contact_email',
  'links',
  'ai_crawlers',
  'consent',
  'withdrawal_days',
] as const;
const sellerFields = [
  ...(['form', 'address', 'phone', 'email', 'director', 'host', 'registration', 'tax_id', 'tax_rate'] as const),
  ...(['receipt_prefix', 'refund_prefix', 'icp', 'police', 'licence'] as const),
];

const fieldKeys: ReadonlyMap<string, StudioKey> = new Map<string, StudioKey>([
  ...siteFields.map((name) => [name, `site.fields.${name}`] as const),
  ...sellerFields.map((name) => [name, `seller.fields.${name}`] as const),
  ...ownFields.map((name) => [name, `audit.fields.${name}`] as const),
  ...bookFields.map((name) => [name, `book.fields.${name}`] as const),
  ['new', 'imports.counts.new'],
  ['replaced', 'imports.counts.replaced'],
  ['same', 'imports.counts.same'],
  ['left_out', 'imports.counts.left_out'],
  ['failed', 'imports.counts.failed'],
  ['warnings', 'imports.counts.warnings'],
  ['title', 'books.bookTitle'],
  ['trial_days', 'trial.fields.trial_days'],
  ['open', 'trial.fields.open'],
  ['campaigns', 'trial.fields.campaigns'],
  ['word', 'trial.word'],
  ['accounts', 'trial.count'],
  ['footer', 'documents.footer'],
  ['version', 'documents.version'],
  ['effective_at', 'documents.effective'],
  ['characters', 'documents.characters'],
]);

const statesOfOrders = ['requires_action', 'processing', 'succeeded', 'canceled', 'refunded'] as const;

/** The codes that a field may have, with their words. */
const valueKeys: Readonly<Record<string, Readonly<Record<string, StudioKey>>>> = {
  ai_crawlers: { allow: 'site.choices.allow', refuse: 'site.choices.refuse' },
  consent: {
    none: 'site.choices.none',
    register: 'site.choices.register',
    purchase: 'site.choices.purchase',
    both: 'site.choices.both',
  },
  access: {
    rule: 'publishing.overrides.rule',
    free: 'publishing.overrides.free',
    members: 'publishing.overrides.members',
  },
  kind: { comic: 'books.kinds.comic', novel: 'books.kinds.novel' },
  layout: { strip: 'book.layouts.strip', pages: 'book.layouts.pages' },
  outcome: {
    grant: 'sales.outcomes.grant',
    close: 'sales.outcomes.close',
    note: 'sales.outcomes.note',
    fine: 'health.outcomes.fine',
    repaired: 'health.outcomes.repaired',
    lost: 'health.outcomes.lost',
  },
  preview: { none: 'book.previews.none', blur: 'book.previews.blur', words: 'book.previews.words' },
  publish: { draft: 'publishing.states.draft', now: 'imports.publishNow' },
  rating: { teen: 'book.ratings.teen', mature: 'book.ratings.mature', adult: 'book.ratings.adult' },
  reading_direction: { ltr: 'book.directions.ltr', rtl: 'book.directions.rtl' },
  role: { owner: 'roles.owner', editor: 'roles.editor', support: 'roles.support' },
  state: {
    collecting: 'imports.states.collecting',
    checking: 'imports.states.checking',
    checked: 'imports.states.checked',
    committing: 'imports.states.committing',
  },
  status: {
    ongoing: 'book.statuses.ongoing',
    finished: 'book.statuses.finished',
    hiatus: 'book.statuses.hiatus',
    ...Object.fromEntries(statesOfOrders.map((state) => [state, `sales.states.${state}`] as const)),
  },
};

const jobKeys: Readonly<Record<string, StudioKey>> = {
  'roll-up': 'health.jobNames.roll-up',
  retention: 'health.jobNames.retention',
  trash: 'health.jobNames.trash',
  sweep: 'health.jobNames.sweep',
  backup: 'health.jobNames.backup',
};

const documentNames = {
  terms: 'documents.kinds.terms',
  privacy: 'documents.kinds.privacy',
  refunds: 'documents.kinds.refunds',
  imprint: 'documents.kinds.imprint',
  about: 'documents.kinds.about',
  faq: 'documents.kinds.faq',
} as const;

/** Amounts of so many minor units, in the currency that stands beside them. */
const amounts = new Set(['amount', 'refunded']);
/** Plans and coupons name none: their prices are in this one. */
const ownCurrency = 'CNY';

/** The fields of a change, or of something in it. */
export type Fields = Readonly<Record<string, unknown>> | null;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
export const isMoment = (value: string): boolean => moment.test(value);

/** The words for what the audit keeps; a code or a name without words stays as it is. */
export interface AuditWords {
  /** Null: there are no words for this code. */
  actionOf(code: string): string | null;
  /** The words for a field, or for one in a language (`titles.fr-fr`). */
  fieldOf(name: string): string | null;
  /** `beside`: the fields among which it stands. */
  valueIn(field: string, value: unknown, beside: Fields): string;
  /** The place of a field among others; names without words come last. */
  placeOf(field: string): number;
  targetOf(target: AuditEntry['target']): string;
}

export function useAuditWords(): AuditWords {
  return auditWords(useStudioText());
}

function auditWords(text: StudioText): AuditWords {
  const { t, number, language, settingName } = text;

  function actionOf(code: string): string | null {
    const known = auditActions.find((each) => each === code);
    return known ? t(`audit.actions.${known}`) : null;
  }

  function fieldOf(name: string): string | null {
    const [base = '', language = null] = name.split('.');
    const key = fieldKeys.get(base);
    if (!key) return settingName(name);
    if (language === null) return t(key);
    return t('audit.fieldIn', { field: t(key), language: nameOfLanguage(language) });
  }

  function valueIn(field: string, value: unknown, beside: Fields): string {
    if (value === null || value === undefined) return '–';
    if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no');
    if (typeof value === 'string') return wordOf(field, value);
    if (typeof value === 'number' && amounts.has(field)) return writeMoney(value, currencyOf(beside), language);
    if (typeof value === 'number') return number(value);
    if (typeof value !== 'object') return String(value);
    if (Array.isArray(value))
      return value.length === 0 ? '–' : value.map((each) => valueIn(field, each, beside)).join(' · ');
    return fieldsIn(value as Record<string, unknown>); // neither null nor an array
  }

  function fieldsIn(all: Record<string, unknown>): string {
    const isTold = ([name, each]: [string, unknown]) =>
      each !== 0 &&
      each !== null &&
      !(Array.isArray(each) && each.length === 0) &&
      !(name === 'book_uuid' && all.title);
    const told = Object.entries(all)
      .filter(isTold)
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([name, each]) => {
        const words = t('audit.fieldIs', { field: nameIn(name), value: valueIn(name, each, all) });
        return isLanguage(name) ? isolate(words) : words;
      });
    return told.join(', ') || '–';
  }

  /** The name of something in a field: another field, or a language. */
  const nameIn = (name: string) => fieldOf(name) ?? nameOfLanguage(name);

  function wordOf(field: string, value: string): string {
    const codes = valueKeys[field];
    const key = codes && Object.hasOwn(codes, value) ? codes[value] : undefined;
    if (key) return t(key);
    if (isMoment(value)) return writeMoment(value, language);
    // As ids are written everywhere, and pictures are told apart: by the first 8 signs.
    if (field === 'image' || field.startsWith('covers.') || isUuid.test(value)) return value.slice(0, 8);
    if (field === 'original_language' || field === 'language' || field === 'languages') return nameOfLanguage(value);
    // The fields of a book that stayed as they were edited.
    if (field === 'stays' || field === 'edited') return fieldOf(value) ?? value;
    return value;
  }

  function targetOf({ kind, id, name }: AuditEntry['target']): string {
    if (kind === 'recommended') return t('recommended.title');
    if (kind === 'redirect') return t('redirects.title');
    if (kind === 'page' && id !== null && Object.hasOwn(documentNames, id)) return t(documentNames[id as 'faq']); // any of its names
    if (kind === 'site' && id === 'site.face') return t('site.title');
    if (kind === 'site' && id === 'site.seller') return t('seller.title');
    if (kind === 'site' && id === 'trial') return t('trial.title');
    if (kind === 'site' && id === 'settings') return t('settings.title');
    if (kind === 'site' && id === 'checklist') return t('today.checklist.title');
    const key = kind === 'job' && id !== null && Object.hasOwn(jobKeys, id) ? jobKeys[id] : undefined;
    // As ids are written everywhere: the first 8 signs.
    return key ? t(key) : (name ?? (id !== null && isUuid.test(id) ? id.slice(0, 8) : id) ?? '–');
  }

  return { actionOf, fieldOf, valueIn, placeOf, targetOf };
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const places = new Map([...fieldKeys.keys()].map((name, place) => [name, place]));

function placeOf(field: string): number {
  return places.get(field.split('.')[0] ?? '') ?? places.size;
}

function currencyOf(beside: Fields): string {
  const currency = beside?.currency;
  return typeof currency === 'string' ? currency : ownCurrency;
}

function nameOfLanguage(code: string): string {
  return isLanguage(code) ? languageNames[code] : code;
}

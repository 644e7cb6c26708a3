import { writeAmount } from '../../../shared/currencies.ts';
import { escapeDiscord, type HookEvent, type HookKind, testEvent } from '../rules.ts';
import type { wordsIn } from './words.ts';

/** A chapter, or a book of which nothing else is told, as a message names it. */
export interface NamedThing {
  bookId: string;
  bookTitle: string;
  chapter: { id: string; number: number; title: string } | null;
  /** The page of the site about it. */
  url: string;
  cover: string | null;
}

/** What happened, as a message tells it: `things` are the chapters or the book, in their order. */
export interface Happened {
  event: HookEvent | typeof testEvent;
  at: Date;
  things: readonly NamedThing[];
  /** What else there is to tell; `url` is the page of the studio about it. */
  facts: Readonly<Record<string, unknown>>;
}

/** To whom a message goes. `picture` stands beside what has no cover. */
interface Listener<Kind extends HookKind = HookKind> {
  kind: Kind;
  chatId: string | null;
  words: ReturnType<typeof wordsIn>;
  picture: string;
}

/** The bodies that tell a connection of it: one for each chapter to programs, one for all to people. */
export function writeBodies(happened: Happened, { kind, ...to }: Listener): string[] {
  const bodies = kind === 'standard' ? forPrograms(happened) : [forPeople(happened, { kind, ...to })];
  return bodies.map((body) => JSON.stringify(body));
}

function forPrograms({ event, at, things, facts }: Happened): object[] {
  const bodyOf = (data: object) => ({ type: event, timestamp: at.toISOString(), data });
  if (things.length === 0) return [bodyOf(facts)];
  return things.map(({ bookId, bookTitle, chapter, url }) =>
    bodyOf({
      ...{ book_uuid: bookId, book_title: bookTitle },
      ...(chapter && { chapter_uuid: chapter.id, chapter_number: chapter.number, title: chapter.title }),
      url,
    }),
  );
}

function forPeople(happened: Happened, { kind, chatId, words, picture }: Listener<'discord' | 'telegram'>): object {
  const [first] = happened.things;
  const said = sentenceOf(happened, words);
  const url = first?.url ?? (typeof happened.facts.url === 'string' ? happened.facts.url : null);
  const cover = first?.cover ?? null;
  if (kind === 'telegram') {
    const text = first ? `${first.bookTitle}\n${said}` : said;
    return {
      ...{ chat_id: chatId, photo: cover ?? picture, caption: cut(text, 1024) },
      ...(url && { reply_markup: { inline_keyboard: [[{ text: words.open, url }]] } }),
    };
  }
  const quiet = { allowed_mentions: { parse: [] } };
  if (!first) return { content: cut(escapeDiscord(said) + (url ? `\n${url}` : ''), 2000), ...quiet };
  const embed = { title: cut(escapeDiscord(first.bookTitle), 256), description: cut(escapeDiscord(said), 4096), url };
  return { embeds: [{ ...embed, ...(cover && { image: { url: cover } }) }], ...quiet };
}

/** What happened to the thing whose title stands beside it, or at all. */
function sentenceOf({ event, things, facts }: Happened, words: ReturnType<typeof wordsIn>): string {
  switch (event) {
    case testEvent:
      return words.test;
    case 'chapter.published':
    case 'chapter.free': {
      const [first] = things;
      const said = words.chapters(event, things.length);
      if (things.length > 1 || !first?.chapter) return said;
      return `${said} · ${first.chapter.title || words.chapter(first.chapter.number)}`;
    }
    case 'order.paid':
    case 'order.refunded': {
      const { amount, currency } = facts;
      const money = typeof amount === 'number' && typeof currency === 'string' ? [writeAmount(amount, currency)] : [];
      return [words.events[event], ...money].join(' · ');
    }
    case 'import.finished':
      return [words.events[event], ...(typeof facts.name === 'string' ? [facts.name] : [])].join(' · ');
    default:
      return words.events[event];
  }
}

/** At most so many units; no pair is torn apart. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

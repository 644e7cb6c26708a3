import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { languages, languageTags } from '../src/shared/languages.ts';
import { isSyntax, isTest, literalText, readFiles, readText, type Syntax, walk } from './tree.ts';

/** A message as written: one text, or one for each plural form. */
type Message = { text: string } | { forms: Record<string, string> };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function messagesOf(tree: unknown, prefix = ''): [string, Message][] {
  if (!isRecord(tree)) return [];
  return Object.entries(tree).flatMap(([name, value]): [string, Message][] => {
    const key = prefix + name;
    if (typeof value === 'string') return [[key, { text: value }]];
    if (isRecord(value) && typeof value.other === 'string')
      return [[key, { forms: Object.fromEntries(Object.entries(value).map(([form, text]) => [form, String(text)])) }]];
    return messagesOf(value, `${key}.`);
  });
}

/** The words of all readers' pages, of pages that few readers open, of pages for users alone, and of the studio. */
const folders = ['messages', 'messages/late', 'messages/own', 'messages/studio'];
const readFrom = (folder: string, language: string) =>
  new Map(messagesOf(JSON.parse(readText(`${folder}/${language}.json`))));
const textsOf = (message: Message) => ('text' in message ? [message.text] : Object.values(message.forms));
const placeholdersIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
const placeholdersOf = (message: Message) => [...new Set(textsOf(message).flatMap(placeholdersIn))].sort();

/** What a node imports when the program runs; null for other nodes. */
function sourceOf({ type, importKind, source }: Syntax): string | null {
  const imports = /^(Import|ExportNamed|ExportAll)(Declaration|Expression)$/.test(type) && importKind !== 'type';
  return imports && isSyntax(source) ? literalText(source) : null;
}

const sets = folders.flatMap((folder) => languages.map((language) => ({ folder, language })));

describe.each(sets)('the $folder in $language', ({ folder, language }) => {
  const messages = readFrom(folder, language);
  const english = readFrom(folder, 'en-us');

  it('have the same keys as the English ones', () => {
    expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('have the same placeholders as the English ones', () => {
    const wrong = [...messages].filter(([key, message]) => {
      const wanted = english.get(key);
      // A form may say its number in words (Arabic has one for two), so only plain texts must fill everything.
      const given = placeholdersOf(message);
      return (
        wanted &&
        ('text' in message
          ? String(given) !== String(placeholdersOf(wanted))
          : given.some((name) => !placeholdersOf(wanted).includes(name)))
      );
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('have the plural forms of the language', () => {
    const all: string[] = new Intl.PluralRules(languageTags[language]).resolvedOptions().pluralCategories;
    // French and Spanish use `many` for whole millions only; where it is missing, `other` is used (src/web/i18n.tsx).
    const needed = all.filter((form) => form !== 'many' || language === 'ar-sa');
    const wrong = [...messages].flatMap(([key, message]) => {
      if ('text' in message)
        return english.get(key) && 'forms' in (english.get(key) ?? {}) ? [`${key} has no forms`] : [];
      const missing = needed.filter((form) => !(form in message.forms)).map((form) => `${key} lacks ${form}`);
      const strange = Object.keys(message.forms).filter((form) => !all.includes(form));
      return [...missing, ...strange.map((form) => `${key} has ${form}, which the language has not`)];
    });
    expect(wrong).toEqual([]);
  });

  it('are not empty, and hold no markup', () => {
    const wrong = [...messages].filter(([, message]) =>
      textsOf(message).some((text) => text.trim() === '' || text !== text.trim() || /<\/?[a-z]|&\w+;/i.test(text)),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });
});

describe('the messages', () => {
  const wrongIn = (language: string, pattern: RegExp) =>
    folders.flatMap((folder) =>
      [...readFrom(folder, language)]
        .filter(([, message]) => textsOf(message).some((text) => pattern.test(text)))
        .map(([key]) => key),
    );

  it('in French never let punctuation begin a line', () => {
    expect(wrongIn('fr-fr', / [?!;:»]|« |[^\s?!.][?!;»]/u)).toEqual([]);
  });

  it('in Arabic use Arabic digits, like the inserted numbers', () => {
    expect(wrongIn('ar-sa', /\d/)).toEqual([]);
  });

  it.each([
    ['zh-cn', /您|账户/],
    ['fr-fr', /adhésion|(?<!\p{L})(?:tu|toi|tes)(?!\p{L})/iu],
    ['es-es', /suscripci|\busted/i],
    ['ar-sa', /اشتراك/],
  ] as const)(
    'in %s have one word for a thing and one way of address, for readers as in the studio',
    (language, other) => {
      expect(wrongIn(language, other)).toEqual([]);
    },
  );

  it('of the studio have no word that the glossary calls old', () => {
    const table = /\| old \| ours \|\n.*\n((?:\|.*\n)+)/.exec(readText('docs/glossary.md'))?.[1] ?? '';
    const old = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, words = '']) => words.split(', '));
    const isIn = (text: string) => (word: string) =>
      /\p{Script=Han}/u.test(word) ? text.includes(word) : new RegExp(`\\b${word}(?!\\w)`, 'i').test(text);
    const wrong = (['en-us', 'zh-cn'] as const).flatMap((language) =>
      [...readFrom('messages/studio', language)].flatMap(([key, message]) =>
        textsOf(message).flatMap((text) => old.filter(isIn(text)).map((word) => `${language} ${key}: ${word}`)),
      ),
    );
    expect(old).toContain('ledger');
    expect(wrong).toEqual([]);
  });

  const pagesOfVisitors = [
    ...['accounts/web/LoginPage', 'accounts/web/RegisterPage', 'documents/web/DocumentPage', 'numbers/web/RankingPage'],
    'releases/web/CalendarPage',
  ].map((name) => `src/features/${name}.tsx`);
  const pagesOfAll = ['ContactPage', 'MembershipPage', 'KeptPage'].map((name) => `src/app/site/${name}.tsx`);
  const early = [
    ...['site/browser.tsx', 'studio/studio.tsx', 'studio/preview.tsx'].map((name) => `src/app/${name}`),
    'src/features/offline/web/worker/sw.ts',
  ];

  it.each([
    { words: ['late', 'own'], entries: early },
    { words: ['own'], entries: [...pagesOfVisitors, ...pagesOfAll] },
  ])('in $words are named by no code of the pages that do without them', ({ words, entries }) => {
    const ofStudio = readFrom('messages/studio', 'en-us');
    const keys = words.flatMap((name) => [...readFrom(`messages/${name}`, 'en-us').keys()]);
    const late = new Set(keys.filter((key) => !ofStudio.has(key)));
    const begun = (text: string) => {
      const hole = text.indexOf('$' + '{}');
      return hole < 0 || !/^[a-z]+\.\w*/i.test(text)
        ? []
        : [...late].filter((key) => key.startsWith(text.slice(0, hole)));
    };
    const reached = new Set(entries);
    const wrong: string[] = [];
    for (const path of reached) {
      walk({ path, text: readText(path) }, (node) => {
        const text = literalText(node);
        if (text) wrong.push(...[...(late.has(text) ? [text] : []), ...begun(text)].map((key) => `${path} ${key}`));
        const next = sourceOf(node);
        if (next?.startsWith('.') && /\.tsx?$/.test(next) && !/\/(?:later-pages\.ts|Paying\.tsx)$/.test(next))
          reached.add(join(dirname(path), next));
      });
    }
    expect(reached.size).toBeGreaterThan(entries.length);
    expect(reached).not.toContain('src/app/site/ProfilePage.tsx');
    expect(wrong).toEqual([]);
  });

  it('are all used', () => {
    const written = new Set<string>();
    const begun: string[] = [];
    for (const file of readFiles(/^src\/.*\.tsx?$/)) {
      if (isTest(file.path)) continue;
      walk(file, (node) => {
        const text = literalText(node);
        if (!text) return;
        const hole = text.indexOf('$' + '{}');
        if (hole < 0) written.add(text);
        else if (/^[a-z]+\.[\w.]*$/i.test(text.slice(0, hole))) begun.push(text.slice(0, hole));
      });
    }
    // The code of a failure is the key of its message; tools/house-rules.test.ts compares these keys with the server's
    // codes. A stored tag is the key of its name.
    const unused = folders
      .flatMap((folder) => [...readFrom(folder, 'en-us').keys()])
      .filter(
        (key) =>
          !/^(?:errors|genres)\./.test(key) &&
          !written.has(key) &&
          !begun.some((beginning) => key.startsWith(beginning)),
      );
    expect(unused, 'No file names these keys: delete them in all five languages.').toEqual([]);
  });
});

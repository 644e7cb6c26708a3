import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../shared/languages.ts';
import { writeAge } from './age.ts';
import { createText } from './create-text.ts';
import { writeUtcDay } from './date-time.ts';
import type { Messages } from './i18n.tsx';

const read = (language: Language) =>
  JSON.parse(readFileSync(new URL(`../../messages/${language}.json`, import.meta.url), 'utf8')) as Messages;
const textIn = (language: Language) => createText(language, read(language));

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 21, 12);
const ago = (language: Language, elapsed: number) =>
  writeAge(textIn(language), new Date(now - elapsed).toISOString(), now);

describe('writeAge', () => {
  it.each<[Language, number, string]>([
    ['en-us', 9 * minute, 'just posted'],
    ['en-us', hour, '1 hour ago'],
    ['en-us', 3 * day, '3 days ago'],
    ['zh-cn', 400 * day, '1 年前'],
    ['fr-fr', 2 * hour, 'il y a 2 heures'],
    ['es-es', 8 * day, 'hace 1 semana'],
    ['ar-sa', hour, 'منذ ساعة'],
    ['ar-sa', 2 * hour, 'منذ ساعتين'],
    ['ar-sa', 3 * hour, 'منذ ٣ ساعات'],
    ['ar-sa', 11 * minute, 'منذ ١١ دقيقة'],
    ['ar-sa', 103 * 365 * day, 'منذ ١٠٣ أعوام'],
    ['ar-sa', 100 * 365 * day, 'منذ ١٠٠ عام'],
  ])('in %s after %d ms says %s', (language, elapsed, said) => {
    expect(ago(language, elapsed)).toBe(said);
  });
});

describe('writeUtcDay', () => {
  it.each(languages)('is Gregorian in %s', (language) => {
    expect(writeUtcDay('2026-11-21T12:00:00Z', language)).toMatch(/2026|٢٠٢٦/);
  });

  it('is the same in every time zone', () => {
    expect(writeUtcDay('2026-11-21T23:59:59Z', 'en-us')).toBe('Nov 21, 2026');
  });
});

describe('genre', () => {
  it.each<[Language, string]>([
    ['zh-cn', '历史穿越'],
    ['en-us', 'Historical transmigration'],
    ['fr-fr', 'Voyage dans le passé'],
    ['es-es', 'Viaje al pasado'],
    ['ar-sa', 'انتقال عبر التاريخ'],
  ])('in %s is the name of a stored tag', (language, name) => {
    expect(textIn(language).genre('历史穿越')).toBe(name);
  });

  it.each(['竞技', 'constructor', '__proto__'])('leaves a tag without a name as it is: %s', (tag) => {
    expect(textIn('en-us').genre(tag)).toBe(tag);
  });
});

describe('t', () => {
  const text = createText('en-us', { app: { retry: '{name} has {count}, {unknown} stays' } });

  it('fills the given placeholders once, and leaves the others', () => {
    expect(text.t('app.retry', { name: '{count}', count: 1234 })).toBe('{count} has 1,234, {unknown} stays');
  });

  it('throws for a message that does not exist', () => {
    expect(() => text.t('app.login')).toThrow('app.login');
  });
});

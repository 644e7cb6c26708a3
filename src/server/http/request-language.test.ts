import { expect, it } from 'vitest';
import { requestLanguage } from './request-language.ts';

it.each([
  { cookie: undefined, accepted: undefined, language: 'en-us' },
  { cookie: 'language=ar-sa', accepted: 'zh-CN', language: 'ar-sa' },
  { cookie: 'a=1; language=fr-fr; b=2', accepted: 'zh-CN', language: 'fr-fr' },
  { cookie: 'language=tlh', accepted: 'zh-CN', language: 'en-us' },
  { cookie: 'mylanguage=fr-fr', accepted: 'zh-CN,zh;q=0.9', language: 'zh-cn' },
  { cookie: undefined, accepted: 'en;q=0.4, es-MX;q=0.8', language: 'es-es' },
  { cookie: undefined, accepted: 'de-DE, fr-FR', language: 'en-us' },
  { cookie: undefined, accepted: '*', language: 'en-us' },
  { cookie: undefined, accepted: ';;;q=x,,', language: 'en-us' },
])('cookie $cookie and browser $accepted make $language', ({ cookie, accepted, language }) => {
  const headers = { ...(cookie && { cookie }), ...(accepted && { 'accept-language': accepted }) };
  expect(requestLanguage(headers)).toBe(language);
  expect(requestLanguage(headers)).toBe(language);
});

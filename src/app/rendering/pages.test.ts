import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { setBookHidden } from '../../features/catalog/server/catalog.ts';
import { makeBook } from '../../features/catalog/testing/books.ts';
import { unavailable } from '../../server/http/errors.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { systemClock } from '../../server/process/clock.ts';
import { inLong } from '../../server/testing/depth.ts';
import { languages, languageTags } from '../../shared/languages.ts';
import { settingsIn } from '../../shared/site-settings.ts';
import { decodeEntities, displayText } from '../../shared/text.ts';
import type { PageState } from '../site/page-state.ts';
import { assets } from '../testing/assets.ts';
import { type Answer, serverForTests, startTestServer } from '../testing/server.ts';
import { registerPages } from './pages.ts';
import { createRenderer } from './render.tsx';
import type { Ask } from './rendering-api.ts';
import { registerSitemap } from './sitemap.ts';

const publicUrl = 'https://comics.example';
const site = { name: 'Longstrip', contactEmail: 'hello@example.org', timeZone: 'UTC' };

let book: { id: string; chapterIds: string[] };
let ask: (path: string) => ReturnType<Ask>;
/** The error that the API throws, while it is set. */
let failure: Error | null = null;

const server = serverForTests({
  settings: { PUBLIC_URL: publicUrl },
  addPages: ({ http, api, db }) => {
    ask = (path) => (failure ? Promise.reject(failure) : api.ask(path));
    registerPages({ http, publicUrl, renderer: createRenderer({ ask, site, publicUrl, assets }) });
    registerSitemap({ setting: settingsIn({}), clock: systemClock, http, publicUrl, db });
  },
});
beforeAll(async () => {
  book = await makeBook(server.db, {
    titles: { 'en-us': 'Tom &amp; Jerry', 'zh-cn': '猫和老鼠' },
    introductions: { 'en-us': `&quot;Run&quot; ${'😀'.repeat(300)}` },
    publicFreeChapters: 1,
    chapters: 2,
    tags: ['悬疑'],
  });
});
afterEach(() => {
  failure = null;
  vi.useRealTimers();
});

const bookPath = (id = book.id) => `/book/chapters/${id}`;
const readerPath = (chapter = 0) => `/reader/book/chapter/${book.id}/${book.chapterIds[chapter]}/${chapter + 1}`;

function attribute(html: string, tag: RegExp, name: string): string {
  const found = tag.exec(html)?.[0] ?? '';
  return decodeEntities(new RegExp(`${name}="([^"]*)"`).exec(found)?.[1] ?? '');
}
const meta = (page: Answer, name: string) =>
  attribute(page.body, new RegExp(`<meta (?:name|property)="${name}" [^>]*>`), 'content');
const titleOf = (page: Answer) => decodeEntities(/<title>([^<]*)<\/title>/.exec(page.body)?.[1] ?? '');
const canonicalOf = (page: Answer) => attribute(page.body, /<link rel="canonical"[^>]*>/, 'href');
function hashOfInline(page: Answer, element: RegExp): string {
  const text = element.exec(page.body)?.[1] ?? '';
  expect(text).not.toBe('');
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
const writtenStateOf = (page: Answer) =>
  /<script type="application\/json" id="state">([^<]*)<\/script>/.exec(page.body)?.[1] ?? '';
const stateOf = (page: Answer) => JSON.parse(writtenStateOf(page)) as PageState; // written by the renderer

describe('every page', () => {
  const pages: [string, () => string][] = [
    ['the book list', () => '/'],
    ['the book list by its other name', () => '/books'],
    ['a chapter list', () => bookPath()],
    ['a free chapter', () => readerPath()],
    ['the contact page', () => '/contact-us'],
    ['the calendar', () => '/calendar'],
    ['the ranking', () => '/ranking'],
    ['login', () => '/login'],
    ['register', () => '/register?invite_code=ABC'],
    ['profile', () => '/profile'],
  ];

  it.each(pages)('%s says what it is, in five languages, to people and machines', async (_name, path) => {
    for (const language of languages) {
      const [bare, query] = path().split('?');
      const page = await server.ask(`${bare}?${query ? `${query}&` : ''}lang=${language}`);
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-language']).toBe(language);
      expect(page.body).toContain(
        `<html lang="${languageTags[language]}" dir="${language === 'ar-sa' ? 'rtl' : 'ltr'}">`,
      );
      expect(titleOf(page)).toMatch(/\S.* · Longstrip$/);
      const description = meta(page, 'description');
      expect(description).not.toBe('');
      expect([...description].length).toBeLessThanOrEqual(160);
      expect(meta(page, 'og:description')).toBe(description);
      expect(meta(page, 'og:title')).not.toBe('');
      expect(meta(page, 'og:image')).toMatch(/^https:\/\/comics\.example\/./);
      expect(meta(page, 'og:url')).toBe(canonicalOf(page));
      expect(meta(page, 'og:locale')).toBe(languageTags[language].replace('-', '_'));
      for (const other of languages) {
        const href = attribute(
          page.body,
          new RegExp(`<link rel="alternate" hreflang="${languageTags[other]}"[^>]*>`),
          'href',
        );
        expect(href).toMatch(new RegExp(`^${publicUrl}/[^?]*\\?lang=${other}$`));
      }
    }
  });

  it.each(pages)('%s may run and load only its own', async (_name, path) => {
    const page = await server.ask(path());
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' '${hashOfInline(page, /<script data-[^>]*>(.*?)<\/script>/s)}';`);
    expect(policy).toContain(`style-src 'self' '${hashOfInline(page, /<style>(.*?)<\/style>/s)}';`);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("default-src 'none'");
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.body).not.toMatch(/\son\w+="/);
  });

  it('leads to the calendar and the ranking at its end', async () => {
    const [, footer = ''] = (await server.ask('/contact-us?lang=fr-fr')).body.split('<footer');
    expect(footer).toMatch(/<a href="\/calendar[^>]*>Calendrier<\/a><a href="\/ranking[^>]*>Classements<\/a>/);
  });

  it('is the same for everybody: a token, a name in a cookie or a visitor id changes no byte of it', async () => {
    const visitor = await server.ask('/?lang=en-us');
    const user = await server.app.inject({
      url: '/?lang=en-us',
      headers: { authorization: 'Token abcdef', 'x-visitor-id': '0badcafe', cookie: 'username=ann; language=fr-fr' },
    });
    expect(user.body).toBe(visitor.body);
    expect(user.body).not.toMatch(/abcdef|0badcafe|ann;/);
  });

  it('has the same bytes whether its cards were rendered for another page or not', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    try {
      const [known, fresh] = [1, 2].map(() => createRenderer({ ask, site, publicUrl, assets }));
      const pageOf = async (renderer: typeof known, search: string) => {
        const placed = await renderer?.resolve({ path: '/', search, language: 'en-us', addressed: true });
        return placed && (await renderer?.render(placed));
      };
      expect(await pageOf(known, '?lang=en-us')).toMatchObject({ html: expect.stringContaining('Tom &amp;') });
      const ofTag = '?tag=悬疑&lang=en-us';
      expect(await pageOf(known, ofTag)).toEqual(await pageOf(fresh, ofTag));
      expect(await pageOf(known, '?lang=en-us')).toEqual(await pageOf(fresh, '?lang=en-us'));
    } finally {
      vi.useRealTimers();
    }
  });

  it('escapes its state so that it cannot end its script', async () => {
    const state = stateOf(await server.ask(bookPath()));
    expect(state).toMatchObject({ language: 'en-us', found: true, site });
  });
});

describe('the page with card buttons', () => {
  it('is the only page that may load, frame and call Stripe', async () => {
    const shop = await startTestServer({
      settings: { PUBLIC_URL: publicUrl },
      addPages: ({ http, api }) =>
        registerPages({
          http,
          publicUrl,
          renderer: createRenderer({ ask: api.ask, site, publicUrl, assets }),
          cardScriptUrl: async () => 'https://js.stripe.com/v3/buy-button.js',
        }),
    });
    const headersOf = async (path: string) => (await shop.ask(path)).headers;
    const profile = await headersOf('/profile?lang=en-us');
    const policy = directivesOf(profile);
    expect(policy.get('script-src')).toMatch(
      /^'self' 'sha256-\S+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com$/,
    );
    expect(policy.get('connect-src')).toBe("'self' https://js.stripe.com https://api.stripe.com");
    expect(policy.get('frame-src')).toBe('https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com');
    expect(policy.get('img-src')).toBe("'self' data: https://*.stripe.com");
    expect(policy.has('require-trusted-types-for')).toBe(false);
    expect(profile['content-security-policy-report-only']).toBe("require-trusted-types-for 'script'");

    for (const path of ['/', '/books', '/calendar', '/contact-us', '/login', '/register']) {
      const page = await server.ask(`${path}?lang=en-us`);
      const other = await headersOf(`${path}?lang=en-us`);
      expect(other['content-security-policy']).toBe(page.headers['content-security-policy']);
      expect(other).not.toHaveProperty('content-security-policy-report-only');
    }
    await shop.stop();
  });

  it('keeps to Trusted Types where its script is our own', async () => {
    const policy = securityHeaders({ publicUrl, page: { cardScriptUrl: `${publicUrl}/sandbox/buy-button.js` } });
    expect(directivesOf(policy).get('require-trusted-types-for')).toBe("'script'");
    expect(directivesOf(policy).get('script-src')).toBe(`'self' ${publicUrl}`);
    expect(policy).not.toHaveProperty('Content-Security-Policy-Report-Only');
  });

  it('has the usual policy where no buttons are configured', async () => {
    const { headers } = await server.ask('/profile?lang=en-us');
    const policy = directivesOf(headers);
    expect(policy.get('connect-src')).toBe("'self'");
    expect(policy.get('img-src')).toBe("'self' data:");
    expect(policy.has('frame-src')).toBe(false);
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect(headers).not.toHaveProperty('content-security-policy-report-only');
  });
});

/** The policy's directives by their names. */
function directivesOf(headers: Record<string, unknown>): Map<string, string> {
  const policy = String(headers['content-security-policy'] ?? headers['Content-Security-Policy']);
  return new Map(
    policy.split('; ').map((directive) => [directive.split(' ', 1)[0] ?? '', directive.replace(/^\S+ /, '')]),
  );
}

describe('the language of a page', () => {
  it.each([
    ['/?lang=ar-sa', {}, 'ar-sa'],
    ['/?lang=ar-sa', { cookie: 'language=fr-fr' }, 'ar-sa'],
    ['/?lang=xx', { cookie: 'language=fr-fr' }, 'fr-fr'],
    ['/', { cookie: 'a=b; language=zh-cn' }, 'zh-cn'],
    ['/', { cookie: 'language=zz', 'accept-language': 'fr' }, 'en-us'],
    ['/', { 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.8' }, 'zh-cn'],
    ['/', { 'accept-language': 'fr-CA' }, 'fr-fr'],
    ['/', { 'accept-language': 'es' }, 'es-es'],
    ['/', { 'accept-language': 'ar-EG, en' }, 'ar-sa'],
    ['/', { 'accept-language': 'de-DE, fr' }, 'en-us'],
    ['/', {}, 'en-us'],
  ])('of %s with %j is %s', async (path, headers, language) => {
    const page = await server.ask(path, { headers });
    expect(page.headers['content-language']).toBe(language);
  });
});

describe('caching', () => {
  it('lets anyone keep a page whose address names its language', async () => {
    const { headers } = await server.ask('/?lang=fr-fr');
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=5, stale-while-revalidate=30');
    expect(headers.vary).toBe('Accept-Encoding');
  });

  it('lets only the reader keep a page whose language depends on cookie and browser', async () => {
    const { headers } = await server.ask('/');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
  });

  it.each(['/', '/?lang=fr-fr'])('answers 304 at %s to who has the page, also of an earlier minute', async (path) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const { etag = '' } = (await server.ask(path)).headers;
    vi.setSystemTime(Date.now() + 60_000);
    const again = await server.ask(path, { headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers.etag).toBe(etag);
  });

  it('ignores query parameters that the page does not know', async () => {
    const plain = await server.ask('/?lang=en-us');
    const marked = await server.ask('/?utm_source=x&lang=en-us&fbclid=<script>');
    expect(marked.body).toBe(plain.body);
  });

  it('lets search engines index a genre, but no free search', async () => {
    const robots = async (query: string) => meta(await server.ask(`/?${query}`), 'robots');
    expect(await robots(`tag=${encodeURIComponent('悬疑')}`)).toBe('');
    expect(await robots('tag=buy+cheap+pills')).toBe('noindex');
    expect(await robots('q=cheap')).toBe('noindex');
  });

  inLong('link the feeds of what they list, in their language', async () => {
    const tag = '悬疑';
    await makeBook(server.db, { tags: [tag] });
    const feedsOf = async (path: string) => {
      const { body } = await server.ask(path);
      return [...body.matchAll(/type="application\/atom\+xml" title="[^"]+" href="([^"]+)"/g)].map(([, href]) => href);
    };
    const ofTag = (language: string) => `/feeds/tag/${encodeURIComponent(tag)}/${language}.atom`;
    const asked = encodeURIComponent(tag);
    expect(await feedsOf('/?lang=fr-fr')).toEqual(['/feeds/chapters/fr-fr.atom', '/feeds/books/fr-fr.atom']);
    expect(await feedsOf(`/?tag=${asked}&lang=zh-cn`)).toEqual([ofTag('zh-cn')]);
    expect(await feedsOf(`/search?tags=${asked}`)).toEqual([ofTag('en-us')]);
    for (const other of [`/search?tags=${asked}&q=a`, `/search?tags=${asked}&free=true`, '/search?tags=none', '/?q=a'])
      expect([other, await feedsOf(other)]).toEqual([other, []]);
  });

  it('carries ?lang= in the links of a page that has it, and only there', async () => {
    expect((await server.ask('/?lang=ar-sa')).body).toContain(`href="${bookPath()}?lang=ar-sa"`);
    expect((await server.ask('/')).body).toContain(`href="${bookPath()}"`);
  });
});

describe('a book', () => {
  it('is known by one address, in whatever case it was asked for', async () => {
    const page = await server.ask(`${bookPath(book.id.toUpperCase())}?lang=en-us`);
    expect([page.statusCode, canonicalOf(page)]).toEqual([200, `${publicUrl}${bookPath()}?lang=en-us`]);
  });
});

describe('the reader', () => {
  it('has one address for a chapter, and redirects to it from the others', async () => {
    const wrongNumber = await server.ask(`/reader/book/chapter/${book.id}/${book.chapterIds[0]}/9?lang=zh-cn`);
    expect(wrongNumber.statusCode).toBe(302);
    expect(wrongNumber.headers.location).toBe(`${readerPath()}?lang=zh-cn`);
    expect(wrongNumber.headers['cache-control']).toBe('no-store');
    const wrongBook = await server.ask(`/reader/book/chapter/${randomUUID()}/${book.chapterIds[0]}/1`);
    expect(wrongBook.headers.location).toBe(readerPath());
    const inCapitals = await server.ask(`/reader/book/chapter/${book.id}/${book.chapterIds[0]?.toUpperCase()}/1`);
    expect(inCapitals.headers.location).toBe(readerPath());
  });

  inLong("preloads the code for the book's kind, and not the code for the other kind", async () => {
    const novel = await makeBook(server.db, { kind: 'novel', chapters: 1 });
    const preloads = async (path: string) =>
      attribute((await server.ask(path)).body, /<script[^>]*data-preload[^>]*>/, 'data-preload').split(' ');
    const ofComic = await preloads(readerPath());
    expect(ofComic).toContain('/assets/StripChapter.tsx.js');
    expect(ofComic).not.toContain('/assets/NovelChapter.tsx.js');
    const ofNovel = await preloads(`/reader/book/chapter/${novel.id}/${novel.chapterIds[0]}/1`);
    expect(ofNovel).toContain('/assets/NovelChapter.tsx.js');
    expect(ofNovel).not.toContain('/assets/StripChapter.tsx.js');
    // The kind of a locked chapter is known only after the reader's own call.
    expect((await preloads(readerPath(1))).join(' ')).not.toMatch(/Chapter\.tsx/);
  });

  it('shows the name of a chapter that is not free, and nothing of its content', async () => {
    const page = await server.ask(readerPath(1));
    expect(page.statusCode).toBe(200);
    expect(titleOf(page)).toBe('Chapter 2 · Tom & Jerry · Longstrip');
    expect(page.body).not.toContain('/media/');
  });

  it('has the whole lock without code, in the page’s language, and never says that it is loading', async () => {
    const loading = {
      'en-us': 'Loading',
      'zh-cn': '加载中',
      'ar-sa': 'جارٍ التحميل',
      'es-es': 'Cargando',
      'fr-fr': 'Chargement',
    };
    for (const [language, word] of Object.entries(loading)) {
      const page = await server.ask(`${readerPath(1)}?lang=${language}`);
      expect(page.body.split('id="state"')[0]).not.toContain(word);
      expect(page.body).not.toContain('noindex');
    }
    const { body } = await server.ask(`${readerPath(1)}?lang=en-us`);
    const next = encodeURIComponent(`${readerPath(1)}?lang=en-us`);
    for (const text of [
      'This chapter is only open to members',
      'Please log in and buy a monthly membership card to read all comics',
      'Chapter 2',
      'Members only',
      'A month opens 1 chapter in English',
      `href="/profile?next=${next}&amp;lang=en-us#top-up"`,
      `href="/profile?next=${next}&amp;lang=en-us#coupon"`,
      `href="/login?next=${next}&amp;lang=en-us"`,
      `href="${bookPath()}?lang=en-us"`,
    ])
      expect(body).toContain(text);
  });

  it('tells search engines what is not free, and which element stands for it', async () => {
    const jsonLdOf = async (path: string) => {
      const { body } = await server.ask(path);
      return {
        body,
        data: JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? 'null'),
      };
    };
    const locked = await jsonLdOf(readerPath(1));
    expect(locked.data).toMatchObject({
      '@type': 'ComicStory',
      position: 2,
      inLanguage: 'en-US',
      isAccessibleForFree: false,
      isPartOf: { '@type': 'ComicSeries', name: 'Tom & Jerry' },
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '#locked-chapter' },
    });
    expect(locked.body.match(/id="locked-chapter"/g)).toHaveLength(1);
    const free = await jsonLdOf(readerPath());
    expect(free.data).toMatchObject({ isAccessibleForFree: true });
    expect(free.data.hasPart).toBeUndefined();
    expect(free.body).not.toContain('noarchive');
  });

  it('asks nobody to keep a copy of what is free for a while only', async () => {
    await server.db.query(
      "insert into windows (book_id, from_at, to_at) values ($1, now() - interval '1 hour', now() + interval '1 hour')",
      [book.id],
    );
    try {
      await expect
        .poll(async () => (await server.ask(readerPath(1))).body)
        .toContain('<meta name="robots" content="noarchive">');
    } finally {
      await server.db.query('delete from windows where book_id = $1', [book.id]);
    }
    await expect.poll(async () => (await server.ask(readerPath(1))).body).toContain('id="locked-chapter"');
  });
});

describe('the address of a page', () => {
  const addresses = () => [
    '/',
    '/books',
    '/updates?lang=en-us',
    bookPath(),
    bookPath(randomUUID()),
    bookPath('nonsense'),
    readerPath(),
    '/login',
    '/profile',
  ];

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('takes no %s, and says what it takes', async (method) => {
    for (const url of addresses()) {
      const answer = await server.app.inject({ method, url, payload: 'not json' });
      expect([url, answer.statusCode, answer.headers.allow]).toEqual([url, 405, 'GET, HEAD, OPTIONS']);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json()).toEqual({ error: expect.any(String), code: 'method_not_allowed' });
    }
  });

  it('answers OPTIONS with what it takes', async () => {
    for (const url of addresses()) {
      const answer = await server.app.inject({ method: 'OPTIONS', url });
      expect([url, answer.statusCode, answer.headers.allow]).toEqual([url, 204, 'GET, HEAD, OPTIONS']);
    }
  });
});

describe('a page that does not exist', () => {
  it.each(['/nowhere', '/book/chapters/', '/updates/', '/admin', '/assets/none.js'])(
    '%s answers 404 to a request that writes',
    async (url) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const answer = await server.app.inject({ method, url });
        expect([method, answer.statusCode, answer.json().code]).toEqual([method, 404, 'not_found']);
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    },
  );

  it.each([
    ['a book', () => bookPath(randomUUID())],
    ['a malformed book', () => bookPath('nonsense')],
    ['a chapter', () => `/reader/book/chapter/${book.id}/${randomUUID()}/1`],
    ['a malformed chapter', () => `/reader/book/chapter/${book.id}/${encodeURIComponent('"><script>')}/1`],
  ])('%s answers 404 with a page', async (_name, path) => {
    const page = await server.ask(`${path()}?lang=fr-fr`);
    expect(page.statusCode).toBe(404);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('Cette page manque à l’album');
    expect(page.body).toContain('<meta name="robots" content="noindex">');
    expect(page.body).not.toContain('<script>"');
  });

  it('is gone as soon as a book is hidden', async () => {
    const { id } = await makeBook(server.db);
    expect((await server.ask(bookPath(id))).statusCode).toBe(200);
    await setBookHidden(server.db, { bookId: id, hidden: true });
    const sitemap = await server.ask('/sitemap.xml');
    expect(sitemap.body).not.toContain(id);
    await expect.poll(async () => (await server.ask(bookPath(id))).statusCode, { timeout: 6000 }).toBe(404);
  });

  it.each(['/nowhere', '/book', '/book/chapters', '/reader', '/contact-us/more', '/admin?x=1'])(
    '%s redirects to the home page',
    async (path) => {
      const answer = await server.ask(path);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers).toMatchObject({ location: '/', 'cache-control': 'no-store' });
    },
  );

  it.each(['/assets/none.js', '/x.css', '/calender.ics', '/api/v1/none', '/media/none'])(
    '%s is not found',
    async (path) => {
      const answer = await server.ask(path);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not_found' });
    },
  );
});

describe('a page that cannot be made', () => {
  it.each([
    [500, () => new Error('a bug: secret-detail')],
    [503, () => unavailable()],
  ])('answers %d with a page in the reader’s language', async (status, make) => {
    failure = make();
    const page = await server.ask(`${bookPath(randomUUID())}?lang=es-es`);
    expect(page.statusCode).toBe(status);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['retry-after'] === undefined).toBe(status === 500);
    expect(page.body).toContain('La página se ha rasgado');
    expect(page.body).not.toContain('secret-detail');
  });
});

const hostileTitles = [
  'Tom &amp; Jerry',
  '&lt;b&gt;bold&lt;/b&gt;',
  '&amp;lt;script&amp;gt;',
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</style><svg onload=alert(1)>',
  '<!--<script>',
  '-->',
  ']]>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;',
  '&#60;script&#62;',
  '&#x3c;/script&#x3e;',
  '<a href="javascript:alert(1)">x</a>',
  '{{constructor.constructor("alert(1)")()}}',
  `$${'{alert(1)}'}`,
  '$& $1 $$ $`',
  'line\u2028and\u2029paragraph',
  'new\nline',
  'tab\ttab',
  'bell \u0007 &#7; end',
  'c1 \u0085 &#133; end',
  'left \u202ethgir',
  '&#8238;entity override',
  '\u2066isolate',
  '\u2069popped',
  'مرحبا <b>hello</b> 中文',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '\u0000nul'.replace('\u0000', ''),
  'a'.repeat(400),
];

describe('a hostile title', () => {
  it.each(hostileTitles)('%j is text everywhere', async (title) => {
    const made = await makeBook(server.db, { titles: { 'en-us': title }, introductions: { 'en-us': title } });
    const page = await server.ask(`${bookPath(made.id)}?lang=en-us`);
    expect(page.statusCode).toBe(200);
    const shown = displayText(title);
    const oneLine = shown.replace(/\s+/g, ' ').trim();
    expect(titleOf(page)).toBe(`${oneLine} · Longstrip`);
    expect(meta(page, 'description')).toBe([...oneLine].slice(0, 160).join(''));
    expect(meta(page, 'og:title')).toBe(oneLine);
    // Elements are counted: no part of the title became an element, an attribute or an end tag.
    const plain = await server.ask(`${bookPath(book.id)}?lang=en-us`);
    const count = (html: string, what: RegExp) => html.match(what)?.length ?? 0;
    for (const what of [/<script/g, /<\/script/g, /<style/g, /<title/g, /<img/g, /<iframe/g, /<b>/g, /<!--<s/g]) {
      expect(count(page.body, what), String(what)).toBe(count(plain.body, what));
    }
    expect(writtenStateOf(page)).not.toMatch(/[\u2028\u2029]/);
    const h1 = decodeEntities(/<h1[^>]*>(.*?)<\/h1>/s.exec(page.body)?.[1]?.replace(/<[^>]*>/g, '') ?? '');
    expect(h1.trim()).toBe(shown.trim());
    const kept = JSON.stringify(stateOf(page).queries);
    expect(kept).toContain(JSON.stringify(title).slice(1, -1));
  });
});

describe('a page whose address opens something', () => {
  it('is kept by nobody, and its document does not name its address', async () => {
    const { statusCode, headers, body } = await server.ask('/reset-password/canary-code?lang=en-us');
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect([headers['x-robots-tag'], headers['referrer-policy']]).toEqual(['noindex', 'no-referrer']);
    expect(headers).not.toHaveProperty('etag');
    expect(body).toContain('<meta name="robots" content="noindex"');
    expect(body).toContain('Choose a new password');
    expect(body).not.toContain('canary');
  });
});

describe('/sitemap.xml', () => {
  it('names every page in every language, with its alternates and its time of change', async () => {
    const { body, headers } = await server.ask('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    for (const language of languages) {
      expect(body).toContain(`<loc>${publicUrl}${bookPath()}?lang=${language}</loc><lastmod>2026-01-01T00:01:00.000Z`);
      expect(body).toContain(`hreflang="${languageTags[language]}" href="${publicUrl}/?lang=${language}"`);
    }
    expect((await server.ask('/sitemap-2.xml')).statusCode).toBe(404);
  });

  it('is named by /robots.txt, which is validated like every public answer', async () => {
    const robots = await server.ask('/robots.txt');
    expect(robots.body).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    const again = await server.ask('/robots.txt', { headers: { 'if-none-match': String(robots.headers.etag) } });
    expect(again.statusCode).toBe(304);
  });
});

describe('the pages to which WeChat sends a browser back', () => {
  it('are kept by nobody, and are the same for every order', async () => {
    const [one, other] = ['5f2c0000-0000-4000-8000-000000000001', '5f2c0000-0000-4000-8000-000000000002'];
    const [first, second] = await Promise.all([one, other].map((id) => server.ask(`/payment/return/${id}?lang=en-us`)));
    expect([first?.statusCode, first?.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(first?.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(first?.body).toContain('Have you paid?');
    expect(first?.body).not.toContain('5f2c0000');
    const timeless = (body = '') => body.replace(/"renderedAt":\d+/, '');
    expect(timeless(first?.body)).toBe(timeless(second?.body));
  });

  it('name neither the code nor the state that a browser brings', async () => {
    const { headers, body } = await server.ask('/payment/wechat/return?code=canary-code&state=canary-state&lang=en-us');
    expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
    expect(body).not.toContain('canary');
  });
});

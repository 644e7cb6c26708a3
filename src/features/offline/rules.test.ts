import { describe, expect, it } from 'vitest';
import type { Picture } from '../../shared/wire.ts';
import { freeAccess } from '../catalog/testing/dates.ts';
import type { ChapterContent } from '../reading/contract.ts';
import {
  type Answered,
  type AskedFor,
  everyone,
  formToKeep,
  imageLimits,
  imagesToDrop,
  isDueToCheck,
  keptAddress,
  keptCacheName,
  mayStore,
  picturesOf,
  readKeptAddress,
  readKeptCacheName,
  rightToKept,
  substanceOf,
  type Treatment,
  treatmentOf,
  type WantedForm,
  withKeptPictures,
} from './rules.ts';

const uuid = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';
const asked = (path: string, more: Partial<AskedFor> = {}): AskedFor => ({
  method: 'GET',
  isOwn: true,
  isNavigation: false,
  hasRange: false,
  hasCredentials: false,
  isPreview: false,
  path: path.split('?')[0] ?? '',
  search: path.includes('?') ? `?${path.split('?')[1]}` : '',
  ...more,
});
const navigation = { isNavigation: true };
const user = { hasCredentials: true };

describe('what the service worker does with a request', () => {
  const chapter = `/api/v1/comics/chapter_comics/${uuid}/en-us`;
  it.each<[string, AskedFor, Treatment]>([
    ['code', asked('/assets/browser-abc.js'), 'asset'],
    ['the book list', asked('/', navigation), 'page'],
    ['a book', asked(`/book/chapters/${uuid}?lang=ar-sa`, navigation), 'page'],
    ['a page of their own', asked('/profile', navigation), 'personalPage'],
    ['the login', asked('/login', navigation), 'personalPage'],
    ['a feed in a tab', asked(`/feeds/book/${uuid}/en-us.atom`, navigation), 'network'],
    ['an image in a tab', asked('/media/1/w480.webp', navigation), 'network'],
    ['a chapter as an editor previews it', asked(chapter, { ...user, isPreview: true }), 'network'],
    ['the page after a payment', asked('/payment/return/5f2c', navigation), 'network'],
    ['the page of a link for a password', asked('/reset-password/code', navigation), 'network'],
    ['a pay page', asked('/sandbox/pay/1', navigation), 'network'],
    ['the documentation', asked('/api/docs', navigation), 'network'],
    ['a sent form', asked('/', { ...navigation, method: 'POST' }), 'network'],
    ['a public image', asked('/media/1/w480.webp'), 'image'],
    ['a signed image', asked('/media/1/w480.webp?e=1&s=2&v=3&sig=4'), 'network'],
    ['a part of an image', asked('/media/1/w480.webp', { hasRange: true }), 'network'],
    ['a kept image', asked(`/kept/everyone/${uuid}/0.webp`), 'kept'],
    ['a chapter', asked(chapter), 'chapter'],
    ["a user's chapter", asked(chapter, user), 'chapter'],
    ['a list', asked('/api/v1/comics/book/search?page=0'), 'answer'],
    ["a user's list", asked('/api/v1/comics/book/search?page=0', user), 'network'],
    ['a membership', asked('/api/v1/user/book/membership', user), 'network'],
    ['orders', asked('/api/v1/payment/orders', user), 'network'],
    ['a payment', asked('/api/v1/payment/wechat/notify', { method: 'POST' }), 'network'],
    ['reading events', asked('/api/v1/events', { method: 'POST' }), 'events'],
    ['the end of a session', asked('/api/v1/user/logout', { method: 'POST', ...user }), 'logout'],
    ["another site's image", asked('/media/1/w480.webp', { isOwn: false }), 'network'],
  ])('%s', (_name, request, treatment) => {
    expect(treatmentOf(request)).toBe(treatment);
  });
});

describe('what may lie in a cache', () => {
  const html = { contentType: 'text/html; charset=utf-8', contentLanguage: 'en-us' };
  const publicly = 'public, max-age=0, s-maxage=5, stale-while-revalidate=30';
  const answered = (cacheControl: string | null, more: Partial<Answered> = {}): Answered => ({
    status: 200,
    cacheControl,
    contentType: 'application/json; charset=utf-8',
    contentLanguage: null,
    ...more,
  });
  const image = 'public, max-age=31536000, immutable';

  it.each<[string, Treatment, Answered, AskedFor, boolean]>([
    ['a page with its language in the address', 'page', answered(publicly, html), asked('/?lang=en-us'), true],
    ['a page by the cookie', 'page', answered('private, no-cache', html), asked('/'), true],
    ['a page that nobody keeps', 'page', answered('no-store', html), asked('/'), false],
    ['a page for one reader', 'page', answered('private, no-store', html), asked('/'), false],
    ['a page that is not there', 'page', answered('private, no-cache', { ...html, status: 404 }), asked('/'), false],
    ['a redirect', 'page', answered(null, { ...html, status: 0 }), asked('/'), false],
    ['a page in no language', 'page', answered(publicly, { ...html, contentLanguage: null }), asked('/'), false],
    ['no page at all', 'page', answered(publicly, { contentLanguage: 'en-us' }), asked('/'), false],
    ['a page of their own', 'personalPage', answered(publicly, html), asked('/profile'), false],
    ["everybody's answer", 'answer', answered(publicly), asked('/api/v1/comics/x'), true],
    ["everybody's answer to a user", 'answer', answered(publicly), asked('/api/v1/comics/x', user), false],
    ["a user's answer", 'answer', answered('private, no-store'), asked('/api/v1/comics/x', user), false],
    ['an answer that says nothing', 'answer', answered(null), asked('/api/v1/comics/x'), false],
    ["a member's chapter", 'chapter', answered('private, no-store'), asked('/api/v1/comics/x', user), false],
    ['a free chapter', 'chapter', answered(publicly), asked('/api/v1/comics/x'), true],
    ['a public image', 'image', answered(image), asked('/media/1/w480.webp'), true],
    ['a restricted image', 'image', answered('private, no-cache'), asked('/media/1/w480.webp'), false],
    ['a part of an image', 'image', answered(image, { status: 206 }), asked('/media/1/w480.webp'), false],
    ['a missing image', 'image', answered('no-store', { status: 404 }), asked('/media/1/w480.webp'), false],
    ['anything else', 'network', answered(image), asked('/x'), false],
  ])('%s', (_name, treatment, answer, request, isStored) => {
    expect(mayStore(treatment, request, answer)).toBe(isStored);
  });
});

describe('the images of pages seen', () => {
  const images = (...recent: boolean[]) =>
    recent.map((isRecent, index) => ({ path: `/${index}`, bytes: 10, isRecent }));

  it('stay while they are within bounds', () => {
    expect(imagesToDrop(images(false, false), { bytes: 20, count: 2 })).toEqual([]);
  });

  it('go oldest first when they are too many or too large', () => {
    expect(imagesToDrop(images(false, false, false), { bytes: 100, count: 2 })).toEqual(['/0']);
    expect(imagesToDrop(images(false, false, false), { bytes: 15, count: 9 })).toEqual(['/0', '/1']);
  });

  it('go last when they were just shown', () => {
    expect(imagesToDrop(images(true, false, true), { bytes: 15, count: 9 })).toEqual(['/1', '/0']);
  });

  it('take a quarter of what the browser grants, and 150 MB at most', () => {
    expect(imageLimits(40_000_000).bytes).toBe(10_000_000);
    expect(imageLimits(10 ** 12).bytes).toBe(150 * 1024 * 1024);
    expect(imageLimits(undefined).bytes).toBe(150 * 1024 * 1024);
  });
});

describe('the right to what was kept', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  const before = '2026-05-31T23:59:59Z';
  const after = '2026-06-01T00:00:01Z';
  it.each([
    ['a free chapter, to a visitor', everyone, null, null, 'open'],
    ['a free chapter, to a user', everyone, null, 'me', 'open'],
    ['their own', 'me', after, 'me', 'open'],
    ['their own, after the membership', 'me', before, 'me', 'ended'],
    ["another's", 'you', after, 'me', 'foreign'],
    ["another's, after the membership", 'you', before, 'me', 'foreign'],
    ["somebody's, to a visitor", 'you', after, null, 'foreign'],
  ])('%s', (_name, owner, expiresAt, viewer, right) => {
    expect(rightToKept({ owner, expiresAt }, { viewer, now })).toBe(right);
  });

  it('is bound to names that say whose it is', () => {
    const kept = { owner: 'me-1', chapterUuid: uuid };
    expect(readKeptCacheName(keptCacheName(kept))).toEqual(kept);
    expect(readKeptAddress(keptAddress(kept, 3))).toEqual({ ...kept, index: 3 });
    for (const name of ['images', 'pages abc en-us', 'kept ']) expect(readKeptCacheName(name)).toBeNull();
    // The details of the chapter, and its text, have no address.
    for (const part of ['record', 'chapter', 'begun'] as const)
      expect(readKeptAddress(keptAddress(kept, part))).toBeNull();
  });
});

describe('a chapter as it is kept', () => {
  const picture = (name: string): Picture => ({
    src: `/media/${name}/w1080.webp`,
    sources: [
      { type: 'image/avif', srcset: `/media/${name}/w480.avif 480w, /media/${name}/w1080.avif 1080w` },
      { type: 'image/webp', srcset: `/media/${name}/w480.webp 480w, /media/${name}/w800.webp 800w` },
    ],
    width: 1080,
    height: 1500,
    placeholder: 'data:,',
  });

  it.each<[WantedForm['type'], number, string]>([
    ['image/avif', 390, 'w480.avif'],
    ['image/avif', 530, 'w480.avif'],
    ['image/avif', 600, 'w1080.avif'],
    ['image/avif', 2400, 'w1080.avif'],
    ['image/webp', 780, 'w800.webp'],
  ])('has its images once, in %s for a screen of %i pixels: %s', (type, width, file) => {
    expect(formToKeep(picture('a'), { type, width })).toBe(`/media/a/${file}`);
  });

  it('has the only form there is of a picture without others', () => {
    expect(formToKeep({ ...picture('a'), sources: [] }, { type: 'image/avif', width: 1 })).toBe('/media/a/w1080.webp');
  });

  const content: Omit<ChapterContent, 'kind' | 'images'> = {
    chapter_number: 1,
    season: null,
    label: null,
    prev_season: null,
    prev_label: null,
    next_season: null,
    next_label: null,
    chapter_title: 'One',
    title: 'One',
    prev_chapter_uuid: null,
    next_chapter_uuid: null,
    already_favor: false,
    total_likes: 0,
    access: freeAccess,
    language: 'en-us',
    book_uuid: uuid,
    book_title: 'Book',
    layout: 'strip',
    reading_direction: 'ltr',
    rating: null,
    prev_chapter_number: null,
    next_chapter_number: null,
  };
  const addressOf = (index: number) => `/kept/${index}`;

  it('names nothing but its own copies: a comic', () => {
    const pages = ['a', 'b'].map((name, page) => ({ ...picture(name), page }));
    const chapter: ChapterContent = { ...content, kind: 'comic', pages, images: pages.map(({ src }) => src) };
    const kept = withKeptPictures(chapter, addressOf);
    expect(kept.images).toEqual(['/kept/0', '/kept/1']);
    expect(kept.pages?.map(({ src, page }) => [src, page])).toEqual([
      ['/kept/0', 0],
      ['/kept/1', 1],
    ]);
    expect(JSON.stringify(kept)).not.toContain('/media/');
    expect(picturesOf(chapter)).toHaveLength(2);
  });

  it('names nothing but its own copies: a novel', () => {
    const image = { type: 'img' as const, image: picture('a'), alt: 'A map' };
    const chapter: ChapterContent = { ...content, kind: 'novel', images: [], blocks: [{ type: 'hr' }, image] };
    const kept = withKeptPictures(chapter, addressOf);
    expect(kept.blocks?.[1]).toMatchObject({ alt: 'A map', image: { src: '/kept/0', sources: [] } });
    expect(JSON.stringify(kept)).not.toContain('/media/');
    expect(picturesOf(chapter)).toHaveLength(1);
  });

  it('has changed when its words, its pictures or their order have, and not with its signatures or likes', () => {
    const pages = ['a', 'b'].map((name, page) => ({ ...picture(name), page }));
    const chapter: ChapterContent = { ...content, kind: 'comic', pages, images: [] };
    const substance = substanceOf(chapter);
    const signed = pages.map((page) => ({ ...page, src: `${page.src}?exp=1&sig=x` }));
    expect(substanceOf({ ...chapter, pages: signed, total_likes: 3, next_chapter_uuid: uuid } as ChapterContent)).toBe(
      substance,
    );
    for (const other of [{ title: 'Two' }, { pages: pages.toReversed() }, { pages: pages.slice(1) }]) {
      expect(substanceOf({ ...chapter, ...other })).not.toBe(substance);
    }
    const text = (words: string) => ({ ...content, blocks: [{ type: 'p' as const, inlines: [], words }] });
    expect(substanceOf(text('Once'))).not.toBe(substanceOf(text('Twice')));
  });

  it.each([
    ['2026-06-01T12:00:00Z', false],
    ['2026-05-31T11:00:00Z', true],
    ['nonsense', true],
  ])('is looked at again when that was done at %s: %s', (checkedAt, isDue) => {
    expect(isDueToCheck({ checkedAt }, Date.parse('2026-06-01T13:00:00Z'))).toBe(isDue);
  });
});

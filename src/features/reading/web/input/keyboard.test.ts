import { describe, expect, it } from 'vitest';
import { bindingsOf, boundTo } from '../settings/key-bindings.ts';
import { actionOfKey, isAboutContent, type KeyPress, type ReaderKeys } from './keyboard.ts';
import { shortcutsOf } from './shortcuts.ts';

const press = (key: string, change: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  shift: false,
  modified: false,
  typing: false,
  pressing: false,
  repeated: false,
  ...change,
});
const bindings = bindingsOf({});
const strip: ReaderKeys = { bindings, paged: false, novel: false, dir: 'ltr', readingDirection: 'ltr' };
const arabicStrip: ReaderKeys = { ...strip, dir: 'rtl' };
const manga: ReaderKeys = { ...strip, paged: true, readingDirection: 'rtl' };
const album: ReaderKeys = { ...strip, paged: true, dir: 'rtl' };
const novel: ReaderKeys = { ...strip, novel: true };
const own: ReaderKeys = { ...strip, bindings: bindingsOf({ like: 'f', toggleFullscreen: 'z', nextChapter: 'é' }) };

describe('a key in the reader', () => {
  it.each([
    ['ArrowRight', strip, 'nextChapter'],
    ['ArrowLeft', strip, 'previousChapter'],
    ['ArrowRight', arabicStrip, 'previousChapter'],
    ['ArrowLeft', arabicStrip, 'nextChapter'],
    ['ArrowLeft', manga, 'nextPage'],
    ['ArrowRight', manga, 'previousPage'],
    ['ArrowRight', album, 'nextPage'],
    ['ArrowLeft', album, 'previousPage'],
    ['j', strip, 'nextImage'],
    ['K', strip, 'previousImage'],
    ['j', manga, 'nextPage'],
    ['k', manga, 'previousPage'],
    ['[', strip, 'previousChapter'],
    [']', manga, 'nextChapter'],
    ['f', strip, 'toggleFullscreen'],
    ['M', strip, 'toggleBars'],
    ['?', strip, 'showHelp'],
    ['؟', arabicStrip, 'showHelp'],
    ['Escape', strip, 'closeTop'],
    ['ArrowDown', strip, null],
    ['ArrowUp', strip, null],
    [' ', strip, 'stepOn'],
    [' ', manga, 'stepOn'],
    [',', strip, 'previousChapter'],
    ['.', strip, 'nextChapter'],
    ['l', strip, 'like'],
    ['a', strip, 'toggleAutoScroll'],
    ['G', strip, 'goToPage'],
    ['c', strip, 'showChapters'],
    ['s', strip, null],
    ['r', strip, null],
    ['o', manga, 'offsetPages'],
    ['o', strip, null],
    ['o', { ...novel, paged: true }, null],
    ['S', novel, 'search'],
    ['r', novel, 'readAloud'],
    ['f', own, 'like'],
    ['Z', own, 'toggleFullscreen'],
    ['É', own, 'nextChapter'],
    [']', own, null],
    ['l', own, null],
    ['ArrowRight', own, 'nextChapter'],
    ['Escape', own, 'closeTop'],
    ['Enter', strip, null],
    ['PageDown', strip, null],
    ['x', strip, null],
  ] as const)('%s with %o does %s', (key, keys, action) => {
    expect(actionOfKey(press(key), keys)).toBe(action);
  });

  it('is found by its place on an Arabic keyboard', () => {
    expect(actionOfKey(press('ت', { code: 'KeyJ' }), arabicStrip)).toBe('nextImage');
    expect(actionOfKey(press('ج', { code: 'BracketLeft' }), arabicStrip)).toBe('previousChapter');
  });

  it('steps back with Shift, and leaves Space to what it presses', () => {
    expect(actionOfKey(press(' ', { shift: true }), strip)).toBe('stepBack');
    expect(actionOfKey(press(' ', { pressing: true }), strip)).toBeNull();
  });

  it.each([
    ['j', strip, 'nextImage'],
    ['ArrowLeft', manga, 'nextPage'],
    [' ', strip, 'stepOn'],
    ['ArrowRight', strip, null],
    [']', strip, null],
    ['l', strip, null],
    ['f', strip, null],
    ['a', strip, null],
  ] as const)('%s with %o, held down, does %s', (key, keys, action) => {
    expect(actionOfKey(press(key, { repeated: true }), keys)).toBe(action);
  });

  it('is left alone while typing and with Ctrl, Alt or Meta', () => {
    expect(actionOfKey(press('f', { modified: true }), strip)).toBeNull();
    expect(actionOfKey(press('ArrowRight', { typing: true }), strip)).toBeNull();
  });
});

describe('the keys of a reader', () => {
  it.each([
    ['a word', { like: 'enter' }],
    ['nothing', { like: '' }],
    ['a space', { like: ' ' }],
    ['a capital', { like: 'X' }],
    ['the key of the search', { like: '/' }],
    ['no text', { like: 7, toggleBars: null, constructor: 'x', unknown: 'y' }],
  ])('are the usual ones where %s was kept', (_name, kept) => {
    expect(bindingsOf(kept)).toEqual(bindings);
  });

  it('do one thing each, whatever was kept', () => {
    const kept = { like: 'f', toggleBars: 'f', nextImage: 'k' };
    const keys = bindingsOf(kept);
    const all = Object.values(keys).flat();
    expect(new Set(all).size).toBe(all.length);
    expect(boundTo('f', keys)).toBe('like');
    expect(keys.toggleFullscreen).toEqual([]);
    expect(keys.toggleBars).toEqual(['m']);
  });

  it('are all listed where they are exchanged', () => {
    const listed = shortcutsOf('all').flatMap(({ action }) => action ?? []);
    expect(listed.toSorted()).toEqual(Object.keys(bindings).toSorted());
  });
});

describe('an action of a key', () => {
  it('is about the chapter, or about what stands around it', () => {
    expect((['nextChapter', 'previousPage', 'nextImage', 'like', 'stepOn'] as const).every(isAboutContent)).toBe(true);
    expect((['toggleFullscreen', 'toggleBars', 'showChapters', 'closeTop'] as const).some(isAboutContent)).toBe(false);
  });
});

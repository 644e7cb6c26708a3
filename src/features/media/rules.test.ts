import { describe, expect, it } from 'vitest';
import {
  entryFault,
  foldedEntryName,
  isJunkName,
  isVariantName,
  presentImage,
  sizeFault,
  sniffImage,
  thumbBox,
  tilePlan,
  widthsFor,
} from './rules.ts';

describe('widths', () => {
  it.each([
    ['page', 300, [300]],
    ['page', 800, [480, 800]],
    ['page', 860, [480, 860]],
    ['page', 1000, [480, 800, 1000]],
    ['page', 4000, [480, 800, 1080, 1600]],
    ['cover', 500, [160, 320, 500]],
    ['cover', 3000, [160, 320, 480, 640, 960]],
    ['thumb', 256, [256]],
  ] as const)('of a %s of %i px are %j', (kind, width, expected) => {
    expect(widthsFor(kind, width)).toEqual(expected);
  });
});

describe('thumbnails', () => {
  it.each([
    [
      { width: 800, height: 1200 },
      { cropHeight: 1200, width: 256, height: 384 },
    ],
    [
      { width: 860, height: 6617 },
      { cropHeight: 1290, width: 256, height: 384 },
    ],
    [
      { width: 200, height: 200 },
      { cropHeight: 200, width: 100, height: 100 },
    ],
  ])('of %j never stand in for the page', (page, expected) => {
    expect(thumbBox(page)).toEqual(expected);
  });
});

describe('tiles', () => {
  it.each([
    [{ width: 800, height: 1280 }, 1],
    [{ width: 1500, height: 4000 }, 1],
    [{ width: 860, height: 6617 }, 4],
    [{ width: 700, height: 65_500 }, 32],
  ])('of %j are %i, without gap or overlap', (image, count) => {
    const plan = tilePlan(image);
    expect(plan).toHaveLength(count);
    let top = 0;
    for (const tile of plan) {
      expect(tile.top).toBe(top);
      if (count > 1) expect(tile.height).toBeLessThanOrEqual(2048);
      top += tile.height;
    }
    expect(top).toBe(image.height);
  });
});

describe('size limits', () => {
  it.each([
    [{ width: 5000, height: 5000, frames: 1 }, null],
    [{ width: 760, height: 65_500, frames: 1 }, null],
    [{ width: 8000, height: 8000, frames: 1 }, /too large/],
    [{ width: 17_000, height: 100, frames: 1 }, /too large/],
    [{ width: 100, height: 66_000, frames: 1 }, /too large/],
    [{ width: 1000, height: 1000, frames: 101 }, /animation is too large/],
    [{ width: 0, height: 10, frames: 1 }, /no size/],
  ])('of %j', (image, expected) => {
    if (expected) expect(sizeFault(image)).toMatch(expected);
    else expect(sizeFault(image)).toBeNull();
  });
});

describe('the type of a file', () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
  it.each([
    [bytes([0xff, 0xd8, 0xff, 0xe0]), { format: 'jpeg' }],
    [bytes([0x89], 'PNG\r\n', [0x1a], '\n'), { format: 'png' }],
    [bytes('GIF89a'), { format: 'gif' }],
    [bytes('RIFF....WEBPVP8 '), { format: 'webp' }],
    [bytes([0, 0, 0, 28], 'ftypavif'), { format: 'avif' }],
    [bytes([0, 0, 0, 28], 'ftypmif1....mif1avif'), { format: 'avif' }],
    [bytes([0, 0, 0, 28], 'ftypheic....heic'), { fault: 'not an accepted picture (HEIF or video)' }],
    [bytes('<?xml version="1.0"?><svg xmlns="x">'), { fault: 'SVG is not accepted' }],
    [bytes('PK\u0003\u0004'), { fault: 'a ZIP archive, not an accepted picture' }],
    [bytes('%PDF-1.7'), { fault: 'a PDF file, not an accepted picture' }],
    [bytes('<html>'), { fault: 'not an image' }],
    [bytes(), { fault: 'the file is empty' }],
  ])('%#', (head, expected) => {
    expect(sniffImage(head)).toEqual(expected);
  });
});

describe('entries of an archive', () => {
  it.each([
    ['001.jpg', 0o100644, null],
    ['a/b/c.png', 0, null],
    ['a..b/..c.png', 0, null],
    ['../x.png', 0, /leaves the archive/],
    ['a\\..\\..\\x.png', 0, /leaves the archive/],
    ['/etc/x.png', 0, /absolute/],
    ['\\\\host\\x.png', 0, /absolute/],
    ['C:/x.png', 0, /drive letter/],
    ['a\u0000.png', 0, /control/],
    ['', 0, /empty/],
    ['x.png', 0o120777, /link/],
    ['x.png', 0o020666, /device/],
    ['x.png', 0o010666, /device/],
  ])('%j with mode %i', (name, unixMode, expected) => {
    if (expected) expect(entryFault({ name, unixMode })).toMatch(expected);
    else expect(entryFault({ name, unixMode })).toBeNull();
  });

  it.each([
    ['A.JPG', 'a.jpg'],
    ['é.png', 'e\u0301.png'],
    ['a\\b.png', 'a/b.png'],
    ['straße.png', 'STRASSE.png'],
  ])('%j and %j are one name', (a, b) => {
    expect(foldedEntryName(a)).toBe(foldedEntryName(b));
  });

  it.each([
    ['__MACOSX/a/._1.jpg', true],
    ['a/Thumbs.db', true],
    ['.DS_Store', true],
    ['@eaDir/x.jpg', true],
    ['a/1.jpg', false],
  ])('%j is junk: %s', (name, expected) => {
    expect(isJunkName(name)).toBe(expected);
  });
});

describe('a presented image', () => {
  it('has a WebP as src and its sources by type, best first', () => {
    const variant = (width: number, format: 'webp' | 'avif') =>
      ({ name: `w${width}.${format}`, type: `image/${format}`, width, height: width, bytes: 1 }) as const;
    const image = {
      id: 'i',
      width: 1600,
      height: 1600,
      placeholder: 'data:,',
      color: '#123456',
      variants: [variant(1600, 'webp'), variant(480, 'webp'), variant(1080, 'webp'), variant(480, 'avif')],
    };
    expect(presentImage(image)).toEqual({
      src: '/media/i/w1080.webp',
      sources: [
        { type: 'image/avif', srcset: '/media/i/w480.avif 480w' },
        {
          type: 'image/webp',
          srcset: '/media/i/w480.webp 480w, /media/i/w1080.webp 1080w, /media/i/w1600.webp 1600w',
        },
      ],
      width: 1600,
      height: 1600,
      placeholder: 'data:,',
      color: '#123456',
    });
  });

  it.each([
    ['w480.webp', true],
    ['w0.webp', false],
    ['w480.jpg', true],
    ['w480.png', false],
    ['../w480.webp', false],
    ['original', false],
  ])('has no file named %j unless it is a variant: %s', (name, expected) => {
    expect(isVariantName(name)).toBe(expected);
  });
});

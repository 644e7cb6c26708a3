/**
 * The purpose of a picture: a page of a chapter, a cover, the small public view of a chapter's first page, or the
 * unreadable one.
 */
export type ImageKind = 'page' | 'cover' | 'thumb' | 'blur';

export type ImageType = ShownType | 'image/jpeg';

/** The types that browsers are offered; JPEG is for other programs. */
type ShownType = 'image/webp' | 'image/avif';

/** One file of a converted picture; `name` is its place in the picture's address. */
export type ImageVariant = { name: string; type: ImageType; width: number; height: number; bytes: number };

/** The facts about a converted picture that a page needs. */
export type ImageDescription = {
  id: string;
  width: number;
  height: number;
  placeholder: string;
  color: string;
  variants: ImageVariant[];
};

export type PresentedImage = {
  src: string;
  sources: { type: ShownType; srcset: string }[];
  width: number;
  height: number;
  placeholder: string;
  color: string;
};

/**
 * The right to an image's bytes. `public`: everybody may have it, until that moment or, with null, for good. `allowed`:
 * the viewer may read that chapter, and so may have all its other images.
 */
export type ImageRight =
  | { kind: 'refused' | 'missing' }
  | { kind: 'public'; until: Date | null }
  | { kind: 'allowed'; chapterId: string; imageIds: readonly string[] };

/** The version of the conversion; with a new version the next import converts again. */
export const recipe = '1';

/** spec: media.md#limits-of-pictures. An animation counts all its frames against its own limit. */
export const imageLimits = {
  pixels: 50_000_000,
  side: 16_383,
  stripHeight: 65_500,
  animationPixels: 100_000_000,
  bytes: 200 * 1024 * 1024,
} as const;

/** A part of a picture, in fractions of its width and height from its upper left corner. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The least of a picture that a cover made by hand may show, in pixels. */
export const leastCover = { width: 240, height: 320 } as const;

/** The pixels of a crop, within the picture; null: less is left than a cover needs. */
export function cropBox(
  { x, y, width, height }: Crop,
  picture: { width: number; height: number },
): { left: number; top: number; width: number; height: number } | null {
  const left = Math.round(x * picture.width);
  const top = Math.round(y * picture.height);
  const box = {
    left,
    top,
    width: Math.min(picture.width, Math.round((x + width) * picture.width)) - left,
    height: Math.min(picture.height, Math.round((y + height) * picture.height)) - top,
  };
  return box.width < leastCover.width || box.height < leastCover.height ? null : box;
}

const pageWidths = [480, 800, 1080, 1600];
const coverWidths = [160, 320, 480, 640, 960];
const thumbWidth = 256;
/** The longer side of a small view for operators. */
export const smallViewSide = 256;

/**
 * The widths in which a picture is offered: never wider than the picture, and its own width if that is less than the
 * widest. A step within a tenth of its own width is not worth a file.
 */
export function widthsFor(kind: ImageKind, intrinsicWidth: number): number[] {
  if (isSmallView(kind)) return [intrinsicWidth];
  const steps = kind === 'page' ? pageWidths : coverWidths;
  const widest = Math.min(intrinsicWidth, steps.at(-1) ?? intrinsicWidth);
  return [...steps.filter((width) => width < widest * 0.9), widest];
}

/**
 * The box of a first page that its thumbnail shows, and the thumbnail's width. The width is at most 256 px and half of
 * the page, and of a strip only the top is shown, so that the public view is never readable as the page.
 */
export function thumbBox(page: { width: number; height: number }): {
  cropHeight: number;
  width: number;
  height: number;
} {
  const cropHeight = Math.min(page.height, Math.ceil(page.width * 1.5));
  const width = Math.max(1, Math.min(thumbWidth, Math.ceil(page.width / 2)));
  return { cropHeight, width, height: Math.max(1, Math.round((cropHeight * width) / page.width)) };
}

/** Views that have one small file, and of an animation one picture. */
export function isSmallView(kind: ImageKind): boolean {
  return kind === 'thumb' || kind === 'blur';
}

const blurWidth = 64;

/** As `thumbBox`, for the preview of a chapter that most may not read: never more than half as wide as the page. */
export function blurBox(page: { width: number; height: number }): ReturnType<typeof thumbBox> & { sigma: number } {
  const { cropHeight } = thumbBox(page);
  const width = Math.max(1, Math.min(blurWidth, Math.floor(page.width / 2)));
  const height = Math.max(1, Math.floor((cropHeight * width) / page.width));
  // Nothing that is narrower than a tenth of the page can be told apart, however large it was written.
  return { cropHeight, width, height, sigma: Math.max(0.5, width / 20) };
}

const tileHeight = 2048;

/** The tiles of a tall strip: exact, without overlap; any other picture is one tile. */
export function tilePlan(image: { width: number; height: number }): { top: number; height: number }[] {
  const isStrip = image.height > image.width * 3 && image.height > 3000;
  const count = isStrip ? Math.ceil(image.height / tileHeight) : 1;
  return Array.from({ length: count }, (_, index) => {
    const top = Math.round((index * image.height) / count);
    return { top, height: Math.round(((index + 1) * image.height) / count) - top };
  });
}

/** The reason why a picture of this size is refused, or null. */
export function sizeFault(image: { width: number; height: number; frames: number }): string | null {
  const { width, height, frames } = image;
  if (width < 1 || height < 1) return 'the picture has no size';
  const size = `${width} × ${height} px`;
  if (width * height > imageLimits.pixels) return `the picture is too large (${size}; at most 50 megapixels)`;
  const tallest = height > width * 3 ? imageLimits.stripHeight : imageLimits.side;
  if (width > imageLimits.side || height > tallest) return `the picture is too large (${size})`;
  if (frames > 1 && width * height * frames > imageLimits.animationPixels)
    return `the animation is too large (${frames} frames of ${size})`;
  return null;
}

export type SniffedType = { format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' } | { fault: string };

const magics: [string, string][] = [
  ['504b0304', 'a ZIP archive'],
  ['504b0506', 'a ZIP archive'],
  ['526172211a07', 'a RAR archive'],
  ['377abcaf271c', 'a 7-Zip archive'],
  ['25504446', 'a PDF file'],
  ['49492a00', 'a TIFF picture'],
  ['4d4d002a', 'a TIFF picture'],
  ['424d', 'a BMP picture'],
  ['ff0a', 'a JPEG XL picture'],
  ['0000000c4a584c20', 'a JPEG XL picture'],
];

/** The first bytes of a drawing that importing wrote anew; no other SVG is accepted. */
export const drawingMark = '<?longstrip-drawing 1?>';

/** The type of a file by its first bytes (at least 64 where it has them); its name does not count. */
export function sniffImage(head: Uint8Array): SniffedType {
  if (head.length === 0) return { fault: 'the file is empty' };
  const hex = Array.from(head.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const text = String.fromCharCode(...head.subarray(0, 512));
  if (hex.startsWith('ffd8ff')) return { format: 'jpeg' };
  if (hex.startsWith('89504e470d0a1a0a')) return { format: 'png' };
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return { format: 'gif' };
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return { format: 'webp' };
  if (text.slice(4, 8) === 'ftyp') {
    if (/avi[fs]/.test(text.slice(8, 48))) return { format: 'avif' };
    return { fault: 'not an accepted picture (HEIF or video)' };
  }
  if (/<svg[\s>]/i.test(text) || /<!DOCTYPE\s+svg/i.test(text)) return { fault: 'SVG is not accepted' };
  const other = magics.find(([magic]) => hex.startsWith(magic));
  return { fault: other ? `${other[1]}, not an accepted picture` : 'not an image' };
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const variantPattern = /^w[1-9][0-9]{0,4}\.(webp|avif|jpg)$/;

export function isImageId(value: string): boolean {
  return idPattern.test(value);
}

export function isVariantName(value: string): boolean {
  return variantPattern.test(value);
}

export function variantType(name: string): ImageType {
  if (isJpegName(name)) return 'image/jpeg';
  return name.endsWith('.avif') ? 'image/avif' : 'image/webp';
}

export function isJpegName(name: string): boolean {
  return name.endsWith('.jpg');
}

/** The widths of a cover as JPEG: small in lists, large beside a book. */
export const jpegCoverWidths = [300, 600] as const;

/**
 * The widths in which a picture is also made as JPEG, the narrowest first (spec: media.md#jpeg): a page's own ones, and of
 * other pictures those of covers. None is wider than the picture.
 */
export function jpegWidths({ kind, variants }: { kind: ImageKind; variants: readonly ImageVariant[] }): number[] {
  const widths = widthsOfWebp(variants);
  if (kind === 'page') return widths;
  const widest = widths.at(-1) ?? 0;
  return [...new Set(jpegCoverWidths.map((width) => Math.min(width, widest)))];
}

/** A picture's JPEG, for programs that show no WebP; it is made when it is first asked for. */
export interface JpegPicture {
  src: string;
  width: number;
  height: number;
}

/** A cover or thumbnail as JPEG: at most 600 px wide, and at most 300. */
export interface JpegCover {
  large: JpegPicture;
  small: JpegPicture;
}

/** The widths of a picture's WebP files, the narrowest first. */
export function widthsOfWebp(variants: readonly ImageVariant[]): number[] {
  const webp = variants.filter(({ type }) => type === 'image/webp');
  return webp.map(({ width }) => width).sort((a, b) => a - b);
}

/** A picture's public address; `signImageAddress` makes the address of a restricted one. */
export function publicImageAddress(imageId: string, variantName: string): string {
  return `/media/${imageId}/${variantName}`;
}

const preferredSrcWidth = 1080;

/** The wire shape of a picture: `src` a WebP of middle width, `sources` by type, best first. */
export function presentImage(
  image: ImageDescription,
  addressFor: (imageId: string, variantName: string) => string = publicImageAddress,
): PresentedImage {
  const ofType = (type: ShownType) =>
    image.variants.filter((variant) => variant.type === type).sort((a, b) => a.width - b.width);
  const webp = ofType('image/webp');
  const middle = webp.filter((variant) => variant.width <= preferredSrcWidth).at(-1) ?? webp[0];
  if (!middle) throw new Error(`image ${image.id} has no WebP variant`);
  const sources = (['image/avif', 'image/webp'] as const)
    .map((type) => ({
      type,
      srcset: ofType(type)
        .map((variant) => `${addressFor(image.id, variant.name)} ${variant.width}w`)
        .join(', '),
    }))
    .filter((source) => source.srcset !== '');
  return {
    src: addressFor(image.id, middle.name),
    sources,
    width: image.width,
    height: image.height,
    placeholder: image.placeholder,
    color: image.color,
  };
}

/** spec: media.md#limits-of-archives; sizes are counted from the bytes that are really unpacked. */
export const archiveLimits = {
  fileBytes: 2 * 1024 ** 3,
  entries: 5000,
  entryBytes: 200 * 1024 * 1024,
  totalBytes: 8 * 1024 ** 3,
  ratio: 100,
  /** Below this size a flat page may shrink a hundredfold and harm nobody. */
  ratioCountsFromBytes: 100 * 1024,
} as const;

export type ArchiveKind = 'zip' | 'rar' | '7z' | 'tar' | 'packed-tar' | 'pdf';

/** The type of archive, or PDF, by a file's first bytes (at least 300 where it has them); null for anything else. */
export function sniffArchive(head: Uint8Array): ArchiveKind | null {
  const text = String.fromCharCode(...head.subarray(0, 512));
  if (['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008'].includes(text.slice(0, 4))) return 'zip';
  if (text.startsWith('Rar!\u001a\u0007')) return 'rar';
  if (text.startsWith("7z\u00bc\u00af'\u001c")) return '7z';
  if (text.startsWith('ustar', 257)) return 'tar';
  // gzip, bzip2 and xz hold one file each: in a file given to an import, that is a TAR.
  if (['\u001f\u008b', 'BZh', '\u00fd7zXZ'].some((magic) => text.startsWith(magic))) return 'packed-tar';
  return text.startsWith('%PDF-') ? 'pdf' : null;
}

const fileTypeMask = 0o170000;
const regularFile = 0o100000;
const directory = 0o040000;
const link = 0o120000;

/** The reason why an archive's entry is unsafe by its name or kind, or null. Backslashes count as separators. */
export function entryFault(entry: { name: string; unixMode: number }): string | null {
  const name = entry.name.replaceAll('\\', '/');
  if (name === '') return 'unsafe name: empty';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check looks for control characters
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'unsafe name: it holds control characters';
  if (name.startsWith('/')) return 'unsafe name: an absolute path';
  if (/^[a-z]:/i.test(name)) return 'unsafe name: a drive letter';
  if (name.split('/').includes('..')) return 'unsafe name: it leaves the archive';
  const type = entry.unixMode & fileTypeMask;
  if (type === link) return 'a link';
  if (type !== 0 && type !== regularFile && type !== directory) return 'a device or other special file';
  return null;
}

/** Two names that some system takes for the same file have one folded name: composed, without case. */
export function foldedEntryName(name: string): string {
  return name.replaceAll('\\', '/').normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}

/** By its ending; the bytes decide what the file really is. */
export function isPictureName(name: string): boolean {
  return /\.(jpe?g|jfif|png|webp|gif|avif|svg|bmp|tiff?|heic|jxl)$/i.test(name);
}

/** Files of systems and tools, which are no content in any folder. */
export function isJunkName(path: string): boolean {
  return path
    .split(/[/\\]/)
    .some(
      (segment) => segment.startsWith('.') || /^(__MACOSX|Thumbs\.db|desktop\.ini|@eaDir|ehthumbs\.db)$/i.test(segment),
    );
}

import type { Platform } from '../../../server/http/platform.ts';
import type { Cover, Picture } from '../../../shared/wire.ts';
import {
  type ImageDescription,
  type ImageVariant,
  type JpegCover,
  type JpegPicture,
  jpegWidths,
  type PresentedImage,
  presentImage,
  publicImageAddress,
} from '../rules.ts';
import { describeImages, type Media } from './media.ts';
import { addressExpiry, type SigningKeys, signImageAddress } from './signed-address.ts';

type ImageIds = readonly string[];

/** The images of media, as the features may show them. */
export interface Pictures {
  coversOf(ids: ImageIds): Promise<Map<string, Cover>>;
  /** Covers and thumbnails as JPEG, with addresses that anybody may open, beginning with a slash where we serve them. */
  jpegCoversOf(ids: ImageIds): Promise<Map<string, JpegCover>>;
  /** With addresses that anybody may open. */
  picturesOf(ids: ImageIds): Promise<Map<string, Picture>>;
  /**
   * With addresses that anybody may open until a time, null: for good. What ends has our own addresses, since nobody tells
   * a CDN when a free window is over.
   */
  picturesFreeUntil(until: string | null): (ids: ImageIds) => Promise<Map<string, Picture>>;
  /** With addresses that work for one session only, until `addressExpiry`. */
  signedPicturesFor(reader: { imageAudience: string }): (ids: ImageIds) => Promise<Map<string, Picture>>;
  /** With addresses that open for that session alone, for 15 minutes, as long as its user may edit books. */
  showInStudio(reader: { imageAudience: string }, ids: ImageIds): Promise<Map<string, Picture>>;
  /** As `showInStudio`, as covers. */
  showCoversInStudio(reader: { imageAudience: string }, ids: ImageIds): Promise<Map<string, Cover>>;
  /** The time when addresses that are signed now stop working. */
  addressExpiry(): Date;
  /** The files of each image, with their sizes. */
  filesOf(ids: ImageIds): Promise<Map<string, ImageVariant[]>>;
}

/** The time for which the pictures of a preview open. */
const previewMs = 15 * 60 * 1000;

interface PicturesDeps extends Platform {
  media: Media;
  signingKeys: SigningKeys;
  /** The keys of addresses in previews. */
  previewKeys: SigningKeys;
  /** The session whose preview a request shows; null: it shows none. */
  audienceOfPreview(): string | null;
}

export function createPictures(deps: PicturesDeps): Pictures {
  const { config, db, media, signingKeys: keys, previewKeys, clock } = deps;
  type AddressFor = typeof publicImageAddress;
  const { publicUrl } = config.media;
  const publicAddress: AddressFor = (imageId, variant) => (publicUrl ?? '') + publicImageAddress(imageId, variant);

  /** In a preview each address opens for its editor alone: the picture may be public only then, or no more. */
  function addressesFor(usual: AddressFor): AddressFor {
    const audience = deps.audienceOfPreview();
    return audience === null ? usual : addressesOfEditor(audience);
  }

  function addressesOfEditor(audience: string): AddressFor {
    const now = clock();
    const expiresAt = new Date(now.getTime() + previewMs);
    return (imageId, variant) =>
      signImageAddress({ imageId, variant }, { audience, keys: previewKeys, now, expiresAt });
  }

  function imagesOf(ids: ImageIds, usual = publicAddress): Promise<Map<string, PresentedImage>> {
    return presented(ids, addressesFor(usual));
  }

  async function presented(ids: ImageIds, addressFor: AddressFor): Promise<Map<string, PresentedImage>> {
    const described = await describeImages(db, media, ids);
    return new Map([...described].map(([id, image]) => [id, presentImage(image, addressFor)]));
  }
  return {
    coversOf: (ids) => imagesOf(ids),
    async jpegCoversOf(ids) {
      const described = await describeImages(db, media, ids);
      return new Map([...described].map(([id, image]) => [id, jpegCoverOf(image, publicAddress)]));
    },
    picturesOf: async (ids) => withoutColors(await imagesOf(ids)),
    picturesFreeUntil: (until) => async (ids) =>
      withoutColors(await imagesOf(ids, until === null ? publicAddress : publicImageAddress)),
    signedPicturesFor({ imageAudience: audience }) {
      const now = clock();
      const sign = (imageId: string, variant: string) =>
        signImageAddress({ imageId, variant }, { audience, keys, now });
      return async (ids) => withoutColors(await imagesOf(ids, sign));
    },
    showInStudio: async ({ imageAudience }, ids) =>
      withoutColors(await presented(ids, addressesOfEditor(imageAudience))),
    showCoversInStudio: ({ imageAudience }, ids) => presented(ids, addressesOfEditor(imageAudience)),
    addressExpiry: () => addressExpiry(clock()),
    async filesOf(ids) {
      const described = await describeImages(db, media, ids);
      return new Map([...described].map(([id, { variants }]) => [id, variants]));
    },
  };
}

function jpegCoverOf(image: ImageDescription, addressFor: typeof publicImageAddress): JpegCover {
  const widths = jpegWidths({ kind: 'cover', variants: image.variants });
  const inWidth = (width: number): JpegPicture => ({
    src: addressFor(image.id, `w${width}.jpg`),
    width,
    height: Math.max(1, Math.round((image.height * width) / image.width)),
  });
  return { small: inWidth(widths[0] ?? 0), large: inWidth(widths.at(-1) ?? 0) };
}

/** Only the colour of a cover is needed: it tints the page of its book. */
function withoutColors(images: Map<string, PresentedImage>): Map<string, Picture> {
  return new Map([...images].map(([id, { color: _color, ...picture }]) => [id, picture]));
}

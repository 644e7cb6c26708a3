import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PeekHotFile } from '../../../server/http/at-hand.ts';
import { AppError } from '../../../server/http/errors.ts';
import type { Http } from '../../../server/http/http.ts';
import { cachingUntil } from '../../../server/http/public-answers.ts';
import type { FileStore } from '../../../server/store/file-store.ts';
import { isImageId, isJpegName, isVariantName, publicImageAddress, variantType } from '../rules.ts';
import { createHotFiles, type HotFile, type IncomingFile } from './hot-files.ts';
import { createImageReader, imageNotFound } from './image-reader.ts';
import { createImageRights, type DecideImage, type Right } from './image-rights.ts';
import type { Jpegs } from './jpegs.ts';
import type { Media } from './media.ts';
import { type PictureFiles, sendFile } from './picture-files.ts';
import { isSigned, type Signature, type SigningKeys, type Target, verifyImageAddress } from './signed-address.ts';
import { imageKey } from './store/picture-keys.ts';

interface MediaRoutesDeps {
  http: Pick<Http, 'app' | 'countRedirect'>;
  store: FileStore;
  /** The decision comes from outside, from a feature that knows chapters and sessions. */
  decideImage: DecideImage;
  signingKeys: SigningKeys;
  /** Addresses of previews: they open any image while the session may still preview. */
  preview: { keys: SigningKeys; mayPreview(audience: string): Promise<boolean> };
  /** Tells of files that are not in the store: whether the database names one, and that one is missing indeed. */
  missing: { isNamed(target: Target): Promise<boolean>; note(target: Target): void };
  /** Makes the JPEG files that are not there yet. */
  jpegs: Pick<Jpegs, 'make'>;
  /** The start of public images' addresses at a CDN; null: they are served here. */
  publicUrl?: string | null;
  /** Whether a reader gets a restricted image from the store itself, where it can give one. */
  restricted?: 'stream' | 'presign';
  now: () => Date;
  /** The clock by which what is free for a time ends; that of this machine may go wrong. */
  databaseNow: () => Date;
  /** Tells of images whose files were made anew. */
  onForget?: Media['onForget'];
  /** Rights that are kept from before that time, in milliseconds, are out of date. */
  changedAt?: () => number;
}

const route = '/media/:imageId/:variant';
const originRoute = '/origin/media/:imageId/:variant';
const redirectSeconds = 3600;
const presignedSeconds = 60;
const hotBytes = 128 * 1024 * 1024;

/**
 * GET and HEAD /media/{imageId}/{variant}: the readers' only way to an image's bytes; it checks the right to them. Other
 * doors get the files without it.
 */
export function mountMedia({ http, ...deps }: MediaRoutesDeps): {
  peekHotFile: PeekHotFile;
  files: Omit<PictureFiles, 'listJpegs'>;
} {
  const files = createHotFiles({ limitBytes: hotBytes });
  deps.onForget?.((image) => {
    if (image === null) return files.forget(null);
    for (const name of image.names) files.forget(`${image.id}/${name}`);
  });
  const msUntil = (moment: Date) => moment.getTime() - deps.databaseNow().getTime();
  const rights = createImageRights({
    decide: deps.decideImage,
    now: () => deps.now().getTime(),
    msUntil,
    changedAt: deps.changedAt ?? (() => Number.NEGATIVE_INFINITY),
  });
  const verify = (target: Target, signature: Signature) =>
    verifyImageAddress(target, signature, { keys: deps.signingKeys, now: deps.now() });

  const { publicUrl = null, restricted = 'stream' } = deps;
  const reader = createImageReader({ ...deps, files });

  const options = { schema: { hide: true }, config: { counts: 'unless-served' as const } };
  http.app.get<{ Params: Target; Querystring: Signature }>(route, options, async (request, reply) => {
    const target = readTarget(request.params);
    const right = await requireRight(target, request.query);
    const away = right.isPublic ? atCdn(target, right) : await atStore(target);
    if (away) {
      http.countRedirect(request);
      return reply.code(302).headers(away).send();
    }
    return send(request, reply, await reader.read(target), { variant: target.variant, ...right });
  });

  /** For a CDN: what anybody may have, by addresses without a signature. */
  http.app.get<{ Params: Target }>(originRoute, options, async (request, reply) => {
    const target = readTarget(request.params);
    const right = rightOf(await rights.ofAnybody(target.imageId));
    reply.header('Access-Control-Allow-Origin', '*');
    return send(request, reply, await reader.read(target), { variant: target.variant, ...right });
  });

  /** Null without a CDN, and for what is free only for a time: nobody tells a CDN when that is over. */
  function atCdn({ imageId, variant }: Target, { secondsLeft }: PublicRight): Record<string, string> | null {
    if (publicUrl === null || secondsLeft !== null) return null;
    return {
      Location: publicUrl + publicImageAddress(imageId, variant),
      'Cache-Control': `public, max-age=${redirectSeconds}`,
    };
  }

  async function atStore({ imageId, variant }: Target): Promise<Record<string, string> | null> {
    // The bucket may not have a JPEG yet.
    if (restricted === 'stream' || isJpegName(variant)) return null;
    const address = await deps.store.addressOf?.(imageKey(imageId, variant), presignedSeconds);
    return address ? { Location: address, 'Cache-Control': 'no-store' } : null;
  }

  /**
   * Whether everybody may have it, and until when, or only this signed address. The signature is first: a wrong one makes
   * no query.
   */
  async function requireRight(target: Target, signature: Signature): Promise<PublicRight> {
    const signed = isSigned(signature) ? verify(target, signature) : null;
    if (isSigned(signature) && !signed) return requirePreview(target, signature);
    const { imageId } = target;
    return rightOf(signed ? await rights.ofSession({ imageId, ...signed }) : await rights.ofAnybody(imageId));
  }

  function rightOf({ kind, until }: Right): PublicRight {
    if (kind === 'missing') throw imageNotFound();
    if (kind === 'refused') throw refused();
    if (until === null) return { isPublic: kind === 'public', secondsLeft: null };
    return { isPublic: true, secondsLeft: Math.max(0, Math.floor(msUntil(until) / 1000)) };
  }

  async function requirePreview(target: Target, signature: Signature): Promise<PublicRight> {
    const { keys, mayPreview } = deps.preview;
    const signed = verifyImageAddress(target, signature, { keys, now: deps.now() });
    if (!signed || !(await mayPreview(signed.audience))) throw refused();
    return { isPublic: false, secondsLeft: null };
  }

  const peekHotFile: PeekHotFile = (url, { authorization }) => {
    const asked = authorization === undefined ? readAddress(url) : null;
    if (!asked) return null;
    const { target, signature } = asked;
    const isPublic = rights.isPublic(target.imageId);
    if (isPublic ? publicUrl !== null : restricted === 'presign') return null;
    if (signature) {
      const signed = verify(target, signature);
      if (!signed || !(isPublic || rights.isAllowed({ imageId: target.imageId, ...signed }))) return null;
    } else if (!isPublic) return null;
    const file = peek(target);
    return file
      ? { bytes: file.bytes, headers: headersOf(file, { variant: target.variant, isPublic, secondsLeft: null }), route }
      : null;
  };

  const peek = ({ imageId, variant }: Target) => files.peek(`${imageId}/${variant}`);
  return { peekHotFile, files: { read: reader.read, peek } };
}

/** Reads an address in the only spelling that we write; other spellings go to the route. */
function readAddress(url: string): { target: Target; signature: Signature | null } | null {
  const [path = '', query] = url.split('?', 2);
  const [, , imageId = '', variant = '', ...more] = path.split('/');
  if (more.length > 0 || !isImageId(imageId) || !isVariantName(variant)) return null;
  const target = { imageId, variant };
  if (query === undefined) return { target, signature: null };
  const [, e, s, v, sig] = /^e=(\d+)&s=([\w-]+)&v=(\w+)&sig=([\w-]+)$/.exec(query) ?? [];
  return sig === undefined ? null : { target, signature: { e, s, v, sig } };
}

function readTarget({ imageId, variant }: Target): Target {
  if (!isImageId(imageId) || !isVariantName(variant)) throw imageNotFound();
  return { imageId, variant };
}

function refused(): AppError {
  return new AppError(403, 'forbidden', 'This address does not open the image');
}

const publicCaching = 'public, max-age=31536000, immutable';
/** The browser asks again each time, so that an address ends with the right to it; the ETag makes that cheap. */
const restrictedCaching = 'private, no-cache';

/** Whether everybody may have an image, and for how many more seconds; null: for good. */
type PublicRight = { isPublic: boolean; secondsLeft: number | null };

function headersOf({ etag }: { etag: string }, image: { variant: string } & PublicRight): Record<string, string> {
  const { variant, isPublic, secondsLeft } = image;
  const caching = isPublic ? publicCaching : restrictedCaching;
  return {
    'Content-Type': variantType(variant),
    'Cache-Control': secondsLeft === null ? caching : cachingUntil(secondsLeft),
    'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-site',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: HotFile | IncomingFile,
  image: { variant: string } & PublicRight,
): FastifyReply {
  return sendFile(request, reply, { file, headers: headersOf(file, image) });
}

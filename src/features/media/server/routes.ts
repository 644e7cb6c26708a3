import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../../server/errors.ts';
import type { PeekHotFile } from '../../../server/fast-lane.ts';
import type { HttpApp } from '../../../server/http.ts';
import { createMemo } from '../../../server/memo.ts';
import { matchesEtag } from '../../../server/public-answers.ts';
import { isImageId, isVariantName, variantType } from '../rules.ts';
import { imageFolder, type MediaFolders } from './files.ts';
import { createHotFiles, type HotFile } from './hot-files.ts';
import { readRange } from './ranges.ts';
import { type Signature, type SigningKeys, verifyImageAddress } from './signed-address.ts';

/** Whoever has only the address, or whom the address was signed for. */
export type ImageViewer = { kind: 'public' } | { kind: 'signed'; audience: string };
export type ImageDecision = 'public' | 'restricted-allowed' | 'refused' | 'missing';

/** Whether a viewer may have an image's bytes; decided outside, by those who know chapters and sessions. */
export type MayServeImage = (imageId: string, viewer: ImageViewer) => Promise<ImageDecision>;

export type MediaRoutesDeps = {
  folders: MediaFolders;
  mayServeImage: MayServeImage;
  signingKeys: SigningKeys;
  now: () => Date;
  hotBytes?: number;
};

const route = '/media/:imageId/:variant';
const defaultHotBytes = 128 * 1024 * 1024;
/** Contract.md section 3: within 5 s of the end of a right its addresses stop working. */
const decisionMs = 4000;
/** A right that comes, as by a payment, opens an address that was refused a moment ago. */
const refusalMs = 250;
const rememberedDecisions = 50_000;

/** GET and HEAD /media/{imageId}/{variant}: the only way to an image's bytes, and where the right to them is asked. */
export function registerMediaRoutes(app: HttpApp, deps: MediaRoutesDeps): { peekHotFile: PeekHotFile } {
  const files = createHotFiles({ limitBytes: deps.hotBytes ?? defaultHotBytes });
  const decide = rememberDecisions(deps);

  app.get<{ Params: { imageId: string; variant: string }; Querystring: Signature }>(
    route,
    { schema: { hide: true } },
    (request, reply) => {
      const { imageId, variant } = request.params;
      if (!isImageId(imageId) || !isVariantName(variant)) throw imageNotFound();
      const key = `${imageId}/${variant}`;
      const known = decide.peek(imageId, { kind: 'public' });
      const hot = known === 'public' ? files.peek(key) : undefined;
      if (hot) return send(request, reply, hot, { variant, isPublic: true });
      return answer(request, reply, { imageId, variant, key });
    },
  );

  async function answer(
    request: FastifyRequest<{ Querystring: Signature }>,
    reply: FastifyReply,
    target: { imageId: string; variant: string; key: string },
  ): Promise<FastifyReply> {
    const isPublic = await requireRight(target, request.query);
    const path = join(imageFolder(deps.folders, target.imageId), target.variant);
    const file = files.peek(target.key) ?? (await files.read(target.key, path));
    if (!file) throw imageNotFound();
    return send(request, reply, file, { variant: target.variant, isPublic });
  }

  function peekHotFile(url: string) {
    const [, , imageId = '', variant = '', ...more] = url.split('/');
    if (more.length > 0 || !isImageId(imageId) || !isVariantName(variant)) return null;
    if (decide.peek(imageId, { kind: 'public' }) !== 'public') return null;
    const file = files.peek(`${imageId}/${variant}`);
    return file ? { bytes: file.bytes, headers: headersOf(file, { variant, isPublic: true }), route } : null;
  }

  /** True: anybody may have it. False: this signed address may. */
  async function requireRight(target: { imageId: string; variant: string }, signature: Signature): Promise<boolean> {
    const forAnybody = await decide.ask(target.imageId, { kind: 'public' });
    if (forAnybody === 'public') return true;
    if (forAnybody === 'missing') throw imageNotFound();
    const signed = verifyImageAddress(target, signature, { keys: deps.signingKeys, now: deps.now() });
    const forSession = signed && (await decide.ask(target.imageId, { kind: 'signed', audience: signed.audience }));
    if (forSession === 'restricted-allowed' || forSession === 'public') return false;
    if (forSession === 'missing') throw imageNotFound();
    throw new AppError(403, 'forbidden', 'This address does not open the image');
  }

  return { peekHotFile };
}

function imageNotFound(): AppError {
  return notFound('image_not_found', 'There is no such image');
}

function rememberDecisions(deps: MediaRoutesDeps) {
  const memo = createMemo<ImageDecision>({
    keepMs: decisionMs,
    keepMsOf: (decision) => (decision === 'public' || decision === 'restricted-allowed' ? decisionMs : refusalMs),
    limit: rememberedDecisions,
    now: () => deps.now().getTime(),
  });
  const keyOf = (imageId: string, viewer: ImageViewer) =>
    viewer.kind === 'public' ? imageId : `${imageId} ${viewer.audience}`;
  return {
    peek: (imageId: string, viewer: ImageViewer) => memo.peek(keyOf(imageId, viewer)),
    ask: (imageId: string, viewer: ImageViewer) =>
      memo.get(keyOf(imageId, viewer), () => deps.mayServeImage(imageId, viewer)),
  };
}

const publicCaching = 'public, max-age=31536000, immutable';
/** Every showing asks again, so that an address ends with the right to it; the ETag keeps that cheap. */
const restrictedCaching = 'private, no-cache';

function headersOf(file: HotFile, image: { variant: string; isPublic: boolean }): Record<string, string> {
  return {
    'Content-Type': variantType(image.variant),
    'Cache-Control': image.isPublic ? publicCaching : restrictedCaching,
    'Cross-Origin-Resource-Policy': image.isPublic ? 'cross-origin' : 'same-site',
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
  };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: HotFile,
  image: { variant: string; isPublic: boolean },
): FastifyReply {
  const { headers } = request;
  reply.headers(headersOf(file, image));
  if (matchesEtag(headers['if-none-match'], file.etag)) return reply.code(304).send();
  const size = file.bytes.length;
  const ifRange = headers['if-range'];
  const isSame = ifRange === undefined || ifRange === file.etag;
  const range = headers.range && isSame ? readRange(headers.range, size) : null;
  if (range === null) return reply.send(file.bytes);
  if (range === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${size}`);
    throw new AppError(416, 'range_not_satisfiable', 'The range lies outside the image');
  }
  reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(file.bytes.subarray(range.start, range.end + 1));
}

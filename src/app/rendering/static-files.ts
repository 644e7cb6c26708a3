import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../server/http/errors.ts';
import type { HttpApp } from '../../server/http/http.ts';
import { matchesEtag } from '../../server/http/public-answers.ts';
import type { StaticFile } from './assets.ts';

const year = 'public, max-age=31536000, immutable';
const day = 'public, max-age=86400';

/** Serves the files of the browser's builds, by their paths, from memory, compressed when it was built. */
export function registerStaticFiles(app: HttpApp, files: ReadonlyMap<string, StaticFile>): void {
  const etags = new Map<StaticFile, string>();
  for (const file of files.values()) etags.set(file, etagOf(file));

  async function sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const file = files.get(request.url.split('?', 1)[0] ?? '');
    if (!file) throw notFound();
    const etag = etags.get(file) ?? '';
    reply.headers({ 'Cache-Control': file.immutable ? year : day, ETag: etag, Vary: 'Accept-Encoding' });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const { bytes, encoding } = chooseForm(file, request.headers['accept-encoding'] ?? '');
    if (encoding) reply.header('Content-Encoding', encoding);
    return reply.type(file.contentType).send(bytes);
  }

  app.get('/assets/*', { schema: { hide: true }, config: { counts: 'unless-served' } }, sendFile);
  for (const [path, file] of files) {
    if (!file.immutable) app.get(path, { schema: { hide: true } }, sendFile);
  }
}

function etagOf(file: StaticFile): string {
  return `W/"${createHash('sha256').update(file.raw).digest('base64url').slice(0, 22)}"`;
}

function chooseForm(file: StaticFile, accepted: string): { bytes: Buffer; encoding: string | null } {
  if (file.br && /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return { bytes: file.br, encoding: 'br' };
  if (file.gzip && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted))
    return { bytes: file.gzip, encoding: 'gzip' };
  return { bytes: file.raw, encoding: null };
}

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../server/http/errors.ts';
import { matchesEtag } from '../../../server/http/public-answers.ts';
import { type HotFile, IncomingFile } from './hot-files.ts';
import type { Jpegs } from './jpegs.ts';
import { readRange } from './ranges.ts';
import type { Target } from './signed-address.ts';

/** The files of pictures, for callers that have decided who may have them. */
export interface PictureFiles {
  /** The file, made now where it is a JPEG; rejects as an image that does not exist, or 503. */
  read(target: Target): Promise<HotFile | IncomingFile>;
  /** The file, where it is in memory. */
  peek(target: Target): HotFile | undefined;
  /** See `listMade` of `Jpegs`. */
  listJpegs: Jpegs['listMade'];
}

/** Sends a picture's file with its headers, among them its mark: whole, the range that was asked for, or 304. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, headers }: { file: HotFile | IncomingFile; headers: Record<string, string> },
): FastifyReply {
  const { headers: asked } = request;
  reply.headers(headers);
  if (matchesEtag(asked['if-none-match'], file.etag)) return reply.code(304).send();
  // The connection breaks where the rest does not come: no short image passes for whole.
  if (file instanceof IncomingFile)
    return reply.header('Content-Length', file.size).send(Readable.from(file.chunks(), { objectMode: false }));
  const size = file.bytes.length;
  const ifRange = asked['if-range'];
  const isSame = ifRange === undefined || ifRange === file.etag;
  const range = asked.range && isSame ? readRange(asked.range, size) : null;
  if (range === null) return reply.send(file.bytes);
  if (range === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${size}`);
    throw new AppError(416, 'range_not_satisfiable', 'The range lies outside the image');
  }
  reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(file.bytes.subarray(range.start, range.end + 1));
}

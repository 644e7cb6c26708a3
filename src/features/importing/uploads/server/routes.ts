import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAtOnce } from '../../../../server/http/at-once.ts';
import { AppError, invalidRequest } from '../../../../server/http/errors.ts';
import { needsToken } from '../../../../server/http/http.ts';
import { endOf, whenOver } from '../../../../server/http/request-end.ts';
import { apiBase } from '../../../../shared/paths.ts';
import type { StudioGuard, StudioPlatform } from '../../../studio/server/studio-api.ts';
import { decoded, readCount, readMetadata, safePathOf, type UploadFacts, uploadLimits } from '../rules.ts';
import type { MadeUpload, UploadState, Uploads } from './uploads.ts';

const version = '1.0.0';
const base = `${apiBase}/studio/uploads`;
const bytesType = 'application/offset+octet-stream';

interface UploadRoutesDeps extends StudioPlatform {
  uploads: Uploads;
}

/** The server of tus 1.0.0 (https://tus.io/protocols/resumable-upload) for the studio (spec: studio.md#uploads). */
export async function mountUploads({ http, studio, uploads, metrics }: UploadRoutesDeps): Promise<void> {
  const scopes = ['publish'] as const;
  const guard = studio.guardOf({ right: 'books', scopes });
  const atOnce = createAtOnce({ most: uploadLimits.atOnce, retryAfterSeconds: 1 });
  metrics.watchWork('uploads', atOnce.use);

  await http.app.register(async (app) => {
    // Bodies are read by `append` alone, as they come.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    for (const url of [base, `${base}/:id`])
      app.route({
        method: 'OPTIONS',
        schema: { hide: true },
        url,
        handler: (_request, reply) =>
          reply
            .code(204)
            .headers({
              'Tus-Resumable': version,
              'Tus-Version': version,
              'Tus-Max-Size': String(uploadLimits.fileBytes),
              'Tus-Extension': 'creation,creation-with-upload,termination,expiration',
              Allow: url === base ? 'POST, OPTIONS' : 'POST, HEAD, PATCH, DELETE, OPTIONS',
            })
            .send(),
      });

    const entering = {
      config: { counts: 'studio' as const, scopes },
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        reply.header('Tus-Resumable', version);
        await guard.enter(request);
        whenOver(endOf(reply), atOnce.enter(guard.asked(request).staff.userId));
        if (request.headers['tus-resumable'] === version) return;
        reply.header('Tus-Version', version);
        const message = `must be ${version}`;
        throw new AppError(412, 'invalid_request', `Tus-Resumable ${message}`, {
          details: [{ path: 'Tus-Resumable', code: 'invalid', message }],
        });
      },
    };

    app.route({
      ...entering,
      schema: described('Begin to send a file'),
      method: 'POST',
      url: base,
      async handler(request, reply) {
        const { userId } = guard.asked(request).staff;
        const facts = readFacts(request);
        const bytes = bytesOf(request);
        if (bytes !== 0 && !isBytes(request)) throw wrongType();
        if (bytes !== null && bytes > facts.length && facts.length <= uploadLimits.fileBytes)
          throw new AppError(413, 'payload_too_large', 'More bytes than the upload has');
        const made = await uploads.create({ ...facts, userId });
        reply.header('Location', `${base}/${made.id}`);
        const state = bytes === 0 ? made : await receiveFirst({ request, reply, made, bytes });
        return answer(reply, state).code(201).send();
      },
    });

    const one = { ...entering, url: `${base}/:id` };
    app.route({ ...one, method: 'HEAD', schema: described('Say how much of a file has come'), handler: tell });
    app.route({ ...one, method: 'PATCH', schema: described('Send more of a file'), handler: takeMore });
    app.route({ ...one, method: 'DELETE', schema: described('Give up a file'), handler: giveUp });
    // For clients behind a proxy that lets only GET and POST pass.
    app.route({
      ...one,
      method: 'POST',
      schema: { hide: true },
      handler(request, reply) {
        const asked = header(request, 'x-http-method-override')?.toUpperCase() ?? '';
        const handler = new Map(Object.entries({ HEAD: tell, PATCH: takeMore, DELETE: giveUp })).get(asked);
        if (!handler) throw new AppError(405, 'method_not_allowed', 'This address takes POST for another method only');
        return handler(request, reply);
      },
    });
  });

  async function tell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const state = await uploads.find(named(guard, request));
    return answer(reply, state)
      .header('Upload-Length', state.length)
      .header('Cache-Control', 'no-store')
      .code(200)
      .send();
  }

  async function takeMore(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!isBytes(request)) throw wrongType();
    const offset = readCount(header(request, 'upload-offset'));
    if (offset === null) throw wrongHeader('Upload-Offset', 'must be a number of bytes');
    const given = { request, reply, offset, bytes: bytesOf(request), ...named(guard, request) };
    return answer(reply, await receive(given))
      .code(204)
      .send();
  }

  async function giveUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await uploads.terminate(named(guard, request));
    return reply.code(204).send();
  }

  /** Receives bytes for as long as some come: the limits of whole requests do not hold here. */
  async function receive(given: {
    request: FastifyRequest;
    reply: FastifyReply;
    id: string;
    userId: string;
    offset: number;
    bytes: number | null;
    made?: MadeUpload;
  }): Promise<UploadState> {
    const { request, reply, ...appended } = given;
    const giveBack = http.takeTime(request);
    try {
      return await uploads.append({ ...appended, body: request.raw });
    } catch (error) {
      // The rest of the body was not read, and would be taken for the next request: close the connection.
      reply.header('Connection', 'close');
      throw error;
    } finally {
      giveBack();
    }
  }

  /** Receives the bytes that come with the creation. If these are too many, no upload is made. */
  async function receiveFirst(given: {
    request: FastifyRequest;
    reply: FastifyReply;
    made: MadeUpload;
    bytes: number | null;
  }): Promise<UploadState> {
    const { request, reply, made, bytes } = given;
    const upload = { id: made.id, userId: guard.asked(request).staff.userId };
    try {
      return await receive({ request, reply, ...upload, offset: 0, bytes, made });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'payload_too_large') throw error;
      await uploads.terminate(upload);
      reply.removeHeader('Location');
      throw error;
    }
  }
}

/** The description of a call of tus, whose headers its own pages explain. */
function described(summary: string) {
  return { summary, description: 'As tus 1.0.0 says.', tags: ['studio'], security: needsToken };
}

function answer(reply: FastifyReply, { offset, expiresAt }: UploadState): FastifyReply {
  reply.header('Upload-Offset', offset);
  return expiresAt === null ? reply : reply.header('Upload-Expires', expiresAt.toUTCString());
}

function named(guard: StudioGuard, request: FastifyRequest): { id: string; userId: string } {
  const { id } = request.params as { id: string }; // the route has it
  return { id, userId: guard.asked(request).staff.userId };
}

function header({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

const isBytes = (request: FastifyRequest) =>
  header(request, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() === bytesType;

/** The bytes of a request's body; null: it does not say. */
function bytesOf(request: FastifyRequest): number | null {
  return request.headers['transfer-encoding'] === undefined ? Number(request.headers['content-length'] ?? 0) : null;
}

/** The facts that a request tells of a file; rejects with 400, first for what is missing and then for its path. */
function readFacts(request: FastifyRequest): UploadFacts {
  const length = readCount(header(request, 'upload-length'));
  if (length === null || header(request, 'upload-defer-length') !== undefined)
    throw wrongHeader('Upload-Length', 'must be a number of bytes');
  const metadata = readMetadata(header(request, 'upload-metadata') ?? '');
  const named = metadata.kind === 'read' ? metadata.values.get('path') : undefined;
  if (metadata.kind === 'malformed' || named === undefined)
    throw wrongHeader('Upload-Metadata', 'must be well-formed and have `path`');
  const path = safePathOf(named);
  if (path === null) throw new AppError(400, 'unsafe_name', 'A file may not have this name', { details: unsafePath });
  const given = metadata.values.get('import');
  const importId = given === undefined ? null : (decoded(given)?.toLowerCase() ?? '');
  return { path, importId, length };
}

const unsafePath = [{ path: 'Upload-Metadata.path', code: 'unsafe_name', message: 'is not safe' }];

function wrongHeader(path: string, message: string): AppError {
  return invalidRequest(`${path} ${message}`, [{ path, code: 'invalid', message }]);
}

function wrongType(): AppError {
  return new AppError(415, 'unsupported_media_type', `The body must be ${bytesType}`);
}

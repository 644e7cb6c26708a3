import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError, notFound } from '../../../../server/http/errors.ts';
import type { Platform } from '../../../../server/http/platform.ts';
import { matchesEtag } from '../../../../server/http/public-answers.ts';
import { endOf, whenOver } from '../../../../server/http/request-end.ts';
import { isLanguage, type Language } from '../../../../shared/languages.ts';
import { parseUuid } from '../../../../shared/wire.ts';
import { readRange } from '../../../media/server/media.ts';
import { isMember } from '../../../reading/rules.ts';
import { attachmentOf, fileName } from '../../file-name.ts';
import type { GivenFiles, WantedFile } from '../given/given-files.ts';
import { filesPath, fileTypes, whoMayTake } from '../given/links.ts';
import { insertGiven } from '../given/queries.ts';
import type { Keys } from '../keys/keys.ts';
import type { AskToSignIn } from '../keys/sign-in.ts';
import { type ComicDeps, createComics } from './comics.ts';
import type { FoundFile } from './found-file.ts';
import { createNovels, type NovelDeps } from './novels.ts';
import type { StoredZip } from './stored-zip.ts';
import { createTakingLimits } from './taking-limits.ts';
import { createZips } from './zips.ts';

export interface FileRouteDeps extends ComicDeps, NovelDeps, Pick<Platform, 'app' | 'config'> {
  keys: Keys;
  lastLanguages: { note(given: { userId: string; language: Language }): Promise<void> };
  askToSignIn: AskToSignIn;
}

const params = z.object({ id: z.string(), language: z.string(), file: z.string() });
const query = z.object({ as: z.optional(z.literal('webp')) });
const options = { schema: { hide: true, params, querystring: query } };

/** GET and HEAD of files to take along: the CBZ of a comic's chapter, the EPUB of a novel (spec: doors.md#files). */
export function mountFiles(deps: FileRouteDeps): GivenFiles {
  const { app, config, keys, db, askToSignIn, lastLanguages } = deps;
  const [comics, novels] = [createComics(deps), createNovels(deps)];
  const limits = createTakingLimits({ scale: config.rateLimitScale });
  const zips = createZips();

  app.get(`${filesPath}/:id/:language/:file`, options, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const viewer = await keys.readerOf(request);
    if (viewer === 'unknown') return askToSignIn(request, reply);
    const { language, file } = request.params;
    const id = parseUuid(request.params.id);
    const form = /\.(cbz|epub)$/.exec(file)?.[1];
    if (id === null || !isLanguage(language) || (form !== 'cbz' && form !== 'epub')) throw notFound();
    const { as = 'jpeg' } = request.query;
    return sendWanted(request, reply, { form, id, language, as, viewer });
  });

  async function requireFile({ form, id, language, as, viewer }: WantedFile): Promise<FoundFile | 'sign_in'> {
    const found =
      form === 'cbz'
        ? await comics.find({ chapterId: id, language, as, reader: viewer })
        : await novels.find({ bookId: id, language, reader: viewer });
    if (found.kind === 'unknown') throw notFound();
    const whom = await whoMayTake(db, { bookId: found.bookId, usual: config.downloads });
    if (whom === 'none' || (whom === 'members' && viewer && !isMember(viewer))) throw downloadsOff();
    if ((whom === 'members' || found.kind === 'refused') && !viewer) return 'sign_in';
    if (found.kind === 'refused') throw new AppError(403, 'forbidden', 'Its chapters are only open to members');
    if (viewer) await lastLanguages.note({ userId: viewer.userId, language: found.language });
    return found;
  }

  async function sendWanted(request: FastifyRequest, reply: FastifyReply, wanted: WantedFile) {
    const file = await requireFile(wanted);
    if (file === 'sign_in') return askToSignIn(request, reply);
    return send(request, reply, { file, userId: wanted.viewer?.userId ?? null });
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { file, userId }: { file: FoundFile; userId: string | null },
  ): Promise<FastifyReply> {
    const { headers, method } = request;
    const taker = userId === null ? { address: request.ip } : { userId };
    // Before the file is looked through, which is most of the work: nobody keeps all others from it.
    if (method === 'GET' && headers['if-none-match'] === undefined && beginsAtStart(headers.range))
      limits.requireLeft(taker);
    const leave = await limits.enter(taker);
    // The look goes on when the caller has gone: the place is taken until both are over.
    const zip = await zips.planOf(file).finally(() => whenOver(endOf(reply), leave));
    const isKnown = matchesEtag(headers['if-none-match'], zip.etag);
    const isSame = headers['if-range'] === undefined || headers['if-range'] === zip.etag;
    const range = isSame ? readRange(headers.range, zip.size) : null;
    if (range === 'unsatisfiable' && !isKnown) {
      reply.header('Content-Range', `bytes */${zip.size}`);
      throw new AppError(416, 'range_not_satisfiable', 'The range lies outside the file');
    }
    const { start, end } = range && range !== 'unsatisfiable' ? range : { start: 0, end: zip.size - 1 };
    // Before any header of the file: a refusal has none of them.
    if (!isKnown && method !== 'HEAD') {
      if (start === 0) limits.count(taker);
      if (start === 0 && userId !== null) await insertGiven(db, { ...file, digest: zip.digest });
    }
    reply.headers({
      'Content-Type': fileTypes[file.form],
      'Content-Disposition': attachmentOf(
        `${fileName(file.title, file.form)}.${file.form}`,
        `${(file.form === 'cbz' && file.chapterIds[0]) || file.bookId}-${file.language}`,
      ),
      'Cache-Control': 'private, no-cache',
      Vary: 'Authorization, X-API-Key',
      'Accept-Ranges': 'bytes',
      ETag: zip.etag,
    });
    if (isKnown) return reply.code(304).send();
    if (range) reply.code(206).header('Content-Range', `bytes ${start}-${end}/${zip.size}`);
    reply.header('Content-Length', end - start + 1);
    // A stream, since the length of anything else would be taken for the file's.
    if (method === 'HEAD') return reply.send(Readable.from([]));
    return reply.send(Readable.from(sendBytes(file, zip, { start, end }), { objectMode: false }));
  }

  return {
    send: sendWanted,
    async open(wanted) {
      const file = await requireFile(wanted);
      if (file === 'sign_in') throw notFound();
      const leave = wanted.viewer ? await limits.enter({ userId: wanted.viewer.userId }) : () => {};
      const zip = await zips.planOf(file).finally(leave);
      const readMember = (name: string) => zip.readMember(name).catch((error: unknown) => drop(file, error));
      return { names: zip.names, readMember };
    },
  };

  /** The connection breaks where a part has changed meanwhile: no wrong file passes for a right one. */
  async function* sendBytes(file: FoundFile, zip: StoredZip, range: { start: number; end: number }) {
    try {
      yield* zip.read(range);
    } catch (error) {
      drop(file, error);
    }
  }

  function drop(file: FoundFile, error: unknown): never {
    zips.forget(file);
    throw error;
  }
}

const beginsAtStart = (range: string | undefined) => range === undefined || /^bytes=0+-/.test(range);

function downloadsOff(): AppError {
  return new AppError(403, 'downloads_off', 'Files of this book cannot be taken along');
}

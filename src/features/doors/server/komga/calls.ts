import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DbPool } from '../../../../server/database/db.ts';
import type { TokenScope } from '../../../../shared/calls.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { ListedEdition } from '../../../catalog/server/search/edition-queries.ts';
import type { JpegCover } from '../../../media/rules.ts';
import type { PictureFiles } from '../../../media/server/media.ts';
import type { KeyHolder } from '../../../membership/server/membership.ts';
import type { GivenFiles } from '../given/given-files.ts';
import type { DoorPages } from '../pages/pages.ts';
import { type Answer, notFound } from './answers.ts';
import { type Edition, readId } from './ids.ts';
import type { Listing, Reader } from './listing.ts';
import type { Query } from './query.ts';

/** A request of the door, by somebody whose key is known. */
export interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  reader: Reader;
  viewer: KeyHolder;
  /** The user name as it was typed at the sign-in, else the user's own. */
  name: string;
  query: Query;
  body: unknown;
  /** What stands in the places of `*` in the path. */
  params: readonly string[];
  /** The start of this door's addresses. */
  base: string;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `*` stands for one part. */
  path: string;
  /** Of these a key needs one; absent: `read` for what reads, `sync` for what writes. */
  scopes?: readonly TokenScope[];
  answer(asked: Asked): Promise<Answer>;
}

export const get = (path: string, answer: Call['answer']): Call => ({ method: 'GET', path, answer });

/** What the calls stand on. */
export interface Ground {
  db: DbPool;
  listing: Listing;
  pages: DoorPages;
  pictureFiles: PictureFiles;
  jpegCoversOf(imageIds: readonly string[]): Promise<Map<string, JpegCover>>;
  /** A library's name, in its own language. */
  nameOfLibrary(language: Language, kind: 'comic' | 'novel'): string;
  /** A comic's chapter or a novel as a file; throws 404 where the server gives none. */
  files(): GivenFiles;
  /** Notes the language in which a user reads. */
  lastLanguages: { note(given: { userId: string; language: Language }): Promise<void> };
}

/** What the path names; rejects with 404 where it is no id. */
export function requireId({ params }: Asked): Edition {
  const id = readId(params[0] ?? '');
  if (!id) throw notFound();
  return id;
}

/** The series that the path names; rejects with 404 where there is none. */
export async function requireEdition({ listing }: Ground, asked: Asked): Promise<ListedEdition> {
  const edition = await listing.findEdition(asked.reader, requireId(asked));
  if (!edition) throw notFound();
  return edition;
}

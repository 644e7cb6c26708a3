import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../../shared/languages.ts';
import type { KeyHolder } from '../../../membership/server/membership.ts';

/** A file that is asked for, and by whom; null: a visitor. */
export interface WantedFile {
  form: 'cbz' | 'epub';
  /** A comic's chapter, or a novel. */
  id: string;
  language: Language;
  as: 'jpeg' | 'webp';
  viewer: KeyHolder | null;
}

/** What lies in a file. */
export interface OpenFile {
  /** In their order. */
  names: readonly string[];
  /** Null: there is none of that name. */
  readMember(name: string): Promise<Buffer | null>;
}

/** Files as they are given; all reject with 403 where one is closed to a user, with 404 where there is none. */
export interface GivenFiles {
  send(request: FastifyRequest, reply: FastifyReply, wanted: WantedFile): Promise<FastifyReply>;
  open(wanted: WantedFile & { viewer: KeyHolder }): Promise<OpenFile>;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage } from '../../../../server/http/request-language.ts';
import { isLanguage, type Language } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import type { TextIn } from './words.ts';

export interface SignInDeps {
  publicUrl: string;
  nameIn(language: Language): string;
  /** Null: a server without pages, which has no words. */
  textIn: TextIn | null;
}

export const authPath = '/opds/auth';
export const authType = 'application/opds-authentication+json';

/** Answers a request that wants a key: 401, with the document by which apps ask for one. */
export interface AskToSignIn {
  (request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Gives the document its words. */
  speak(textIn: TextIn): void;
}

/** The language of a visitor's answer, by `?language=` and else by what the app accepts. */
export function languageOfVisitor({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Language {
  const { language } = query as { language?: unknown }; // the router makes an object of every query
  if (isLanguage(language)) return language;
  return acceptedLanguage(headers);
}

/** The authentication document for OPDS 1.0, in one language; without words it has what programs read. */
export function writeAuthDocument({ publicUrl, nameIn, textIn }: SignInDeps, language: Language): string {
  const text = textIn?.(language);
  const profile = { href: publicUrl + paths.profile(), type: 'text/html' };
  return JSON.stringify({
    id: publicUrl + authPath,
    title: nameIn(language),
    ...(text && { description: text.t('doors.signInText') }),
    links: [
      { rel: 'register', ...profile },
      { rel: 'help', ...profile },
    ],
    authentication: [
      {
        type: 'http://opds-spec.org/auth/basic',
        ...(text && { labels: { login: text.t('doors.userName'), password: text.t('doors.key') } }),
      },
    ],
  });
}

export function createAskToSignIn(given: Omit<SignInDeps, 'textIn'>): AskToSignIn {
  const deps: SignInDeps = { ...given, textIn: null };
  function askToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const language = languageOfVisitor(request);
    return reply
      .code(401)
      .headers({
        'Content-Type': authType,
        'Cache-Control': 'no-store',
        'WWW-Authenticate': `Basic realm="${inHeader(deps.nameIn(language))}", charset="UTF-8"`,
        Link: `<${deps.publicUrl}${authPath}>; rel="http://opds-spec.org/auth/document"; type="${authType}"`,
      })
      .send(Buffer.from(writeAuthDocument(deps, language)));
  }
  return Object.assign(askToSignIn, {
    speak(textIn: TextIn) {
      deps.textIn = textIn;
    },
  });
}

/** A text within quotes in a header, its UTF-8 bytes as Node sends them. */
function inHeader(text: string): string {
  const quoted = text.replace(/["\\]/g, '\\$&');
  return Buffer.from(quoted).toString('latin1');
}

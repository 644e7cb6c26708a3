import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What an access token may be good for (spec: accounts.md#access-tokens). */
export const tokenScopes = ['read', 'sync', 'publish'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** A call of the API: what the server checks, what the browser may ask, and what is told of it in the API's description. */
export interface Call {
  method: Method;
  /** Below /api/v1, with `:name` for a parameter. */
  path: `/${string}`;
  /** Whose call it is. `anyone`: a GET has one answer for all visitors. `studio`: of users whose role has its right. */
  who: 'anyone' | 'user' | 'studio';
  /** The scopes of an access token, each of which opens the call; without them no access token does. */
  scopes?: readonly TokenScope[];
  summary: string;
  description?: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The schema of `data`; without it a success has no body. */
  answer?: z.ZodMiniType;
  /** The status of a success: by default 200, and 204 where there is no body. */
  status?: 201 | 202;
  /** It may find that what it makes is there already: then its status is 200. */
  repeats?: true;
  /** Statuses of its failures, beside those that every call has. */
  failures?: readonly number[];
  /** The body of a 403, where it has more than the fields of every failure. */
  refusal?: z.ZodMiniType;
  /** The limit that counts it; by default that of all calls. */
  counts?: 'events' | 'text-search' | 'payment-return';
}

/** Declares a call once: the server adds the answer to it, the browser names it by its method and path. */
export function defineCall<const Given extends Call>(call: Given): Given {
  return call;
}

/** All declared calls by feature: the contract of each adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: contracts fill it
export interface DeclaredCalls {}

type ValueOf<T> = T[keyof T];
type AnyCall = ValueOf<{ [Feature in keyof DeclaredCalls]: ValueOf<DeclaredCalls[Feature]> }>;

/** The paths of readers' calls that have this method. */
export type PathOf<M extends Method> = Extract<Exclude<AnyCall, { who: 'studio' }>, { method: M }>['path'];
/** The paths of the studio's calls that have this method. */
export type StudioPathOf<M extends Method> = Extract<AnyCall, { who: 'studio'; method: M }>['path'];
/** A path is looked up: to search for it among all calls took a quarter of the time that types need. */
type CallsByPath = { [M in Method]: { [C in Extract<AnyCall, { method: M }> as C['path']]: C } };
export type CallAt<M extends Method, Path> = CallsByPath[M][Path & keyof CallsByPath[M]];

/** The type of a part of the request once the server has read it; empty for a part without a schema. */
export type Understood<C extends Call, Part extends 'params' | 'query' | 'body'> =
  C extends Record<Part, infer Schema extends z.ZodMiniType> ? z.output<Schema> : Record<never, never>;

/** The value of `data`; nothing where a success has no body. */
// biome-ignore lint/suspicious/noConfusingVoidType: functions that answer nothing have no return
export type AnswerOf<C> = C extends { answer: infer Answer extends z.ZodMiniType } ? z.output<Answer> : void;

/** A value for an address may be a number where the server accepts any text. */
type Written<T> = { [Name in keyof T]: string extends NonNullable<T[Name]> ? T[Name] | number : T[Name] };
type Part<C, Name extends string, Value> =
  C extends Record<Name, z.ZodMiniType>
    ? Record<never, never> extends Value
      ? { [Key in Name]?: Value }
      : { [Key in Name]: Value }
    : Record<never, never>;
type InputOf<C, Name extends string> =
  C extends Record<Name, infer Schema extends z.ZodMiniType> ? z.input<Schema> : never;

/** What the caller gives with a call. */
export type GivenTo<C> = C extends Call
  ? Part<C, 'params', Written<InputOf<C, 'params'>>> &
      Part<C, 'query', Written<InputOf<C, 'query'>>> &
      Part<C, 'body', InputOf<C, 'body'>>
  : never;

/** The arguments after the path, with parts that are of no contract: none are needed where nothing has to be given. */
export type GivenArguments<C, More = unknown> = C extends Call
  ? Record<never, never> extends GivenTo<C>
    ? [given?: GivenTo<C> & More]
    : [given: GivenTo<C> & More]
  : never;

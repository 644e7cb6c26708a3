import type { FastifyRequest } from 'fastify';
import type { ReadSetting } from '../../shared/site-settings.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../config/log.ts';
import type { DbPool } from '../database/db.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Clock } from '../process/clock.ts';
import type { Http, HttpApp } from './http.ts';
import type { PublicApi } from './public-api.ts';
import type { UserApi } from './user-api.ts';

/** The size of the pool `direct`, where that is a pool of its own. */
export const directConnections = 2;

/** The ground of a server, on which its features are opened. */
export interface Platform<Viewer = unknown> {
  config: Config;
  /** The site's settings as they are at the moment of each call. */
  setting: ReadSetting;
  log: Log;
  metrics: Metrics;
  clock: Clock;
  /** The database as requests ask it: a replica may answer visitors, and a preview shows what its editor wants to see. */
  db: DbPool;
  /** The database itself. */
  primary: DbPool;
  /** The database past any pooler, for locks that a session holds; without a pooler it is `primary`. */
  direct: DbPool;
  http: Http;
  app: HttpApp;
  api: PublicApi<Viewer>;
  users: UserApi<Viewer>;
  /** The user who makes a request; null for a visitor. */
  viewerOf(request: FastifyRequest): Promise<Viewer | null>;
}

/** What a feature gets from other features: all that it needs, except the platform and what it has itself. */
export type Neighbours<Deps, Own extends keyof Deps = never> = Omit<Deps, keyof Platform | Own>;

import { createHash, randomBytes } from 'node:crypto';
import type { WechatWays } from '../../../server/config/payments.ts';
import type { Db } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import { createSeal } from '../../../server/process/seal.ts';
import { wechatReturnPath } from '../../../shared/paths.ts';
import { deleteOpenid, findSealedOpenid, insertState, takeState, upsertOpenid } from './openid-queries.ts';
import type { FetchUrl } from './wechat/exchange.ts';
import { askOpenid, authorizeUrl, type OauthApp } from './wechat/oauth.ts';

const stateSeconds = 10 * 60;
const openidSeconds = 30 * 60;

interface OpenidDeps {
  db: Db;
  ways: WechatWays;
  publicUrl: string;
  /** Seals what is kept (docs/decisions/0018). */
  secret: string;
  /** By default the network's `fetch`. */
  fetchUrl: FetchUrl | undefined;
}

/** Whom WeChat knows behind each session: kept sealed for half an hour, and told to WeChat Pay alone. */
export interface Openids {
  /** Where the browser goes to learn it, and the word by which it comes back. */
  ask(sessionId: string, next: string | null): Promise<{ url: string; state: string }>;
  /** Takes what the browser brought back; rejects where WeChat does not vouch for it. */
  learn(sessionId: string, given: { code: string; state: string }): Promise<void>;
  find(sessionId: string): Promise<string | null>;
  forget(sessionId: string): Promise<void>;
}

export function createOpenids({ db, ways, publicUrl, secret, fetchUrl }: OpenidDeps): Openids {
  // With another secret of the site nothing opens any more, and WeChat is asked anew.
  const { seal, open } = createSeal(secret, 'longstrip wechat openid');

  function requireApp(): OauthApp {
    if (!ways.account) throw wayUnavailable();
    return { ...ways.account, baseUrl: ways.oauthBaseUrl };
  }

  return {
    async ask(sessionId, next) {
      const app = requireApp();
      const state = randomBytes(24).toString('hex');
      await insertState(db, { stateHash: hashOf(state), sessionId, seconds: stateSeconds });
      const query = next === null ? '' : `?next=${encodeURIComponent(next)}`;
      return { url: authorizeUrl(app, { redirectUri: publicUrl + wechatReturnPath + query, state }), state };
    },

    async learn(sessionId, { code, state }) {
      const app = requireApp();
      // Spent before WeChat is asked: whatever comes of it, the word is good once.
      if (!(await takeState(db, { stateHash: hashOf(state), sessionId }))) throw codeInvalid();
      const payee = await askOpenid(app, code, fetchUrl);
      switch (payee.kind) {
        case 'known': {
          const sealed = seal(payee.openid, aboutOf(app, sessionId));
          return upsertOpenid(db, { sessionId, sealed, seconds: openidSeconds });
        }
        case 'refused':
          throw codeInvalid();
        case 'snapshot':
          throw new AppError(409, 'wechat_snapshot_user', 'Tap "Use the full service" in WeChat first');
        case 'away':
          throw new AppError(
            502,
            'payment_provider_unavailable',
            'Payment is temporarily unavailable, please try again later',
          );
      }
    },

    async find(sessionId) {
      const sealed = await findSealedOpenid(db, sessionId);
      return sealed && open(sealed, aboutOf(requireApp(), sessionId));
    },

    forget: (sessionId) => deleteOpenid(db, sessionId),
  };
}

export function wayUnavailable(): AppError {
  return new AppError(409, 'way_unavailable', 'This way of paying is not offered here');
}

function codeInvalid(): AppError {
  return new AppError(400, 'wechat_code_invalid', 'WeChat did not confirm you. Please try again');
}

const hashOf = (state: string) => createHash('sha256').update(state).digest();
/** Copied to another session, or read by another app, a sealed name does not open. */
const aboutOf = ({ appId }: OauthApp, sessionId: string) => `${sessionId} ${appId}`;

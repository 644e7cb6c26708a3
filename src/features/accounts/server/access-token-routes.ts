import { AppError, limitReached, notFound, unauthenticated } from '../../../server/http/errors.ts';
import { type AccessToken, accountCalls } from '../contract.ts';
import { checkPresentPassword, mayPublish } from '../rules.ts';
import { requireAccepted } from './accepted.ts';
import { listTokensOf, type TokenRow } from './access-token-queries.ts';
import { endAccessToken, makeAccessToken } from './access-tokens.ts';
import type { AccountDeps } from './routes.ts';

/** The calls about access tokens (spec: accounts.md#access-tokens). */
export function mountAccessTokens({ users, db, confirmations, findRole, appAddresses }: AccountDeps): void {
  users.add(accountCalls.listAccessTokens, async ({ viewer }) => ({
    result: (await listTokensOf(db, viewer.userId)).map(presentToken),
  }));

  users.add(accountCalls.makeAccessToken, async ({ viewer, body, address, log }) => {
    const { name, scopes, expires_in_days: days = null, password } = body;
    requireAccepted(checkPresentPassword(password));
    if (scopes.includes('publish') && !mayPublish(await findRole(viewer.userId)))
      throw new AppError(403, 'forbidden', 'Your role does not allow this');
    await confirmations.requirePassword({ signedIn: viewer, password, address });
    const made = await makeAccessToken(db, viewer, { name, scopes, days });
    switch (made.kind) {
      case 'session_ended':
        throw unauthenticated();
      case 'limit_reached':
        throw limitReached();
      case 'made':
        log.info({ event: 'access_token_made', userId: viewer.userId, tokenId: made.row.id }, 'access token made');
        return { result: { ...presentToken(made.row), token: made.token, apps: await appAddresses(scopes) } };
    }
  });

  users.add(accountCalls.endAccessToken, async ({ viewer, params }) => {
    if (!(await endAccessToken(db, viewer, params.id))) throw notFound();
  });
}

function presentToken({ id, name, scopes, lastFour, createdAt, expiresAt, lastUsedAt }: TokenRow): AccessToken {
  return {
    ...{ id, name, scopes, last_four: lastFour },
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

import { AppError, limitReached, notFound, unauthenticated } from '../../../server/http/errors.ts';
import { addOpenCall } from '../../../server/http/user-api.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { type Passkey, passkeyCalls } from '../contract.ts';
import { deviceOf, failureLimits } from '../rules.ts';
import { acceptLogin } from './accept-login.ts';
import { limitsOfAddress } from './address-limits.ts';
import { usedFromOf } from './confirmation.ts';
import { deletePasskey, listPasskeysOf, type PasskeyRow, renamePasskey } from './passkey-queries.ts';
import { addPasskey, logInByPasskey, offerLogin, offerPasskey } from './passkeys.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';
import type { AccountDeps } from './routes.ts';

/** Passkeys' calls (spec: accounts.md#passkeys). A site whose host is an IP address has none of them. */
export function mountPasskeys(deps: AccountDeps): void {
  const party = relyingPartyOf(deps.config.publicUrl);
  if (!party) return;
  addOwnCalls(deps, party);
  addLoginCalls(deps, party);
}

function addOwnCalls({ users, db, setting, confirmations }: AccountDeps, party: RelyingParty): void {
  users.add(passkeyCalls.offerPasskey, async ({ viewer: signedIn, body, address }) => {
    await confirmations.requirePassword({ signedIn, address, password: body.password });
    const options = await offerPasskey(db, { party, siteName: setting('name'), signedIn });
    if (options === null) throw limitReached();
    return { result: { ...options } };
  });

  users.add(passkeyCalls.addPasskey, async ({ viewer: signedIn, body, log }) => {
    const { name, response } = body;
    const added = await addPasskey(db, { party, signedIn, name, response });
    switch (added.kind) {
      case 'limit_reached':
        throw limitReached();
      case 'session_ended':
        throw unauthenticated();
      case 'invalid':
        throw new AppError(400, 'passkey_invalid', 'This passkey could not be added');
      case 'added':
        log.warn(
          { event: 'passkey_added', userId: signedIn.userId, passkeyId: added.passkey.id },
          'somebody may log in with it',
        );
        return { result: presentPasskey(added.passkey) };
    }
  });

  users.add(passkeyCalls.listPasskeys, async ({ viewer }) => {
    return { result: (await listPasskeysOf(db, viewer.userId)).map(presentPasskey) };
  });

  users.add(passkeyCalls.renamePasskey, async ({ viewer: { userId }, params, body }) => {
    const id = parseUuid(params.id);
    const passkey = id && (await renamePasskey(db, { id, userId, name: body.name }));
    if (!passkey) throw noSuchPasskey();
    return { result: presentPasskey(passkey) };
  });

  users.add(passkeyCalls.deletePasskey, async ({ viewer: { userId }, params }) => {
    const id = parseUuid(params.id);
    if (id === null || !(await deletePasskey(db, { id, userId }))) throw noSuchPasskey();
  });
}

function addLoginCalls(deps: AccountDeps, party: RelyingParty): void {
  const { app, db, attempts } = deps;

  addOpenCall(app, passkeyCalls.offerLogin, async () => ({ result: { ...(await offerLogin(db, party)) } }));

  addOpenCall(app, passkeyCalls.logInByPasskey, async ({ body, request }) => {
    const device = deviceOf(request.headers['user-agent']);
    const address = request.ip;
    const usedFrom = (username: string) => usedFromOf(deps, { username, address });
    const limits = [
      ...limitsOfAddress(failureLimits.passkeyOfAddress, address),
      ...limitsOfAddress(failureLimits.rightLoginOfAddress, address),
    ];
    const loggedIn = await attempts.run(limits, async () => {
      const value = await logInByPasskey(db, { party, response: body.response, device, usedFrom });
      return { value, counts: value.kind === 'refused' };
    });
    return acceptLogin(deps, request, {
      loggedIn,
      refusal: new AppError(401, 'passkey_refused', 'This passkey was not accepted'),
    });
  });
}

function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}

function noSuchPasskey(): AppError {
  return notFound('not_found', 'There is nothing at this address');
}

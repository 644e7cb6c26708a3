import { AppError, unauthenticated } from '../../../server/http/errors.ts';
import { addOpenCall } from '../../../server/http/user-api.ts';
import { accountCalls } from '../contract.ts';
import { checkRecovery, failureLimits } from '../rules.ts';
import { requireAccepted } from './accepted.ts';
import { limitsOfAddress, nameForCounting, ofAccountAndAddress } from './address-limits.ts';
import { createRecovery } from './recovery.ts';
import type { AccountDeps } from './routes.ts';

/** The calls of recovery codes (spec: accounts.md#recovery-codes). */
export function mountRecovery(deps: AccountDeps): void {
  const { app, users, db, config, attempts, hashing, confirmations, endWithPassword } = deps;
  const recovery = createRecovery({ db, secret: config.jwtSecret });

  addOpenCall(app, accountCalls.recover, async ({ body, request }) => {
    const { username, code, password } = requireAccepted(checkRecovery(body));
    const here = { username, address: request.ip };
    // Whoever had failed to log in here before they thought of the code logs in with the new password at once.
    const alsoEnd: typeof endWithPassword = async (tx, userId) => {
      await endWithPassword(tx, userId);
      await attempts.forget(tx, [ofAccountAndAddress(failureLimits.loginOfAccount, here)]);
    };
    const limits = [
      ofAccountAndAddress(failureLimits.recoveryOfAccount, here),
      ...limitsOfAddress(failureLimits.recoveryOfAddress, request.ip),
    ];
    const passwords = hashing.of({ account: nameForCounting(username), address: request.ip });
    const recovered = await attempts.run(limits, async () => {
      const value = await recovery.recover(passwords, { username, code, password, alsoEnd });
      return { value, counts: value === null };
    });
    if (recovered === null) {
      request.log.warn({ event: 'recovery_failed', address: request.ip }, 'recovery refused');
      throw new AppError(401, 'recovery_failed', 'Name or code is not right');
    }
    const { userId, left } = recovered;
    request.log.warn({ event: 'password_recovered', userId, left }, 'password chosen by a code, all sessions ended');
    return { result: { left } };
  });

  users.add(accountCalls.getRecoveryCodes, async ({ viewer }) => {
    const codes = await recovery.find(viewer.userId);
    return { result: codes && { created_at: codes.madeAt.toISOString(), left: codes.left } };
  });

  users.add(accountCalls.makeRecoveryCodes, async ({ viewer, body, address, log }) => {
    await confirmations.requirePassword({ signedIn: viewer, password: body.password, address });
    const codes = await recovery.make(viewer);
    if (codes === null) throw unauthenticated();
    log.warn({ event: 'recovery_codes_made', userId: viewer.userId }, 'earlier codes ended');
    return { result: { codes } };
  });
}

import { isIpv6, networkOf, wideNetworkOf } from '../../../server/http/address.ts';
import { failureLimits, usernameKey } from '../rules.ts';
import type { Limit } from './attempts.ts';

/** One IPv6 customer may have a /48 of 65,536 addresses. */
const addressesOfWideNetwork = 3;

/** The limit for one address, and three times as many failures for all the addresses of an IPv6 /48. */
export function limitsOfAddress(limit: Omit<Limit, 'subject'>, address: string): Limit[] {
  const own = { ...limit, subject: networkOf(address) };
  if (!isIpv6(address)) return [own];
  const { kind, allowed } = limit;
  const subject = wideNetworkOf(address);
  return [own, { ...limit, kind: `${kind} /48`, allowed: allowed * addressesOfWideNetwork, subject }];
}

/** A limit for one account, had or not, from one address. */
export function ofAccountAndAddress(
  limit: Omit<Limit, 'subject'>,
  { username, address }: { username: string; address: string },
): Limit {
  return { ...limit, subject: `${nameForCounting(username)}\0${networkOf(address)}` };
}

/**
 * The limits of a login. An account is counted by its name as it was typed, whether anybody has it or not. An address
 * that is known for the account keeps its own tries whatever others do: no owner is locked out.
 */
export function loginLimits(given: { username: string; address: string; isKnownAddress: boolean }): Limit[] {
  const { username, address, isKnownAddress } = given;
  const account = nameForCounting(username);
  const network = networkOf(address);
  const wideNetwork = wideNetworkOf(address);
  const fromNetwork = { ...failureLimits.loginOfAccountFromNetwork, subject: `${account}\0${wideNetwork}` };
  const limits: Limit[] = [
    ofAccountAndAddress(failureLimits.loginOfAccount, given),
    { ...failureLimits.loginOfAddress, subject: network },
    { ...failureLimits.loginOfAccountAnywhere, subject: account, beyond: isKnownAddress ? null : fromNetwork },
  ];
  if (!isIpv6(address)) return limits;
  const wide: Limit = { ...failureLimits.loginOfWideNetwork, subject: wideNetwork };
  return [...limits, isKnownAddress ? { ...wide, beyond: null } : wide];
}

/** The limits of logins that succeed: each costs a hash, and begins a session. */
export function rightLoginLimits({ username, address }: { username: string; address: string }): Limit[] {
  return [
    { ...failureLimits.rightLoginOfAccount, subject: nameForCounting(username) },
    ...limitsOfAddress(failureLimits.rightLoginOfAddress, address),
  ];
}

/** The key that a name is counted by; a name that breaks the rules counts as it stands. */
export function nameForCounting(username: string): string {
  return usernameKey(username) ?? username;
}

import { createResolve } from '../../../server/http/outward-address.ts';
import type { Platform } from '../../../server/http/platform.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import type { SignedIn } from '../../accounts/server/accounts.ts';
import { pushCalls } from '../contract.ts';
import { addEndpoint, listDevices, removeEndpoint } from './push-endpoints.ts';
import { rememberPushKeys } from './push-keys.ts';
import { sendPushes } from './push-sending.ts';

/** Opens Web Push (spec: notices.md#push): the calls for devices, the site's key, and what sends. */
export function openPush({ users, config, primary, setting, log }: Platform<Pick<SignedIn, 'userId' | 'sessionId'>>) {
  const { loopback } = config.push;
  const resolve = createResolve();
  const keys = rememberPushKeys(primary, config.push.keys);
  users.add(pushCalls.list, async ({ viewer: { userId } }) => ({ result: await listDevices(primary, userId) }));
  users.add(pushCalls.add, async ({ viewer: { userId, sessionId }, body, noteRepeated }) => {
    const { id, isNew } = await addEndpoint(primary, { loopback, resolve }, { userId, sessionId, ...body });
    if (!isNew) noteRepeated();
    return { result: { id } };
  });
  users.add(pushCalls.remove, ({ viewer: { userId }, params: { id } }) => removeEndpoint(primary, { userId, id }));
  const job: Job = {
    name: 'pushes',
    everyMs: 2000,
    async run(db, signal) {
      await sendPushes(db, { loopback, keys, contact: () => setting('contact'), log, resolve }, signal);
    },
  };
  return { job, pushKey: async () => (await keys()).publicKey };
}

import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { hookStudioCalls } from '../studio-contract.ts';
import {
  type ConnectionDeps,
  changeConnection,
  listConnections,
  listDeliveries,
  makeConnection,
  removeConnection,
  renewSecret,
  sendAgain,
  testConnection,
} from './connections.ts';

/** The studio's calls of connections (spec: doors.md#connections). */
export function mountStudioHooks(deps: StudioPlatform & ConnectionDeps): void {
  const { studio, primary: db, clock, config } = deps;
  const listOf = <Row>(result: Row[]) => ({ result, total: result.length });

  studio.add(hookStudioCalls.listConnections, async () => listOf(await listConnections(db)));
  studio.add(hookStudioCalls.makeConnection, async ({ body, by }) => ({
    result: await makeConnection(db, deps, { body, by }),
  }));
  studio.add(hookStudioCalls.changeConnection, async ({ params: { id }, body: change, by }) => ({
    result: await changeConnection(db, deps, { id, change, by }),
  }));
  studio.add(hookStudioCalls.removeConnection, ({ params: { id }, by }) => removeConnection(db, { id, by }));
  studio.add(hookStudioCalls.renewSecret, async ({ params: { id }, by }) => ({
    result: { secret: await renewSecret(db, deps, { id, by }) },
  }));
  studio.add(hookStudioCalls.testConnection, async ({ params: { id } }) => ({
    result: await testConnection(db, config, { id, now: clock() }),
  }));
  studio.add(hookStudioCalls.listDeliveries, async ({ params: { id } }) => listOf(await listDeliveries(db, id)));
  studio.add(hookStudioCalls.sendAgain, async ({ params: { id: connectionId, delivery_id: id } }) => ({
    result: await sendAgain(db, { connectionId, id }),
  }));
}

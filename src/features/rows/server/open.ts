import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { rowCalls } from '../contract.ts';
import { listRows, type RowsDeps } from './rows.ts';
import { mountStudioRows, type StudioRowsDeps } from './studio-routes.ts';

/** Opens the rows of the home page, to readers and to who arranges them. */
export function openRows(platform: Platform, neighbours: Neighbours<RowsDeps & StudioRowsDeps>): void {
  const deps = { ...platform, ...neighbours };
  platform.api.add(rowCalls.listRows, async ({ query }) => ({ result: await listRows(deps, query.language) }));
  mountStudioRows(deps);
}

import { createStore } from '../../../web/store.ts';

/** How often this page has told the account what was read here: what the account answered before is old. */
export const told = createStore(0);

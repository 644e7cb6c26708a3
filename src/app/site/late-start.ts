import type { Environment } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';
import { followAge } from './adult-books.ts';
import { keepTouches } from './touch.ts';

/** What every page does last of all: nobody waits for it. */
export function lateStart(router: Router, environment: Environment): void {
  followAge(router, environment);
  keepTouches(router);
}

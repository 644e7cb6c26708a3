import type { Environment } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';
import { readKept, subscribeToKept } from '../../web/session.ts';
import { keepTouches } from './touch.ts';

/** What every page does last of all: nobody waits for it. */
export function lateStart(router: Router, environment: Environment): void {
  followAge(router, environment);
  keepTouches(router);
}

/**
 * Adds books for adults once the reader says to be one: the account may tell so, or another tab, after the page has opened.
 * Most readers never load the code.
 */
export function followAge(router: Router, environment: Environment): void {
  const look = () => {
    if (Object(readKept('READER_SETTINGS')).adult)
      void import('./adult-books.ts').then(({ bringAdultBooks }) => bringAdultBooks(router, environment));
  };
  subscribeToKept('READER_SETTINGS', look);
  look();
}

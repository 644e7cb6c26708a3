import { runEarly } from './early-steps.ts';

// Runs in the head, before the first paint. The build bundles it into one inline script of every document that is no
// reader's.
runEarly(() => ({ isDue: () => false }));

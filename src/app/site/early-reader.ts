import { findLeftPlace } from '../../features/library/web/early.ts';
import { prepareReader } from '../../features/reading/web/early.ts';
import { runEarly } from './early-steps.ts';

// The same with the reader's own part, in the documents of chapters.
runEarly(() => prepareReader(findLeftPlace));

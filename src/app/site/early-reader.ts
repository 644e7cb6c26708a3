import { findLeftPlace } from '../../features/library/web/early.ts';
import { prepareReader } from '../../features/reading/web/early.ts';
import { runEarly } from './early-steps.ts';

// As early.ts, with the reader's part: for the documents of chapters.
runEarly(() => prepareReader(findLeftPlace));

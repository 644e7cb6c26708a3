import { addReaderPages } from '../built-site.ts';
import type { AddPages } from '../platform.ts';
import { assets } from './assets.ts';

/** All pages and files that readers get. */
export const addTestPages: AddPages = (ground) => void addReaderPages(ground, { assets, workerCode: 'work();' });

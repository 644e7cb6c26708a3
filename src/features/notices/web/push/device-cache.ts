/** The name of the cache; apart, so that a page that looks for it loads nothing else. */
export const deviceCache = 'device';

export function checkBuild(root: string): 'missing' | 'stale' | 'fresh';

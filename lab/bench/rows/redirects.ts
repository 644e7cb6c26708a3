import { locationOf, readRedirects } from '../../../src/features/moving/redirect-rules.ts';
import { createRedirectTable } from '../../../src/features/moving/redirect-table.ts';
import { percentile } from '../lib/grown.ts';
import type { Row } from '../row.ts';

const most = 50_000;
const asked = 20_000;

/** A list as a moved site has it: half of its addresses written out, half with names and all that follows. */
const lines = Array.from({ length: most }, (_, n) => {
  if (n % 4 === 0) return `/manga/title-${n}/:chapter /new/${n}/:chapter 302`;
  return n % 4 === 1 ? `/blog/${n}/* /news/${n}/:splat` : `/${n % 7}/post-${n}/ /read/${n}`;
});
const paths = Array.from({ length: asked }, (_, times) => {
  const n = (times * 7919) % most;
  if (times % 5 === 0) return `/manga/nobody-${n}/7`;
  if (n % 4 === 0) return `/manga/title-${n}/chapter-7/`;
  return n % 4 === 1 ? `/blog/${n}/2020/01/a-post` : `/${n % 7}/post-${n}`;
});

export const redirects: Row = {
  name: 'redirects',
  what: 'look-up of an old address among 50,000 redirects, p99 (ms)',
  against: 'its limit',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 1 },
  async run() {
    const surroundings = { hosts: [], ownHost: 'site.example' };
    const { rules } = await readRedirects(lines.join('\n'), surroundings, async () => {});
    const table = createRedirectTable(rules);
    const nothing = new URLSearchParams();
    const times = paths.map((path) => {
      const began = performance.now();
      const fit = table.find(path, nothing);
      if (fit) locationOf(fit, '');
      return performance.now() - began;
    });
    const note = `${rules.length} lines; p50 ${percentile(times, 0.5).toFixed(4)} ms, slowest ${Math.max(...times).toFixed(2)} ms`;
    return { ours: percentile(times, 0.99), reference: null, note };
  },
};

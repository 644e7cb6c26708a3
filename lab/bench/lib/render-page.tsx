// Renders the book list repeatedly: with our code, and with React alone for the same markup. The row that runs it
// bundles it first, since it imports the product's pages. Arguments: address of a running server, the folder of the
// browser's build.
import { renderToString } from 'react-dom/server';
import { loadAssets } from '../../../src/app/rendering/assets.ts';
import { createRenderer } from '../../../src/app/rendering/render.tsx';
import { pageOf } from './markup.ts';

const [origin = '', client = ''] = process.argv.slice(2);
const answers = new Map<string, string>();

/** The public answers, ready as in the shared cache. */
const ask = async (path: string) => {
  const known = answers.get(path) ?? (await (await fetch(`${origin}/api/v1${path}`)).text());
  answers.set(path, known);
  return { etag: path, raw: Buffer.from(known), read: () => JSON.parse(known), asOf: Date.now() };
};

const site = { name: 'Longstrip', contactEmail: 'hello@example.org', timeZone: 'UTC' };
const renderer = createRenderer({ ask, site, publicUrl: origin, assets: await loadAssets(client) });
const request = { path: '/', search: '?lang=en-us', language: 'en-us' as const, addressed: true };

async function renderOurs(): Promise<string> {
  const placed = await renderer.resolve(request);
  const rendered = placed && (await renderer.render(placed));
  if (rendered?.kind !== 'page') throw new Error('The book list is no page');
  return rendered.html;
}

const html = await renderOurs();
const root = /<div id="root"[^>]*>([\s\S]*)<\/div>\s*<script/.exec(html)?.[1];
if (!root) throw new Error('The page has no root');
const page = pageOf(root);
const plain = renderToString(page());
if (Math.abs(plain.length - root.length) > root.length * 0.05) {
  throw new Error(`The reference writes ${plain.length} characters, the page has ${root.length}`);
}

async function perSecond(work: () => unknown, seconds = 3): Promise<number> {
  const began = performance.now();
  let count = 0;
  while (performance.now() - began < seconds * 1000) {
    await work();
    count++;
  }
  return count / ((performance.now() - began) / 1000);
}

const reference = () => renderToString(page());
await perSecond(renderOurs);
await perSecond(reference);
const rounds: { ours: number; reference: number }[] = [];
for (let round = 0; round < 3; round++) {
  rounds.push({ ours: await perSecond(renderOurs), reference: await perSecond(reference) });
}
console.log(JSON.stringify({ rounds, characters: root.length }));

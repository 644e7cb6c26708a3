import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { build } from 'vite';

/** Opens an address, and returns all scripts that it loads: how many there are, and their kB in gzip. */
export async function loadedScripts(page: Page, url: string): Promise<{ files: number; kB: number }> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(2000);
  let bytes = 0;
  for (const script of scripts) bytes += gzipped(Buffer.from(await (await fetch(script)).arrayBuffer()));
  return { files: scripts.size, kB: bytes / 1000 };
}

/** The size after the build's compression (vite.config.ts). */
function gzipped(code: string | Buffer): number {
  return gzipSync(code, { level: 9 }).length;
}

/** The kB in gzip of a page that uses only hydrateRoot. */
export async function reactDomAlone(): Promise<number> {
  const id = 'virtual:react-dom-alone';
  const code = "import { hydrateRoot } from 'react-dom/client'; hydrateRoot(document.body, null);";
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    build: { write: false, rollupOptions: { input: id } },
    plugins: [
      {
        name: 'react-dom-alone',
        resolveId: (wanted) => (wanted === id ? `\0${id}` : null),
        load: (wanted) => (wanted === `\0${id}` ? code : null),
      },
    ],
  });
  const files = 'output' in output ? output.output : [];
  return files.reduce((sum, file) => sum + (file.type === 'chunk' ? gzipped(file.code) : 0), 0) / 1000;
}

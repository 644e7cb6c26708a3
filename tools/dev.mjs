// `npm run dev`: the site from its source. Changed components are replaced in the open page; the server restarts in the
// same process.
import { createServer } from 'node:http';
import { join, sep } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();

const ENTRIES = { site: '/@longstrip/entry.js', studio: '/@longstrip/studio.js' };
const SOURCES = {
  site: '/src/app/site/browser.tsx',
  studio: '/src/app/studio/studio.tsx',
  preview: '/src/app/studio/preview.tsx',
};
/** The first module of a page: hot reload comes first, since React must find it. */
const entrySource = (source) => `
import '/@vite/client';
import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
await import('${source}');
`;
const SETTLE_MS = 100;

const { createServer: createVite } = await import('vite');
const front = createServer(answer);
const vite = await createVite({
  configFile: 'vite.config.ts',
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, hmr: { server: front } },
});
const print = (line) => console.log(line);
const ground = await attempt(async () => (await loadSite()).openGround(print));
let site = ground && (await attempt(openSite));
if (!site) {
  await stop(1);
} else {
  front.listen(ground.config.port, ground.config.host, () =>
    print(`Longstrip, from its source: ${ground.config.publicUrl}`),
  );
  front.once('error', async (error) => {
    console.error(error.message);
    await stop(1);
  });
}

process.once('SIGINT', () => stop(0)).once('SIGTERM', () => stop(0));

let due = null;
let wordsChanged = false;
vite.watcher.on('all', (_event, path) => {
  if (!isServerSource(path)) return;
  wordsChanged ||= path.startsWith(join(root, 'messages') + sep);
  clearTimeout(due);
  due = setTimeout(startOver, SETTLE_MS);
});

function loadSite() {
  return vite.ssrLoadModule('/tools/dev-site.ts');
}

async function openSite() {
  return (await loadSite()).openSite(ground, ENTRIES);
}

function isServerSource(path) {
  const folders = ['src', 'migrations', 'messages'].map((name) => join(root, name) + sep);
  return folders.some((folder) => path.startsWith(folder)) && !/\.(css|test\.tsx?)$/.test(path);
}

async function startOver() {
  const next = await attempt(openSite);
  if (!next) return; // the last version goes on until the source is valid again
  const last = site;
  site = next;
  await last?.close();
  print('The server started over.');
  // Messages are data of an open page, which a component's reload does not replace.
  if (wordsChanged) vite.ws.send({ type: 'full-reload' });
  wordsChanged = false;
}

async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    vite.ssrFixStacktrace(error);
    console.error(error.faults || error.name === 'OperatorError' ? error.message : error.stack);
    return null;
  }
}

function answer(request, response) {
  const asked = Object.keys(ENTRIES).find((name) => request.url === ENTRIES[name]);
  if (asked) {
    response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(entrySource(SOURCES[asked]));
    return;
  }
  vite.middlewares(request, response, () => {
    allowHotReload(response);
    site.answer(request, response);
  });
}

/** Loosens the product's policy, which forbids Vite's styles and overlay. */
function allowHotReload(response) {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status, ...rest) => {
    const headers = rest.at(-1);
    if (Array.isArray(headers)) {
      const kept = headers.filter((_, index) => !isPolicy(headers[index - (index % 2)]));
      return writeHead(status, kept);
    }
    response.removeHeader('content-security-policy');
    if (headers && typeof headers === 'object') {
      return writeHead(status, Object.fromEntries(Object.entries(headers).filter(([name]) => !isPolicy(name))));
    }
    return writeHead(status, ...rest);
  };
}

function isPolicy(name) {
  return String(name).toLowerCase() === 'content-security-policy';
}

async function stop(status) {
  front.closeAllConnections();
  front.close();
  await site?.close();
  await ground?.close();
  await vite.close();
  process.exit(status);
}

// Stands in for a converter that a hostile file controls: the job's file says what to try, the answer says what it got.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

const attempts = {
  read: (path) => readFileSync(path, 'utf8'),
  write: (path) => writeFileSync(path, 'taken over'),
  signal: (pid) => process.kill(pid, 0),
  environment: () => JSON.stringify(Object.keys(process.env).sort()),
  uid: () => process.getuid(),
  loopback: (port) =>
    new Promise((resolve, reject) => connect(port, '127.0.0.1').on('connect', resolve).on('error', reject)),
};

async function attempt([what, on]) {
  try {
    return { what, got: String(await attempts[what](on)) };
  } catch (error) {
    return { what, failed: error.code ?? error.message };
  }
}

async function answer({ source, outDir }) {
  const { tries, link } = JSON.parse(readFileSync(source, 'utf8'));
  if (link) symlinkSync(link, `${outDir}/page-0-w480.webp`);
  const note = JSON.stringify(await Promise.all(tries.map(attempt)));
  const variants = [{ name: 'w480.webp', type: 'image/webp', width: 480, height: 640, bytes: 1 }];
  const looks = { folder: '/etc', width: 480, height: 640, placeholder: 'data:image/webp;base64,', color: '#000000' };
  const picture = { kind: 'page', tile: 0, ...looks, variants, animated: false };
  return { sourceHash: 'its own', note, pictures: link ? [picture] : [] };
}

process.on('message', async ({ id, job }) => {
  process.send({ id, state: 'done', result: await answer(job) });
});
process.on('disconnect', () => process.exit(0));

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { packageRoot } from '../../server/process/package-root.ts';
import { findFreePort } from '../../server/testing/loopback.ts';

export interface Nginx {
  /** It speaks TLS there, with a certificate of its own making. */
  port: number;
  stop(): Promise<void>;
}

const startsWithinMs = 5000;

/**
 * Starts nginx with deploy/nginx.conf before two processes of the site, below `folder`. Ports, folders and certificate
 * are its own, and one address may ask as often as it likes. Needs nginx and openssl.
 */
export async function startNginx({ folder, ports }: { folder: string; ports: [number, number] }): Promise<Nginx> {
  const [port, plain] = [await findFreePort(), await findFreePort()];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=comics.example.org', '-days', '2'];
  const rsa = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...rsa, ...subject], { stdio: 'ignore' });
  const ours = readFileSync(join(packageRoot, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports[1]}`)
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('/var/lib/nginx/longstrip', join(folder, 'cache'))
    .replace('/var/log/nginx/longstrip.log', join(folder, 'access.log'))
    .replace('rate=50r/s', 'rate=100000r/s');
  mkdirSync(join(folder, 'temp'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/temp;`);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off; ${temp.join(' ')}
${ours}
}
`,
  );
  const nginx = (...words: string[]) =>
    execFileSync('nginx', [...words, '-c', config, '-p', folder], { stdio: 'pipe' });
  nginx('-t', '-q');
  const child = spawn('nginx', ['-c', config, '-p', folder], { stdio: 'ignore' });
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  const deadline = performance.now() + startsWithinMs;
  for (;;) {
    try {
      nginx('-s', 'reopen');
      break;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > deadline) throw error;
      await pause(50); // a short time between two tries: nginx does not tell when it is ready
    }
  }
  return {
    port,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../src/server/testing/loopback.ts';
import { type Running, startServer } from './processes.ts';

/** nginx with sendfile and one worker that serves `bytes` as /file.webp. */
export async function startNginx(folder: string, bytes: Buffer): Promise<Running> {
  const root = join(folder, 'nginx');
  mkdirSync(join(root, 'www'), { recursive: true });
  mkdirSync(join(root, 'temp'), { recursive: true });
  writeFileSync(join(root, 'www', 'file.webp'), bytes);
  const port = await findFreePort();
  const config = join(root, 'nginx.conf');
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${root}/pid; error_log stderr error; user root;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; default_type image/webp;
  client_body_temp_path ${root}/temp; proxy_temp_path ${root}/temp; fastcgi_temp_path ${root}/temp;
  uwsgi_temp_path ${root}/temp; scgi_temp_path ${root}/temp;
  server { listen 127.0.0.1:${port}; root ${root}/www; add_header Cache-Control "public, max-age=31536000, immutable"; }
}
`,
  );
  return startServer({ command: ['nginx', '-c', config, '-p', root], port, path: '/file.webp' });
}

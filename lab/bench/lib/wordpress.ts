import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../../src/server/testing/loopback.ts';
import { has } from './load.ts';
import { type Running, startServer } from './processes.ts';

const run = promisify(execFile);

const wordpress = '/usr/share/wordpress';
const theme = 'twentytwentythree';

/** The name of PHP's server carries its version. */
function findPhpServer(): string | null {
  const folder = '/usr/sbin';
  const name = existsSync(folder) ? readdirSync(folder).find((each) => each.startsWith('php-fpm')) : undefined;
  return name ? join(folder, name) : null;
}

/** The Debian packages that are absent here. */
export function missingForWordpress(): string[] {
  const found: Record<string, boolean> = {
    wordpress: existsSync(join(wordpress, 'wp-includes')),
    [`wordpress-theme-${theme}`]: existsSync(join(wordpress, 'wp-content/themes', theme)),
    'php-fpm': findPhpServer() !== null,
    'php-cli': has('php'),
    'php-mysql': existsSync('/etc/php') && readdirSync('/etc/php').some((version) => hasDriver(version)),
    'mariadb-server': existsSync('/usr/sbin/mariadbd') && has('mariadb-install-db'),
  };
  return Object.keys(found).filter((name) => !found[name]);
}

function hasDriver(version: string): boolean {
  return existsSync(`/etc/php/${version}/mods-available/mysqli.ini`);
}

/**
 * WordPress with some posts, as Debian packages it: MariaDB and PHP on this process's core, and before
 * them nginx on the server's core, with a cache of 5 seconds and gzip.
 */
export async function startWordpress(folder: string, { posts }: { posts: number }): Promise<Running> {
  mkdirSync(folder, { recursive: true });
  const started: ChildProcess[] = [];
  const stop = async () => {
    for (const child of started.reverse()) await end(child);
  };
  try {
    const socket = await startMariadb(folder, started);
    const site = join(folder, 'site');
    cpSync(wordpress, site, { recursive: true, dereference: true });
    const port = await findFreePort();
    writeFileSync(join(site, 'wp-config.php'), configOf({ socket, port }));
    const plugins = join(site, 'wp-content', 'mu-plugins');
    mkdirSync(plugins, { recursive: true });
    // Debian's nginx tells it a host without the port, so that it would send each caller to the page that was asked for.
    writeFileSync(join(plugins, 'stay.php'), "<?php remove_action('template_redirect', 'redirect_canonical');\n");
    writeFileSync(join(folder, 'install.php'), installerOf({ site, posts }));
    await run('php', [join(folder, 'install.php')], { timeout: 300_000 });
    const php = await startPhp(folder, started);
    const nginx = await startNginx(folder, { site, php, port });
    return {
      ...nginx,
      async stop() {
        await nginx.stop();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startMariadb(folder: string, started: ChildProcess[]): Promise<string> {
  const [data, socket] = [join(folder, 'mariadb'), join(folder, 'mariadb.sock')];
  const user = `--user=${process.env.USER ?? 'root'}`;
  await run('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    user,
    '--auth-root-authentication-method=normal',
  ]);
  const options = ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--skip-networking', user];
  started.push(spawn('/usr/sbin/mariadbd', options, { stdio: 'ignore' }));
  await waitFor(async () => {
    await run('mariadb', [
      '--no-defaults',
      `--socket=${socket}`,
      '-uroot',
      '-e',
      'create database if not exists wordpress',
    ]);
  });
  return socket;
}

async function startPhp(folder: string, started: ChildProcess[]): Promise<string> {
  const [socket, file] = [join(folder, 'php.sock'), join(folder, 'php-fpm.conf')];
  writeFileSync(
    file,
    `[global]
error_log = ${folder}/php.log
daemonize = no
[www]
user = ${process.env.USER ?? 'root'}
listen = ${socket}
listen.mode = 0666
pm = static
pm.max_children = 4
`,
  );
  // -R: this process may be root's, and its folders are.
  started.push(spawn(findPhpServer() ?? 'php-fpm', ['-R', '-y', file], { stdio: 'ignore' }));
  await waitFor(async () => {
    if (!existsSync(socket)) throw new Error('PHP does not listen');
  });
  return socket;
}

function startNginx(
  folder: string,
  { site, php, port }: { site: string; php: string; port: number },
): Promise<Running> {
  const config = join(folder, 'nginx.conf');
  mkdirSync(join(folder, 'temp'), { recursive: true });
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log stderr error; user root;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types; default_type application/octet-stream;
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  gzip on; gzip_vary on; gzip_proxied any; gzip_types text/css application/javascript application/json;
  client_body_temp_path ${folder}/temp; proxy_temp_path ${folder}/temp; fastcgi_temp_path ${folder}/temp;
  uwsgi_temp_path ${folder}/temp; scgi_temp_path ${folder}/temp;
  fastcgi_cache_path ${folder}/cache levels=1:2 keys_zone=micro:16m inactive=1m;
  server {
    listen 127.0.0.1:${port}; root ${site}; index index.php;
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_pass unix:${php};
      fastcgi_cache micro; fastcgi_cache_key $scheme$host$request_uri; fastcgi_cache_valid 200 5s;
      fastcgi_cache_lock on; fastcgi_cache_use_stale updating; fastcgi_cache_background_update on;
      add_header X-Cache $upstream_cache_status;
    }
  }
}
`,
  );
  return startServer({ command: ['nginx', '-c', config, '-p', folder], port, path: '/' });
}

function configOf({ socket, port }: { socket: string; port: number }): string {
  return `<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', 'http://127.0.0.1:${port}'); define('WP_SITEURL', 'http://127.0.0.1:${port}');
define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
}

/** Installs WordPress and publishes posts, as its own screens would. */
function installerOf({ site, posts }: { site: string; posts: number }): string {
  return `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1'; $_SERVER['SERVER_NAME'] = '127.0.0.1';
function wp_mail() { return true; }
require '${site}/wp-load.php';
require '${site}/wp-admin/includes/upgrade.php';
wp_install('Books', 'owner', 'owner@example.com', true, '', 'secret');
switch_theme('${theme}');
update_option('posts_per_page', ${posts});
for ($n = 1; $n <= ${posts}; $n++) wp_insert_post(array(
  'post_title' => "The book of number $n", 'post_status' => 'publish', 'post_author' => 1,
  'post_excerpt' => 'An introduction of a usual length, for a book among many.',
  'post_content' => 'An introduction of a usual length, for a book among many.'));
`;
}

async function waitFor(check: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(force);
}

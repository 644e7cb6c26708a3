import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readText, root } from './tree.ts';

/** Checks the files of deploy/ by their text, and by the programs that read them where those are there. */

const unit = 'deploy/longstrip.service';
const analyze = (...words: string[]) => spawnSync('systemd-analyze', [...words, unit], { encoding: 'utf8' });
const isAbsent = spawnSync('systemd-analyze', ['--version']).status !== 0;

it('runs as a user of its own that may write its data folder alone', () => {
  const lines = readText(unit).split('\n');
  for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
    expect(lines).toContain(line);
  expect(lines).toContain('Environment=DATA_DIR=/var/lib/longstrip');
  expect(lines).toContain('StateDirectory=longstrip longstrip-backup');
});

it('runs commands as the same user, in the same folders, with the same settings', () => {
  const command = readText('deploy/longstrip');
  const unitText = readText(unit);
  for (const name of [
    ...['User', 'DynamicUser', 'StateDirectory', 'StateDirectoryMode'],
    ...['UMask', 'WorkingDirectory', 'EnvironmentFile'],
  ]) {
    const value = new RegExp(`^${name}=(.*)$`, 'm').exec(unitText)?.[1] ?? '';
    expect([name, command.replaceAll('"', '').includes(`--property=${name}=${value} `)]).toEqual([name, true]);
  }
  for (const name of ['NODE_ENV', 'DATA_DIR']) {
    const value = new RegExp(`^Environment=${name}=(.*)$`, 'm').exec(unitText)?.[1] ?? '';
    expect([name, command.includes(`--setenv=${name}=${value} `)]).toEqual([name, true]);
  }
  expect(spawnSync('sh', ['-n', join(root, 'deploy/longstrip')]).status).toBe(0);
});

it.skipIf(isAbsent)('is a unit that systemd-analyze verify finds nothing wrong with', () => {
  const { status, stdout, stderr } = analyze('verify', '--man=no');
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

it.skipIf(isAbsent)('has an exposure of at most 3 by systemd-analyze security', () => {
  const { status, stdout, stderr } = analyze('security', '--offline=true', '--threshold=30', '--no-pager');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/Overall exposure level/);
});

const containerfile = readText('deploy/Containerfile');
const [, run = ''] = containerfile.split(/^FROM .*$/m).slice(1);

it('builds an image that runs as nobody in particular, and tells its health', () => {
  expect(run).toMatch(/^USER 10001:10001$/m);
  expect(run).toMatch(/^VOLUME \/data$/m);
  expect(run).toMatch(/^HEALTHCHECK .*"bin\/longstrip\.mjs", "health"\]$/m);
  expect(run).toMatch(/^ENTRYPOINT \["node", "bin\/longstrip\.mjs"\]$/m);
  // Secrets are made in DATA_DIR, or given when it runs; no file of a developer's settings comes along.
  expect(containerfile).not.toMatch(/(SECRET|PASSWORD|TOKEN|KEY)\w*=/);
  expect(readText('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['**/.*', 'data', 'node_modules']));
});

it('copies into the image what the package names, and what is there', () => {
  const copied = [...run.matchAll(/^COPY --from=build \/build\/(\S+) /gm)].map(([, path = '']) => path);
  const { files }: { files: string[] } = JSON.parse(readText('package.json'));
  expect(copied.sort()).toEqual([...files, 'node_modules', 'package.json'].sort());
  for (const path of copied.filter((each) => each !== 'dist'))
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
});

interface Service {
  image?: string;
  command?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
}
const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(
  readText('deploy/compose.yaml'),
  { merge: true },
);

it('composes two processes for readers, one for the jobs, a database, a bucket and nginx, each with a check of its health', () => {
  const { services } = compose;
  expect(Object.keys(services).sort()).toEqual(['database', 'demo', 'jobs', 'proxy', 's3', 'web1', 'web2']);
  for (const [name, { healthcheck }] of Object.entries(services))
    if (name !== 'demo') expect([name, (healthcheck?.test ?? []).length > 1]).toEqual([name, true]);
  const roles = ['web1', 'web2', 'jobs'].map((name) => services[name]?.environment?.ROLE);
  expect(roles).toEqual(['web', 'web', 'jobs']);
  for (const name of ['demo', 'web1', 'web2', 'jobs']) {
    const { image, read_only, cap_drop, environment, volumes } = services[name] ?? {};
    expect({ image, read_only, cap_drop, volumes }).toEqual({
      ...{ image: 'longstrip', read_only: true, cap_drop: ['ALL'], volumes: ['data:/data'] },
    });
    expect(environment?.DATABASE_URL).toContain('@database:5432/');
    expect(environment).toMatchObject({
      MEDIA_STORE: expect.stringContaining('s3://longstrip/site'),
      S3_ENDPOINT: expect.stringContaining('http://s3:9000'),
    });
  }
});

it('starts nothing before what it needs', () => {
  const prepares = ['demo', 'service_completed_successfully'];
  for (const { depends_on: needed = {} } of Object.values(compose.services))
    for (const [name, { condition }] of Object.entries(needed)) {
      const other = compose.services[name];
      expect([name, other !== undefined]).toEqual([name, true]);
      if (condition === 'service_healthy') expect(other?.healthcheck?.test).toBeDefined();
      else
        expect([name, condition, other?.command?.join()]).toEqual([
          ...prepares,
          expect.stringMatching(/^\$\{\w+:-seed\}$/),
        ]);
    }
});

const hasNoNginx = spawnSync('nginx', ['-v']).status !== 0;
it.skipIf(hasNoNginx)('has a file for the nginx of compose that nginx -t finds nothing wrong with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'longstrip-compose-'));
  try {
    const ours = readText('deploy/compose.nginx.conf')
      .replace(/\bweb[12]:3000/g, '127.0.0.1:9')
      .replace('/var/cache/nginx/longstrip', join(folder, 'cache'));
    const config = join(folder, 'nginx.conf');
    writeFileSync(
      config,
      `pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${ours} }`,
    );
    const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-c', config, '-p', folder], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

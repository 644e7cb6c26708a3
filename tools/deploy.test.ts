import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readText } from './tree.ts';

/** Checks the unit file for systemd; where systemd-analyze is absent, by its text alone. */

const unit = 'deploy/longstrip.service';
const analyze = (...words: string[]) => spawnSync('systemd-analyze', [...words, unit], { encoding: 'utf8' });
const isAbsent = spawnSync('systemd-analyze', ['--version']).status !== 0;

it('runs as a user of its own that may write its data folder alone', () => {
  const lines = readText(unit).split('\n');
  for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
    expect(lines).toContain(line);
  expect(lines).toContain('Environment=DATA_DIR=/var/lib/longstrip');
  expect(lines).toContain('StateDirectory=longstrip');
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

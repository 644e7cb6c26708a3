import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../src/server/metrics/metrics.ts';
import { readText, root } from './tree.ts';

/** Checks the alerts and the dashboard against the figures that a process really shows. */

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  annotations?: { runbook: string; summary: string };
}
const folder = 'deploy/prometheus';
const { groups }: { groups: { rules: Rule[] }[] } = parse(readText(`${folder}/alerts.yml`));
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readText('deploy/grafana.json'),
);
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** Names of figures in an expression, without those of a histogram's parts, of labels and of functions. */
function figuresIn(expr: string): string[] {
  const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|on|without)\s*\([^)]*\)|"[^"]*"/g, ' ');
  const names = [...bare.matchAll(/[a-z][a-z0-9_:]*(?!\s*\()\b/g)].map(([name]) => name);
  const words = ['and', 'or', 'unless', 'by', 'on', 'up'];
  return names.filter((name) => !words.includes(name) && /[_:]/.test(name) && !/^(histogram_quantile)$/.test(name));
}

it('asks only for figures that a process shows', async () => {
  const metrics = createMetrics();
  metrics.watchReplica(() => 0); // shown only where there is a replica
  const shown = await metrics.print();
  const names = new Set([...shown.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  for (const { record } of rules) if (record) names.add(record);
  const asked = [...new Set(expressions.flatMap(figuresIn))];
  expect(asked.length).toBeGreaterThan(20);
  const strange = asked.filter((name) => !names.has(name) && !names.has(name.replace(/_(count|sum|bucket)$/, '')));
  expect(strange).toEqual([]);
});

it('has the alerts that the runbooks are for, and a runbook for each', () => {
  expect(alerts.map(({ alert }) => alert)).toHaveLength(26);
  for (const { alert = '', annotations } of alerts) {
    expect(annotations?.runbook).toBe(`docs/runbooks/alert-${alert.toLowerCase()}.md`);
    expect(existsSync(join(root, annotations?.runbook ?? ''))).toBe(true);
    expect(readText(annotations?.runbook ?? '')).toContain(`# ${alert}: `);
  }
});

it('tries each alert, until it fires and until it is over', () => {
  const { tests }: { tests: { name: string; alert_rule_test: { exp_alerts: unknown[] }[] }[] } = parse(
    readText(`${folder}/alerts.test.yml`),
  );
  expect(tests.map(({ name }) => name)).toEqual(alerts.map(({ alert }) => alert));
  for (const { name, alert_rule_test: looks } of tests) {
    expect([name, looks.length % 2]).toEqual([name, 0]);
    expect(looks.map(({ exp_alerts: fired }) => fired.length)).toEqual(looks.map((_, look) => (look + 1) % 2));
  }
});

const isAbsent = spawnSync('promtool', ['--version']).status !== 0;
// Beside other tests it takes a minute.
it.skipIf(isAbsent)('passes in promtool', { timeout: 300_000 }, () => {
  for (const words of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: join(root, folder), encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  }
});

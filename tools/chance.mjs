// Histories by chance, for `npm test -- --by-chance MINUTES`.
import { randomInt } from 'node:crypto';
import { bin } from './steps.mjs';

const files = [
  'src/features/payments/server/histories.test.ts',
  'src/features/releases/server/release-histories.test.ts',
  'src/features/releases/server/release-processes.test.ts',
  'src/features/numbers/server/numbers-histories.test.ts',
];

/**
 * Plays histories of payments, releases and numbers for some minutes, each round from a seed that nobody has chosen.
 * It stops at the first that fails, and says what repeats it; returns how many rounds passed.
 */
export async function playByChance(steps, minutes) {
  const until = performance.now() + minutes * 60_000;
  for (let passed = 0; ; passed += 1) {
    if (performance.now() >= until) return { passed, failed: 0 };
    const seed = randomInt(2 ** 30);
    const name = `histories from seed ${seed}`;
    await steps.run({ name, command: [bin('vitest'), 'run', ...files], env: { SEED: String(seed), LONG: '' } });
    if (!steps.failed.includes(name)) continue;
    steps.remarks.push(`Repeat it: SEED=${seed} npx vitest run ${files.join(' ')}`);
    return { passed, failed: 1 };
  }
}

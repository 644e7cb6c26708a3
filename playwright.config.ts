import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** Set by `npm test`, which finds a free port and a browser; the defaults serve `npx playwright test`. */
const port = Number(process.env.JOURNEY_PORT ?? 3190);
const executablePath = process.env.CHROMIUM;
/** Where the server keeps its data: journeys run the command line beside it. The tests' processes inherit the name. */
process.env.JOURNEY_DATA_DIR ??= join(tmpdir(), `longstrip-journeys-${randomUUID()}`);

/**
 * Without the first two no window draws suggestions below an address bar that nobody sees: two pages more for each page
 * of a journey. The browser hears the last list only, so those that Playwright itself switches off are named again.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // A busy machine may be late; `npm test` names what did not pass at its first try.
  retries: 2,
  // One more than we promise cores: a journey often waits, for a picture or for a moment to pass.
  workers: 3,
  // The last long file is shared out, so that no worker waits for another's end.
  fullyParallel: true,
  // A machine of continuous integration may be busy with others, and a second try takes longer than to wait.
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'on-first-retry',
    // Journeys stand in for answers that a service worker would fetch behind their back; e2e/offline.spec.ts lets it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Root has no sandbox, and a container no graphics.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        `--disable-features=${featuresOff.join(',')}`,
      ],
    },
  },
  // `npm test` has started it already.
  webServer:
    process.env.JOURNEY_SITE === 'there'
      ? []
      : [
          {
            command: 'node tools/journey-server.mjs',
            env: { JOURNEY_PORT: String(port), JOURNEY_DATA_DIR: process.env.JOURNEY_DATA_DIR },
            url: `http://localhost:${port}/readyz`,
            timeout: 240_000,
            gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
            stdout: 'pipe',
          },
        ],
});

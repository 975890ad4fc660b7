import { defineConfig, devices } from '@playwright/test';
import { freePort } from './server/testing/free-port.ts';

/** Each worker has an agency and a server of its own, so that stories of two files never meet. */
const WORKERS = process.env.CI && !process.env.E2E_DATABASE_URL ? 2 : 1;
const ports = async () => (await Promise.all(Array.from({ length: WORKERS }, freePort))).join(',');
// Chosen once, in the main process; the workers inherit them.
process.env.E2E_PORTS ??= await ports();
process.env.E2E_TWILIO_PORTS ??= await ports();
const twilioPorts = process.env.E2E_TWILIO_PORTS.split(',');
const agencies = process.env.E2E_PORTS.split(',').map((PORT, place) => ({
  PORT,
  E2E_TWILIO_PORT: twilioPorts[place] ?? '',
}));

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  forbidOnly: Boolean(process.env.CI),
  // Stories of one file follow each other.
  workers: WORKERS,
  // Stories wait for what they need, however loaded the machine is; only one that hangs is ended.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1400, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Denver',
    // Writing a trace takes a third of the time of a story.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: agencies.map((env) => ({
    command: `"${process.execPath}" e2e/serve.ts`,
    url: `http://localhost:${env.PORT}/readyz`,
    env,
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
    stdout: process.env.E2E_VERBOSE ? ('pipe' as const) : ('ignore' as const),
    stderr: 'pipe' as const,
  })),
});

import { defineConfig, devices } from '@playwright/test';
import { roomyPlace } from './server/testing/roomy-place.ts';

// The agencies and browsers of the stories write much that nobody keeps.
process.env.TMPDIR ??= await roomyPlace();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  forbidOnly: Boolean(process.env.CI),
  // Stories of one file follow each other; each file has an agency and a server of its own.
  // A story waits for its server as often as its server waits for it: two cores carry three.
  workers: process.env.CI ? 3 : 1,
  // Stories wait for what they need, however loaded the machine is; only one that hangs is ended.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1400, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Denver',
    // No story waits until a menu has faded in; those of what moves (still.e2e.ts) ask for motion.
    contextOptions: { reducedMotion: 'reduce' },
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
        // No page lives long enough to earn back what optimizing its code takes of the other core.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  globalSetup: './e2e/first-agency.ts',
});

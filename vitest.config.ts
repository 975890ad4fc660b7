import { defineConfig } from 'vitest/config';

if (Number.parseInt(process.versions.node, 10) < 26) {
  throw new Error(
    'Tests run on the Node of node_modules: node_modules/.bin/node node_modules/vitest/vitest.mjs run',
  );
}

export default defineConfig({
  test: {
    // 2 cores, one of them busy with PostgreSQL or a browser
    maxWorkers: 2,
    // A loaded machine may miss a moment that a test waits for; a real fault fails each time.
    retry: process.env.CI ? 2 : 0,
    projects: [
      {
        test: {
          name: 'domain',
          environment: 'node',
          include: ['domain/src/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/src/**/*.test.ts', 'simulators/src/**/*.test.ts'],
          globalSetup: ['server/src/platform/testing/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/test-setup.ts'],
          testTimeout: 15_000,
        },
      },
    ],
  },
});

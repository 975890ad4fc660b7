import { defineConfig } from 'vitest/config';

if (Number.parseInt(process.versions.node, 10) < 26) {
  throw new Error(
    'Tests run on the Node of node_modules: node_modules/.bin/node node_modules/vitest/vitest.mjs run',
  );
}

/** Tests wait for what they need, however loaded the machine is; only one that hangs is ended. */
const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    // 2 cores, one of them busy with PostgreSQL or a browser
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'domain',
          environment: 'node',
          include: ['domain/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: [
            'server/{src,testing}/**/*.test.ts',
            'simulators/src/**/*.test.ts',
            'api-client/src/**/*.test.ts',
          ],
          globalSetup: ['server/testing/postgres.ts'],
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/setup.ts'],
          ...PATIENCE,
        },
      },
    ],
  },
});

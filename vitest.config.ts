import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { roomyPlace } from './server/testing/roomy-place.ts';
import { guidePages } from './web/guide-pages.ts';

// What tests write is kept by nobody.
process.env.TMPDIR ??= await roomyPlace();

if (Number.parseInt(process.versions.node, 10) < 26) {
  throw new Error(
    'Tests run on the Node of node_modules: node_modules/.bin/node node_modules/vitest/vitest.mjs run',
  );
}

/** What takes minutes begins first: at the end no core waits for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId, project }: TestSpecification) =>
      (project.name === 'server' ? 0 : 2) + (moduleId.includes('/server/testing/') ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const SHARED = {
  // Tests wait for what they need, however loaded the machine is; only one that hangs is ended.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Files share what they import, which is a fifth of the whole time; each cleans up after itself, in any order.
  isolate: false,
};

export default defineConfig({
  test: {
    // A file waits for its servers, kills and clocks an eighth of its time: two cores carry three.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'domain',
          environment: 'node',
          include: ['domain/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          ...SHARED,
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
          ...SHARED,
        },
      },
      {
        plugins: [guidePages()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          // The window of a desk, unless a test says otherwise.
          environmentOptions: { happyDOM: { width: 1400, height: 900 } },
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/setup.ts'],
          ...SHARED,
        },
      },
    ],
  },
});

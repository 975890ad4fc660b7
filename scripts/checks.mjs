import { join } from 'node:path';
import { checkStructure } from './check-structure.mjs';
import { ROOT, run } from './steps.mjs';

const tool = (node, path, ...args) => run(node, [join(ROOT, 'node_modules', path), ...args]);

/** What was found out of a part is kept beside the packages: the next check looks at what has changed since. */
const keptTypes = (part) =>
  join(ROOT, 'node_modules/.cache/types', `${part.replaceAll('/', '-')}.tsbuildinfo`);

// Several checkers of one part find the same types anew, each for itself; here the other core has the next part.
const typesOf = (node, part) =>
  tool(
    node,
    'typescript/bin/tsc',
    ...['-p', part, '--checkers', '1', '--incremental', '--tsBuildInfoFile', keptTypes(part)],
  );

/** Format and lint, types of each part, structure, migrations, length of functions, wording, the OpenAPI document and its client: each one is one test. */
export function checks(node) {
  const types = ['domain', 'server', 'web', 'web/src/caregiver/worker', 'e2e'].map((part) => ({
    name: `types of ${part}`,
    work: () => typesOf(node, part),
  }));
  const lint = {
    name: 'format and lint',
    work: () => tool(node, '@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  };
  const structure = {
    name: 'structure',
    work: async () => {
      const problems = checkStructure();
      return { code: problems.length > 0 ? 1 : 0, output: problems.join('\n') };
    },
  };
  const openApi = {
    name: 'OpenAPI document and its client',
    work: async () => {
      const generated = await run(node, [join(ROOT, 'api-client/src/generate.ts')]);
      return generated.code === 0 ? typesOf(node, 'api-client') : generated;
    },
  };
  const length = {
    name: 'length of functions',
    work: () => run(node, [join(ROOT, 'scripts/check-length.ts')]),
  };
  const wording = {
    name: 'wording',
    work: () => run(node, [join(ROOT, 'scripts/check-wording.ts')]),
  };
  const migrations = {
    name: 'migrations',
    work: () => run(node, [join(ROOT, 'scripts/check-migrations.ts')]),
  };
  return [...types, lint, structure, migrations, length, wording, openApi];
}

/** Two at a time; gives each result in the order of the list. */
export async function runChecks(list) {
  const results = [];
  const waiting = [...list.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, { name, work }] = next;
      const begun = Date.now();
      const { code, output } = await work();
      results[place] = { name, passed: code === 0, output: output.trim() };
      const seconds = ((Date.now() - begun) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.trim());
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}

import { checks, runChecks } from './checks.mjs';
import { install } from './install.mjs';
import { command, run } from './steps.mjs';

command(async () => {
  const node = await install();
  const rules = {
    name: 'rule tests',
    work: () =>
      run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'domain', '--reporter', 'dot']),
  };
  const results = await runChecks([...checks(node), rules]);
  const failed = results.filter((result) => !result.passed).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

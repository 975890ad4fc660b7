// Where the processor time of the calls goes whose target is missed or near: docs/proof.md, Flame graphs.
import { install } from './install.mjs';
import { command, foreground, Stop } from './steps.mjs';

/** A bench that drives the call, and of several calls the one that is meant. */
const DRIVEN = {
  'plan-save': ['plan-save'],
  'check-in': ['check-in'],
  'person-save': ['person-save'],
  'unchanged-poll': ['unchanged-poll'],
  'board-delta': ['changed-list', 'caregivers on the board of a week'],
};

command(async (names) => {
  const unknown = names.filter((name) => !(name in DRIVEN));
  if (unknown.length > 0)
    throw new Stop(
      `There is no flame graph ${unknown.join(', ')}. There are: ${Object.keys(DRIVEN).join(', ')}.`,
    );
  const node = await install();
  let failed = 0;
  for (const [name, [bench, list = '']] of Object.entries(DRIVEN)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const file = `docs/img/flames-${name}.svg`;
    console.log(`\n— ${file}`);
    const env = { BENCH_FLAMES: file, BENCH_LIST: list };
    const code = await foreground(node, ['--expose-gc', `bench/${bench}.bench.ts`], { env });
    if (code !== 0) failed += 1;
  }
  return failed === 0 ? 0 : 1;
});

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  compareFigures,
  firstFigures,
  isAtRest,
  keepFigures,
  readFigures,
  readKept,
  writeKept,
} from './bench-figures.mjs';
import { longRun } from './long-run.mjs';
import { ROOT } from './steps.mjs';

const KEEP = '--keep';
const BASELINE = join(ROOT, 'bench/baseline.json');

longRun('bench', ['bench', 'e2e'], {
  flags: [KEEP],
  around: () => {
    const folder = mkdtempSync(join(tmpdir(), 'homecare-figures-'));
    const file = join(folder, 'figures');
    process.env.BENCH_FIGURES = file;
    const wasAtRest = isAtRest(loadavg(), availableParallelism());
    return (flags) => {
      const figures = readFigures(file);
      rmSync(folder, { recursive: true });
      const kept = readKept(BASELINE);
      const said = compareFigures(figures, kept);
      console.log('\n— beside bench/baseline.json');
      console.log(said.length === 0 ? 'nothing is worse by more than 15 %' : said.join('\n'));
      const first = firstFigures(figures, kept);
      if (flags.includes(KEEP)) writeKept(BASELINE, keepFigures(figures, kept));
      else if (first.length > 0 && wasAtRest) {
        writeKept(BASELINE, keepFigures(first, kept));
        console.log(`${first.length} figures that had none before are kept`);
      } else if (first.length > 0)
        console.log(`${first.length} figures have none before: a run on a machine at rest keeps them`);
    };
  },
});

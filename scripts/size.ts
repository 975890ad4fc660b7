import { sizeOfCommits } from './size-of-commits.ts';
import { ROOT, Stop } from './steps.mjs';

/** The first commit of the work that 'one way to do each thing' is measured by. */
const BEFORE = '07c9ed0a979d4fc36fb2deb3dcc6b70769fca093';

try {
  const [before = BEFORE, after = 'HEAD'] = process.argv.slice(2);
  console.log(await sizeOfCommits(ROOT, before, after));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

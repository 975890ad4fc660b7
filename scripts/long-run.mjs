import { basename } from 'node:path';
import { install } from './install.mjs';
import { command, filesBelow, foreground, Stop } from './steps.mjs';

/** Runs every file that ends in `.<kind>.ts`, or those named on the command line, one after the other. */
export function longRun(kind, folders) {
  command(async (names) => {
    const ending = `.${kind}.ts`;
    const files = filesBelow(folders).filter((file) => file.endsWith(ending));
    const known = files.map((file) => basename(file, ending));
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new Stop(
        `No ${kind} is called ${unknown.join(', ')}. There are: ${known.join(', ') || 'none yet'}.`,
      );
    }
    const chosen = files.filter((file) => names.length === 0 || names.includes(basename(file, ending)));
    const node = await install();
    let failed = 0;
    for (const file of chosen) {
      console.log(`\n— ${basename(file, ending)}`);
      const code = await foreground(node, ['--expose-gc', file]);
      if (code !== 0) failed += 1;
    }
    console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  });
}

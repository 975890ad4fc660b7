import { basename } from 'node:path';
import { install } from './install.mjs';
import { command, filesBelow, foreground, Stop } from './steps.mjs';

/** Whatever hangs is ended: the longest of them takes less than half of this. */
const LIMIT_MS = 90 * 60_000;

/** Flags of the command line; npm keeps those without `--` before them for itself and passes them on in the environment. */
export const givenFlags = (words, flags, environment = process.env) =>
  flags.filter((flag) => words.includes(flag) || environment[`npm_config_${flag.replace(/^--/, '')}`]);

/**
 * Runs every file that ends in `.<kind>.ts`, or those named on the command line, one after the other. `flags` are the other
 * words that it knows, which each file gets too; `around` runs before, and what it answers afterwards with the flags that were
 * given.
 */
export function longRun(kind, folders, { flags = [], around = () => () => undefined } = {}) {
  command(async (words) => {
    const names = words.filter((word) => !flags.includes(word));
    const given = givenFlags(words, flags);
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
    const finish = around();
    let failed = 0;
    for (const file of chosen) {
      console.log(`\n— ${basename(file, ending)}`);
      const code = await foreground(node, ['--expose-gc', file, ...given], { limitMs: LIMIT_MS });
      if (code !== 0) failed += 1;
    }
    finish(given);
    console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  });
}

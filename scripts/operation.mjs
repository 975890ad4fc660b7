import { install } from './install.mjs';
import { command, foreground } from './steps.mjs';

/** Runs server/src/operations/<name>.ts with the arguments of the command line. */
export function operation(name) {
  command(async (args) => foreground(await install(), [`server/src/operations/${name}.ts`, ...args]));
}

import { install } from './install.mjs';
import { command, foreground } from './steps.mjs';

command(async (args) => foreground(await install(), ['scripts/size.ts', ...args]));

import { install } from './install.mjs';
import { command, foreground } from './steps.mjs';

command(async (names) => foreground(await install(), ['e2e/guide-pictures.ts', ...names]));

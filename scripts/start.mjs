import { buildWeb } from './build-web.mjs';
import { install } from './install.mjs';
import { command, foreground } from './steps.mjs';

command(async (args) => {
  const node = await install();
  await buildWeb(node);
  return foreground(node, ['server/src/main.ts', ...args]);
});

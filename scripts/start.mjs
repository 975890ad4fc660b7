import { buildWeb } from './build-web.mjs';
import { install } from './install.mjs';
import { LEAN_FLAGS, leanEnvironment } from './lean-memory.mjs';
import { command, foreground } from './steps.mjs';

command(async (args) => {
  const node = await install();
  await buildWeb(node);
  return foreground(node, [...LEAN_FLAGS, 'server/src/main.ts', ...args], {
    env: leanEnvironment(process.env),
  });
});

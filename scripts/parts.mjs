import { join } from 'node:path';
import { install } from './install.mjs';
import { command, foreground, ROOT } from './steps.mjs';

/** Writes what the product is made of: `npm run parts -- FOLDER`. */
command(async (args) => {
  const node = await install();
  return foreground(node, [join(ROOT, 'scripts/bill-of-materials.ts'), ...args]);
});

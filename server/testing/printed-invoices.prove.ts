import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runLonger } from './longer-test.ts';

/** Every kind of invoice and statement as PDF and, if pdftoppm (poppler-utils) is installed, as pictures to view. */
const FOLDER = join(process.cwd(), 'test-results', 'printed');

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
runLonger('printed-invoices.test.ts', { PRINTED_TO: FOLDER });
process.once('beforeExit', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.pdf'));
  for (const file of files)
    spawnSync('pdftoppm', ['-png', '-r', '80', join(FOLDER, file), join(FOLDER, file.replace('.pdf', ''))]);
  const pictures = readdirSync(FOLDER).filter((file) => file.endsWith('.png'));
  console.log(`${files.length} documents, ${pictures.length} pictures in ${FOLDER}`);
});

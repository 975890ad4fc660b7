import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, ROOT } from './steps.mjs';

/** Every folder with source of our own: what the checks of structure and of references read. */
const SOURCE_FOLDERS = [
  'domain/src',
  'server',
  'web/src',
  'web/testing',
  'api-client/product',
  'api-client/src',
  'simulators/src',
  'e2e',
  'bench',
  'scripts',
];

export const sourceFiles = () => filesBelow(SOURCE_FOLDERS).filter((file) => !file.includes('node_modules/'));

export const readSource = (file) => readFileSync(join(ROOT, file), 'utf8');

export const withoutComments = (source) =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

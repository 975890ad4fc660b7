import { checkFile, getProgress, importFile, readFile } from '@homecare/domain/people-import/contract.ts';
import { bind, bindUpload } from '../platform/http/bind.ts';
import { readProgress } from './progress.ts';
import * as imports from './service.ts';

export const peopleImportRoutes = [
  bindUpload(readFile, imports.readFile),
  bindUpload(checkFile, imports.checkFile),
  bindUpload(importFile, imports.importFile),
  bind(getProgress, readProgress),
];

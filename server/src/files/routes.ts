import * as calls from '@homecare/domain/files/contract.ts';
import { bind, bindUpload } from '../platform/http/bind.ts';
import * as files from './service.ts';

export const fileRoutes = [
  bindUpload(calls.uploadFile, files.uploadFile),
  bind(calls.getUserFiles, files.getUserFiles),
  bind(calls.downloadFile, files.downloadFile),
  bind(calls.renameUserFile, files.renameUserFile),
  bind(calls.deleteUserFile, files.deleteUserFile),
  bind(calls.restoreUserFile, files.restoreUserFile),
];

import {
  deleteUserFile,
  downloadFile,
  getUserFiles,
  renameUserFile,
  uploadFile,
} from '@homecare/domain/files/contract.ts';
import { bind, bindUpload } from '../platform/http/bind.ts';
import * as files from './service.ts';

export const fileRoutes = [
  bindUpload(uploadFile, files.uploadFile),
  bind(getUserFiles, files.getUserFiles),
  bind(downloadFile, files.downloadFile),
  bind(renameUserFile, files.renameUserFile),
  bind(deleteUserFile, files.deleteUserFile),
];

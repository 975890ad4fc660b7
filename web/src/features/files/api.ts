import {
  deleteUserFile,
  downloadFile,
  getUserFiles,
  renameUserFile,
  restoreUserFile,
  uploadFile,
} from '@homecare/domain/files/contract.ts';
import { useRead } from '../../platform/query.ts';
import { fetchFile } from '../../platform/send-file.ts';

export const useFiles = (personId: number) => useRead(getUserFiles, { id: personId }, { staleTime: 0 });

export const ADD_FILE = { call: uploadFile, changes: [getUserFiles] } as const;
export const RENAME_FILE = { call: renameUserFile, changes: [getUserFiles] } as const;
export const DELETE_FILE = { call: deleteUserFile, changes: [getUserFiles] } as const;
export const RESTORE_FILE = { call: restoreUserFile, changes: [getUserFiles] } as const;

export const loadFile = (id: number, name: string) => fetchFile(downloadFile, { id, name });

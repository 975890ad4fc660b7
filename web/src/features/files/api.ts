import {
  deleteUserFile,
  downloadFile,
  getUserFiles,
  renameUserFile,
  uploadFile,
} from '@homecare/domain/files/contract.ts';
import { markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
import { fetchFile, sendFile } from '../../platform/send-file.ts';

export const useFiles = (personId: number) => useRead(getUserFiles, { id: personId }, { staleTime: 0 });

const filesChanged = () => void markStale(getUserFiles);

export const addFile = async (
  id: number,
  name: string,
  file: File,
  options: {
    readonly onProgress: (part: number) => void;
    readonly signal: AbortSignal;
    readonly key: string;
  },
) => {
  const sent = await sendFile(uploadFile, { id, name }, file, options);
  if (sent.ok) filesChanged();
  return sent;
};

export const renameFile = async (id: number, name: string, rename: string) => {
  const sent = await send(renameUserFile, { id, name, rename });
  filesChanged();
  return sent;
};

export const deleteFile = async (id: number, name: string) => {
  const sent = await send(deleteUserFile, { id, name });
  filesChanged();
  return sent;
};

export const loadFile = (id: number, name: string) => fetchFile(downloadFile, { id, name });

import type { InputOf } from '@homecare/domain/call.ts';
import { getCandidates } from '@homecare/domain/candidates/contract.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import {
  checkFile,
  getProgress,
  type ImportProgress,
  importFile,
  readFile,
} from '@homecare/domain/people-import/contract.ts';
import { useEffect, useState } from 'react';
import { markStale } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
import { sendFile } from '../../platform/send-file.ts';

export type Checking = InputOf<typeof checkFile>;
type Sending = (part: number) => void;

export const readImport = (file: File, onProgress: Sending) => sendFile(readFile, {}, file, { onProgress });

export const checkImport = (file: File, input: Checking, onProgress: Sending) =>
  sendFile(checkFile, input, file, { onProgress });

export const runImport = async (
  file: File,
  input: InputOf<typeof importFile>,
  key: string,
  onProgress: Sending,
) => {
  const sent = await sendFile(importFile, input, file, { key, onProgress });
  if (sent.ok) void markStale(getPeople, getCandidates);
  return sent;
};

const EVERY_MS = 400;

/** How far the server is with a check or import, asked again and again while it runs. */
export const useImportProgress = (run: string | undefined): ImportProgress => {
  const [progress, setProgress] = useState<ImportProgress>(null);
  useEffect(() => {
    setProgress(null);
    if (run === undefined) return;
    const stop = new AbortController();
    const timer = window.setInterval(async () => {
      const sent = await send(getProgress, { run }, { signal: stop.signal });
      if (sent.ok && !stop.signal.aborted) setProgress(sent.data);
    }, EVERY_MS);
    return () => {
      window.clearInterval(timer);
      stop.abort();
    };
  }, [run]);
  return progress;
};

import * as calls from '@homecare/domain/calculator/contract.ts';
import { type CalculatorRequest, ResultFile } from '@homecare/domain/calculator/schema.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { FailedCall, markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
import { fetchFile, saveAs } from '../../platform/send-file.ts';

export const useNorms = () => useRead(calls.listNorms, {});

export const SAVE_NORM = { call: calls.saveNorm, changes: [calls.listNorms] } as const;
export const SAVE_CAP = { call: calls.saveCap, changes: [calls.listNorms] } as const;
export const REMOVE_NORM = { call: calls.removeNorm, changes: [calls.listNorms] } as const;
export const REMOVE_CAP = { call: calls.removeCap, changes: [calls.listNorms] } as const;

export const useResults = () => useRead(calls.listResults, {}, { staleTime: 0 });

export const calculate = async (request: CalculatorRequest, key: string) => {
  const sent = await send(calls.calculate, request, { key });
  if (sent.ok) await markStale(calls.listResults);
  return sent;
};

export const downloadResult = async (file: string) => {
  const sent = await fetchFile(calls.getResult, { file });
  if (sent.ok) saveAs(sent.data, file);
  return sent;
};

const readResult = async (file: string): Promise<Result<ResultFile>> => {
  const sent = await fetchFile(calls.getResult, { file });
  if (!sent.ok) return sent;
  const read = ResultFile.safeParse(JSON.parse(await sent.data.text()));
  return read.success ? done(read.data) : refuse('failed');
};

/** A result never changes. */
export const useResult = (file: string) =>
  useQuery({
    queryKey: ['calculator.resultFile', file],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => {
      const read = await readResult(file);
      if (!read.ok) throw new FailedCall(read, undefined);
      return read.data;
    },
  });

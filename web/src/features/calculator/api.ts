import * as calls from '@homecare/domain/calculator/contract.ts';
import { type CalculatorRequest, ResultFile } from '@homecare/domain/calculator/schema.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { FailedCall, markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
import { fetchFile, saveAs } from '../../platform/send-file.ts';

export const useNorms = () => useRead(calls.listNorms, {});

export const saveNorm = async (input: InputOf<typeof calls.saveNorm>) => {
  const sent = await send(calls.saveNorm, input);
  if (sent.ok) await markStale(calls.listNorms);
  return sent;
};
export const saveCap = async (input: InputOf<typeof calls.saveCap>) => {
  const sent = await send(calls.saveCap, input);
  if (sent.ok) await markStale(calls.listNorms);
  return sent;
};
export const removeNorm = async (input: InputOf<typeof calls.removeNorm>) => {
  const sent = await send(calls.removeNorm, input);
  if (sent.ok) await markStale(calls.listNorms);
  return sent;
};
export const removeCap = async (input: InputOf<typeof calls.removeCap>) => {
  const sent = await send(calls.removeCap, input);
  if (sent.ok) await markStale(calls.listNorms);
  return sent;
};

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

import * as calls from '@homecare/domain/calculator/contract.ts';
import { ResultFile } from '@homecare/domain/calculator/schema.ts';
import { type Refusal, refuse } from '@homecare/domain/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { FailedCall, useRead } from '../../platform/query.ts';
import { fetchFile, saveOrShow } from '../../platform/send-file.ts';

export const useNorms = () => useRead(calls.listNorms, {});

export const SAVE_NORM = { call: calls.saveNorm, changes: [calls.listNorms] } as const;
export const SAVE_CAP = { call: calls.saveCap, changes: [calls.listNorms] } as const;
export const SAVE_LIMIT_RULE = { call: calls.saveLimitRule, changes: [calls.listNorms] } as const;
export const REMOVE_NORM = { call: calls.removeNorm, changes: [calls.listNorms] } as const;
export const REMOVE_CAP = { call: calls.removeCap, changes: [calls.listNorms] } as const;

export const useResults = () => useRead(calls.listResults, {}, { staleTime: 0 });

export const CALCULATE = { call: calls.calculate, changes: [calls.listResults] } as const;

export const downloadResult = async (file: string) =>
  saveOrShow(await fetchFile(calls.getResult, { file }), file);

const failed = (refusal: Refusal) => new FailedCall(refusal, undefined);

/** A result never changes. */
export const useResult = (file: string) =>
  useQuery({
    queryKey: ['calculator.resultFile', file],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => {
      const sent = await fetchFile(calls.getResult, { file });
      if (!sent.ok) throw failed(sent);
      const read = ResultFile.safeParse(JSON.parse(await sent.data.text()));
      if (!read.success) throw failed(refuse('failed'));
      return read.data;
    },
  });

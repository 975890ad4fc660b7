import type { InputOf } from '@homecare/domain/call.ts';
import { listPossibleProviders } from '@homecare/domain/possible-providers/contract.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readQuery } from '../../platform/query.ts';

/** Asked anew each time the dialog opens; while another filter loads, the lines before it stay. */
export const usePossibleProviders = (input: InputOf<typeof listPossibleProviders>) =>
  useQuery({ ...readQuery(listPossibleProviders, input), staleTime: 0, placeholderData: keepPreviousData });

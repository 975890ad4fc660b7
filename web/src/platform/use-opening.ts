import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * The values that a form opens with: the first answer no older than the form. Refetching does not replace it, so no input is
 * lost when another window saves or the server refuses.
 */
export const useOpening = <T extends object>({
  data,
  isFetching,
}: Pick<UseQueryResult<T, Error>, 'data' | 'isFetching'>): T | undefined => {
  const [opening, setOpening] = useState<T>();
  if (opening === undefined && data !== undefined && !isFetching) setOpening(data);
  return opening;
};

import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * What a form opens with: the first answer that is no older than the form. It stays while the same is asked again, so that nothing
 * typed is lost when another window saves or the server refuses.
 */
export const useOpening = <T extends object>({
  data,
  isFetching,
}: Pick<UseQueryResult<T, Error>, 'data' | 'isFetching'>): T | undefined => {
  const [opening, setOpening] = useState<T>();
  if (opening === undefined && data !== undefined && !isFetching) setOpening(data);
  return opening;
};

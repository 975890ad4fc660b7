import type { UseQueryResult } from '@tanstack/react-query';
import { freshnessOf } from './query.ts';

/** Says since when a page is old, while the last refresh failed and what it had stays. */
export const StaleLine = ({ query }: { readonly query: UseQueryResult<unknown, Error> }) =>
  query.isRefetchError ? (
    <p role="status" className="ink2">
      {freshnessOf(query)}
    </p>
  ) : null;

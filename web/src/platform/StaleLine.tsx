import type { UseQueryResult } from '@tanstack/react-query';
import { freshnessOf } from './query.ts';

/** Says how old the shown data is while refreshing fails. */
export const StaleLine = ({ query }: { readonly query: UseQueryResult<unknown, Error> }) =>
  query.isRefetchError ? (
    <p role="status" className="ink2">
      {freshnessOf(query)}
    </p>
  ) : null;

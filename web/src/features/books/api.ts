import * as calls from '@homecare/domain/books/contract.ts';
import { useRead } from '../../platform/query.ts';

const WHILE_CHECKING = 1_000;
const AT_REST = 60_000;

export const useBooks = () => {
  const query = useRead(calls.getBooks, {}, { every: AT_REST });
  const isChecking = query.data?.running !== null && query.data?.running !== undefined;
  // The same answer, asked for more often while a check is under way.
  useRead(calls.getBooks, {}, { every: WHILE_CHECKING, enabled: isChecking });
  return query;
};

export const CHECK_BOOKS = { call: calls.checkBooks, changes: [calls.getBooks] } as const;

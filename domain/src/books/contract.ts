import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { BooksPage } from './schema.ts';

/** The books' own check (docs/rules/books.md). */

const admin = { roles: ['admin'] } as const;

export const getBooks = getCall(['books/get'], {
  name: 'books.get',
  ...admin,
  effect: 'poll',
  input: z.strictObject({}),
  output: BooksPage,
});

/** Asked twice while one is under way, it is one check. */
export const checkBooks = postCall(['books/check'], {
  name: 'books.check',
  ...admin,
  effect: 'write',
  input: z.strictObject({}),
  output: z.strictObject({ id: z.int() }),
});

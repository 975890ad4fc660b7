import type { Tx } from '../db/mutate.ts';

/** Shown once to everyone who signs in afterwards. */
export const insertUpdateNote = async (tx: Tx, note: string, at: string): Promise<number> => {
  const { id } = await tx
    .insertInto('update_notes')
    .values({ note, created: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

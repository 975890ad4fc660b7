import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { MAX_ID } from '../wire.ts';
import { ListView, SavedView, VIEWED_LISTS } from './schema.ts';

const roles = ['admin', 'user', 'provider'] as const;
const list = z.enum(VIEWED_LISTS);
const id = z.int().min(1).max(MAX_ID);
const rev = z.int().min(0).max(MAX_ID);
const name = z.string().max(200);

/** The caller's own views of a list and the shared ones, sorted by name. */
export const listViews = getCall(['list-views/list'], {
  name: 'listViews.list',
  roles,
  effect: 'read',
  input: z.strictObject({ list }),
  output: z.array(SavedView),
});

/** Saves a new view; with `id` and the revision last read, changes an existing one. */
export const saveView = postCall(['list-views/save'], {
  name: 'listViews.save',
  roles,
  effect: 'write',
  creates: true,
  input: z.strictObject({
    id: id.optional(),
    rev: rev.optional(),
    list,
    name,
    isShared: z.boolean(),
    view: ListView,
  }),
  output: z.strictObject({ rev: z.int() }),
});

export const deleteView = postCall(['list-views/delete'], {
  name: 'listViews.delete',
  roles,
  effect: 'write',
  input: z.strictObject({ id, rev }),
  output: z.null(),
});

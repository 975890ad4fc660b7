import { deleteView, listViews, saveView } from '@homecare/domain/list-views/contract.ts';
import type { ViewedList } from '@homecare/domain/list-views/schema.ts';
import { useRead } from '../query.ts';

export const useSavedViews = (list: ViewedList) => useRead(listViews, { list });

export const SAVE_VIEW = { call: saveView, changes: [listViews] } as const;
export const DELETE_VIEW = { call: deleteView, changes: [listViews] } as const;

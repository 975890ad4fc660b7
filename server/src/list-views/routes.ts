import { deleteView, listViews, saveView } from '@homecare/domain/list-views/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as views from './service.ts';

export const listViewRoutes = [
  bind(listViews, views.listViews),
  bind(saveView, views.saveView),
  bind(deleteView, views.deleteView),
];

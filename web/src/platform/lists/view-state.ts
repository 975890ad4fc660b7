import type { ListView, SavedView, ViewedList } from '@homecare/domain/list-views/schema.ts';
import type { Look } from './list-columns.ts';

export interface ViewPanelProps {
  readonly list: ViewedList;
  /** All columns that the list can show, in the order in which they are offered. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  /** Keys of those that it shows now. */
  readonly shown: readonly string[];
  readonly look: Look;
  readonly onLook: (look: Look) => void;
  /** What Reset goes back to. */
  readonly first?: Look | undefined;
  readonly filters: ListView['filters'];
  readonly onFilters: (filters: ListView['filters']) => void;
  /** Under a new name, or in place of a saved view. */
  readonly onSave: (view?: SavedView) => void;
  readonly onDelete: (view: SavedView) => void;
}

/** What is looked at now, as it is saved. */
export const currentView = ({
  shown,
  look,
  filters,
}: Pick<ViewPanelProps, 'shown' | 'look' | 'filters'>): ListView => ({
  columns: [...shown],
  sort: look.sort,
  isCompact: look.isCompact,
  fillsWindow: look.fillsWindow,
  filters,
});

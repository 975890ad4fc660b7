import type { ListView, SavedView, ViewedList } from '@homecare/domain/list-views/schema.ts';
import type { Look } from './list-columns.ts';

export interface ViewPanelProps {
  readonly list: ViewedList;
  /** All columns that the list can show, in the order of the panel. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  /** Keys of the columns shown now. */
  readonly shown: readonly string[];
  readonly look: Look;
  readonly onLook: (look: Look) => void;
  /** The state that Reset restores. */
  readonly first?: Look | undefined;
  readonly filters: ListView['filters'];
  readonly onFilters: (filters: ListView['filters']) => void;
  /** Saves under a new name, or replaces a saved view. */
  readonly onSave: (view?: SavedView) => void;
  readonly onDelete: (view: SavedView) => void;
}

/** The current view in the form in which it is saved. */
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

import { useMemo, useState } from 'react';
import type { RowKey, RowSelection } from '../../ui/table-types.ts';

const NOTHING: ReadonlySet<RowKey> = new Set();

/**
 * Selected rows of a list. Rows that leave the list are deselected. `keyOf` must be stable. `isWhole` says that all rows are
 * loaded; if all are selected before that, the others join as they arrive, and no action runs until then.
 */
export const useSelected = <Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => RowKey,
  isWhole = true,
) => {
  const [keys, setKeys] = useState(NOTHING);
  const [isPending, setPending] = useState(false);
  const put = (next: ReadonlySet<RowKey>, waits = false) => {
    setKeys(next);
    setPending(waits);
  };
  const selectAll = () => put(new Set((rows ?? []).map(keyOf)), !isWhole);
  if (isPending && isWhole && rows) selectAll();
  const selected = useMemo(
    () => (keys.size === 0 ? [] : (rows ?? []).filter((row) => keys.has(keyOf(row)))),
    [rows, keys, keyOf],
  );
  const shown = useMemo(() => new Set(selected.map(keyOf)), [selected, keyOf]);
  const selection: RowSelection = { keys: shown, onChange: put, onAll: selectAll };
  return { selection, selected, isPending, selectAll, clear: () => put(NOTHING) };
};

import { useMemo, useState } from 'react';
import type { RowKey, RowSelection } from '../../ui/table-types.ts';

const NOTHING: ReadonlySet<RowKey> = new Set();

/** Rows of a list that were ticked; one that left the list is no longer among them. `keyOf` stays the same function. */
export const useSelected = <Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => RowKey) => {
  const [keys, setKeys] = useState(NOTHING);
  const selected = useMemo(
    () => (keys.size === 0 ? [] : (rows ?? []).filter((row) => keys.has(keyOf(row)))),
    [rows, keys, keyOf],
  );
  const shown = useMemo(() => new Set(selected.map(keyOf)), [selected, keyOf]);
  const selection: RowSelection = { keys: shown, onChange: setKeys };
  return {
    selection,
    selected,
    selectAll: () => setKeys(new Set((rows ?? []).map(keyOf))),
    clear: () => setKeys(NOTHING),
  };
};

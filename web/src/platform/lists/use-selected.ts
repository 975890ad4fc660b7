import { useMemo, useState } from 'react';
import type { RowKey, RowSelection } from '../../ui/table-types.ts';

const NOTHING: ReadonlySet<RowKey> = new Set();

/**
 * Rows of a list that were ticked; one that left the list is no longer among them. `keyOf` stays the same function. `isWhole`: all
 * rows are there. Anyone who asks for all before that gets the others when they come, and nothing is done with some of them until then.
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

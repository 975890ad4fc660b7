import type { Visit } from '@homecare/domain/visits/schema.ts';
import { useMemo, useState } from 'react';
import type { RowSelection } from '../../ui/DataTable.tsx';

/** Visits of a list that were ticked; one that left the list is no longer among them. */
export const useSelection = (visits: readonly Visit[] | undefined) => {
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(() => new Set());
  const selected = useMemo(() => visits?.filter(({ id }) => keys.has(id)) ?? [], [visits, keys]);
  const shown = useMemo(() => new Set<string | number>(selected.map(({ id }) => id)), [selected]);
  const selection: RowSelection = { keys: shown, onChange: setKeys };
  return { selection, selected, clear: () => setKeys(new Set()) };
};

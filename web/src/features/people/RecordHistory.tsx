import type { MergeRow } from '@homecare/domain/people/merge-contract.ts';
import type { HistoryRow, Person } from '@homecare/domain/people/schema.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { DELETE_HISTORY } from './api.ts';
import { HistorySection } from './HistorySection.tsx';
import { MergeRows } from './MergeRows.tsx';

interface RecordHistoryProps {
  readonly person: Person;
  readonly setPerson: (next: Person) => void;
  readonly merges: readonly MergeRow[];
  readonly zone: string;
  readonly mayUndo: boolean;
  readonly mayDelete: boolean;
}

/** Earlier names and addresses of a record, and the records merged into it. */
export const RecordHistory = ({
  person,
  setPerson,
  merges,
  zone,
  mayUndo,
  mayDelete,
}: RecordHistoryProps) => {
  const { ID: id, rev, history } = person;
  const remove = useAction({
    ...DELETE_HISTORY,
    onDone: ({ data }, { historyId }) =>
      setPerson({ ...person, rev: data.rev, history: history.filter((one) => one.id !== historyId) }),
  });
  const removeRow = (row: HistoryRow) => remove.run({ id, historyId: row.id, rev });
  return (
    <HistorySection rows={history} zone={zone} onDelete={mayDelete ? removeRow : undefined}>
      {id && merges.length > 0 ? <MergeRows merges={merges} id={id} zone={zone} mayUndo={mayUndo} /> : null}
    </HistorySection>
  );
};

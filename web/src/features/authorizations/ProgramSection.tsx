import { sayProgram } from '@homecare/domain/authorizations/client-programs.ts';
import type { ClientProgram } from '@homecare/domain/authorizations/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { StoredRows } from '../../platform/StoredRows.tsx';
import { toast } from '../../platform/toasts.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { REMOVE_PROGRAM, usePrograms } from './api.ts';
import { ProgramDialog } from './ProgramDialog.tsx';

const COLUMNS: readonly Column<ClientProgram>[] = [
  { key: 'from', title: 'From', width: 120, cell: ({ from }) => showDate(from) },
  { key: 'program', title: 'Program', min: 140, cell: sayProgram },
];
const nameOf = (one: ClientProgram) => `${sayProgram(one)} from ${showDate(one.from)}`;

interface ProgramSectionProps {
  readonly id: string;
  readonly clientId: number;
  readonly readOnly: boolean;
}

/** The programs of a client by day, which determine the codes of claims. Saved at once, independent of the form. */
export const ProgramSection = ({ id, clientId, readOnly }: ProgramSectionProps) => {
  const remove = useAction({ ...REMOVE_PROGRAM, onDone: ({ info }) => toast.success(info ?? '') });
  const query = usePrograms(clientId);
  return (
    <StoredRows
      id={id}
      title="Program"
      note="Waiver or CFC, saved at once"
      readOnly={readOnly}
      nouns={['program', 'programs']}
      label="Programs"
      columns={COLUMNS}
      rows={query.data}
      failure={failureOf(query, 'Couldn’t load the programs')}
      nameOf={nameOf}
      listItem={(one) => ({ title: sayProgram(one), line: `From ${showDate(one.from)}` })}
      loadingText="Loading programs…"
      empty={{
        title: 'No program is entered',
        text: 'Claims use the code of the care plan type. Add CFC from the day the client moved to it.',
      }}
      dialog={(stored, onClose) => <ProgramDialog {...{ clientId, stored, onClose }} />}
      question={({ from }) => `The program before it counts again from ${showDate(from)}.`}
      remove={remove}
    />
  );
};

import type { ClientPar } from '@homecare/domain/authorizations/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { StoredRows } from '../../platform/StoredRows.tsx';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { REMOVE_PAR, usePars } from './api.ts';
import { ParDialog } from './ParDialog.tsx';

const usedOf = ({ used, units }: ClientPar) =>
  `${used.toLocaleString('en-US')} of ${units === null ? '–' : units.toLocaleString('en-US')}`;

const COLUMNS: readonly Column<ClientPar>[] = [
  { key: 'type', title: 'Type', width: 100, cell: ({ type }) => type },
  { key: 'number', title: 'PAR number', min: 140, cell: ({ number }) => number },
  {
    key: 'days',
    title: 'Valid',
    width: 200,
    cell: ({ from, through }) => `${showDate(from)} – ${showDate(through)}`,
  },
  {
    key: 'units',
    title: 'Units claimed',
    width: 150,
    align: 'right',
    cell: (par) => (
      <CellLines
        main={usedOf(par)}
        sub={par.units !== null && par.used >= par.units ? 'used up' : undefined}
      />
    ),
  },
];

interface ParSectionProps {
  readonly id: string;
  readonly clientId: number;
  readonly readOnly: boolean;
}

/** Prior authorizations of a client. Claims use the one valid on the day. Saved at once, independent of the form. */
export const ParSection = ({ id, clientId, readOnly }: ParSectionProps) => {
  const remove = useAction({ ...REMOVE_PAR, onDone: ({ info }) => toast.success(info ?? '') });
  const query = usePars(clientId);
  return (
    <StoredRows
      id={id}
      title="Prior authorizations"
      note="PAR, saved at once"
      readOnly={readOnly}
      nouns={['PAR', 'PARs']}
      label="Prior authorizations"
      columns={COLUMNS}
      rows={query.data}
      failure={failureOf(query, 'Couldn’t load the authorizations')}
      nameOf={({ number }) => `PAR ${number}`}
      listItem={(par) => ({
        title: `${par.type} ${par.number}`,
        kind: usedOf(par),
        line: `${showDate(par.from)} – ${showDate(par.through)}`,
      })}
      loadingText="Loading authorizations…"
      empty={{ title: 'No PAR is entered', text: 'Claims of this client need one for each type and day.' }}
      dialog={(stored, onClose) => (
        <ParDialog fresh={{ clientId, type: '', from: '' }} stored={stored} onClose={onClose} />
      )}
      question={({ number, type }) =>
        `PAR ${number} for ${type} will not be used for new claims. Claims already sent are not affected.`
      }
      remove={remove}
    />
  );
};

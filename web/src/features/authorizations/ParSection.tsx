import type { ClientPar } from '@homecare/domain/authorizations/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconCertificateOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { FormSection } from '../../ui/form.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
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

/** Prior authorizations of a client: claims take the one that is valid on the day. Saved at once, apart from the form. */
export const ParSection = ({ id, clientId, readOnly }: ParSectionProps) => {
  const query = usePars(clientId);
  const [edited, setEdited] = useState<ClientPar | 'new'>();
  const [asked, setAsked] = useState<ClientPar>();
  const remove = useAction({
    ...REMOVE_PAR,
    onDone: ({ info }) => toast.success(info ?? ''),
    onEnd: () => setAsked(undefined),
  });
  const actions = (par: ClientPar) => (
    <>
      <IconButton
        label={`Edit PAR ${par.number}`}
        icon={<IconPencil {...rowIcon} />}
        onClick={() => setEdited(par)}
      />
      <IconButton
        label={`Delete PAR ${par.number}`}
        icon={<IconTrash {...rowIcon} />}
        onClick={() => setAsked(par)}
      />
    </>
  );
  return (
    <FormSection id={id} title="Prior authorizations" note="PAR, saved at once">
      {!readOnly && (
        <div>
          <Button leftSection={<IconPlus {...smallIcon} />} onClick={() => setEdited('new')}>
            Add PAR
          </Button>
        </div>
      )}
      <DataTable
        label="Prior authorizations"
        columns={COLUMNS}
        rows={query.data}
        rowKey={(par) => par.id}
        rowName={({ number }) => `PAR ${number}`}
        pageSize={6}
        noun={query.data?.length === 1 ? 'PAR' : 'PARs'}
        {...(!readOnly && { actions, actionsWidth: 92 })}
        listItem={(par) => ({
          title: `${par.type} ${par.number}`,
          kind: usedOf(par),
          line: `${showDate(par.from)} – ${showDate(par.through)}`,
          ...(!readOnly && { action: actions(par) }),
        })}
        loadingText="Loading authorizations…"
        failure={failureOf(query, 'The authorizations could not be loaded')}
        empty={
          <EmptyState
            icon={IconCertificateOff}
            title="No PAR is entered"
            text="Claims of this client need one for each type and day."
          />
        }
      />
      {edited && (
        <ParDialog
          fresh={{ clientId, type: '', from: '' }}
          stored={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        title="Delete PAR"
        confirmLabel="Delete"
        danger
        focusCancel
        busy={remove.pending}
        onConfirm={() => asked && void remove.run({ id: asked.id, rev: asked.rev })}
        onCancel={() => setAsked(undefined)}
      >
        {asked && (
          <p>
            PAR {asked.number} for {asked.type} will not be used for new claims. Claims already sent are not
            affected.
          </p>
        )}
      </ConfirmDialog>
    </FormSection>
  );
};

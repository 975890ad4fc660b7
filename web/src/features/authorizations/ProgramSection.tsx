import { sayProgram } from '@homecare/domain/authorizations/client-programs.ts';
import type { ClientProgram } from '@homecare/domain/authorizations/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconCertificateOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { FormSection } from '../../ui/form.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
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

/** The programs of a client by day: each chooses the codes of claims. Saved at once, apart from the form. */
export const ProgramSection = ({ id, clientId, readOnly }: ProgramSectionProps) => {
  const query = usePrograms(clientId);
  const [edited, setEdited] = useState<ClientProgram | 'new'>();
  const [asked, setAsked] = useState<ClientProgram>();
  const remove = useAction({
    ...REMOVE_PROGRAM,
    onDone: ({ info }) => toast.success(info ?? ''),
    onEnd: () => setAsked(undefined),
  });
  const actions = (one: ClientProgram) => (
    <>
      <IconButton
        label={`Edit ${nameOf(one)}`}
        icon={<IconPencil {...rowIcon} />}
        onClick={() => setEdited(one)}
      />
      <IconButton
        label={`Delete ${nameOf(one)}`}
        icon={<IconTrash {...rowIcon} />}
        onClick={() => setAsked(one)}
      />
    </>
  );
  return (
    <FormSection id={id} title="Program" note="Waiver or CFC, saved at once">
      {!readOnly && (
        <div>
          <Button leftSection={<IconPlus {...smallIcon} />} onClick={() => setEdited('new')}>
            Add program
          </Button>
        </div>
      )}
      <DataTable
        label="Programs"
        columns={COLUMNS}
        rows={query.data}
        rowKey={(one) => one.id}
        rowName={nameOf}
        pageSize={6}
        noun={query.data?.length === 1 ? 'program' : 'programs'}
        {...(!readOnly && { actions, actionsWidth: 92 })}
        listItem={(one) => ({
          title: sayProgram(one),
          line: `From ${showDate(one.from)}`,
          ...(!readOnly && { action: actions(one) }),
        })}
        loadingText="Loading programs…"
        failure={failureOf(query, 'The programs could not be loaded')}
        empty={
          <EmptyState
            icon={IconCertificateOff}
            title="No program is entered"
            text="Claims use the code of the care plan type. Add CFC from the day the client moved to it."
          />
        }
      />
      {edited && (
        <ProgramDialog
          clientId={clientId}
          stored={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        title="Delete program"
        confirmLabel="Delete"
        danger
        focusCancel
        busy={remove.pending}
        onConfirm={() => asked && void remove.run({ id: asked.id, rev: asked.rev })}
        onCancel={() => setAsked(undefined)}
      >
        {asked && <p>The program before it counts again from {showDate(asked.from)}.</p>}
      </ConfirmDialog>
    </FormSection>
  );
};

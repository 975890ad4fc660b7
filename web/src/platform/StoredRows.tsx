import { Button } from '@mantine/core';
import { IconCertificateOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { FormSection } from '../ui/form.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../ui/icons.ts';
import { EmptyState, type LoadFailure } from '../ui/states.tsx';
import type { ListItem } from '../ui/table-types.ts';

interface Stored {
  readonly id: number;
  readonly rev: number;
}

interface StoredRowsProps<Row extends Stored> {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly readOnly: boolean;
  /** Singular and plural. */
  readonly nouns: readonly [string, string];
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly failure: LoadFailure | undefined;
  readonly nameOf: (row: Row) => string;
  readonly listItem: (row: Row) => ListItem;
  /** Usual number of rows. */
  readonly expected?: number;
  readonly loadingText: string;
  readonly empty: { readonly title: string; readonly text: string };
  /** Null opens the dialog for a new row. */
  readonly dialog: (stored: Row | null, onClose: () => void) => ReactNode;
  /** Explains what deleting a row means. */
  readonly question: (row: Row) => string;
  readonly remove: { readonly pending: boolean; readonly run: (row: Stored) => Promise<void> };
}

/** A list whose rows are added, changed and deleted one by one and saved at once, independent of any form around it. */
export const StoredRows = <Row extends Stored>({
  id,
  title,
  note,
  readOnly,
  nouns: [one, several],
  label,
  columns,
  rows,
  failure,
  nameOf,
  listItem,
  expected = 6,
  loadingText,
  empty,
  dialog,
  question,
  remove,
}: StoredRowsProps<Row>) => {
  const [edited, setEdited] = useState<Row | 'new'>();
  const [asked, setAsked] = useState<Row>();
  const removeAsked = async ({ id: rowId, rev }: Row) => {
    await remove.run({ id: rowId, rev });
    setAsked(undefined);
  };
  const actions = (row: Row) => (
    <>
      <IconButton
        label={`Edit ${nameOf(row)}`}
        icon={<IconPencil {...rowIcon} />}
        onClick={() => setEdited(row)}
      />
      <IconButton
        label={`Delete ${nameOf(row)}`}
        icon={<IconTrash {...rowIcon} />}
        onClick={() => setAsked(row)}
      />
    </>
  );
  return (
    <FormSection id={id} title={title} note={note}>
      {!readOnly && (
        <div>
          <Button leftSection={<IconPlus {...smallIcon} />} onClick={() => setEdited('new')}>
            Add {one}
          </Button>
        </div>
      )}
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={nameOf}
        pageSize={6}
        noun={rows?.length === 1 ? one : several}
        {...(!readOnly && { actions, actionsWidth: 92 })}
        listItem={(row) => ({ ...listItem(row), ...(!readOnly && { action: actions(row) }) })}
        expected={expected}
        loadingText={loadingText}
        failure={failure}
        empty={<EmptyState icon={IconCertificateOff} {...empty} />}
      />
      {edited && dialog(edited === 'new' ? null : edited, () => setEdited(undefined))}
      <ConfirmDialog
        opened={asked !== undefined}
        title={`Delete ${one}`}
        confirmLabel="Delete"
        danger
        focusCancel
        busy={remove.pending}
        onConfirm={() => asked && void removeAsked(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {asked && <p>{question(asked)}</p>}
      </ConfirmDialog>
    </FormSection>
  );
};

import { Button } from '@mantine/core';
import { IconCertificateOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { FormSection } from '../../ui/form.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { ListItem } from '../../ui/table-types.ts';

interface Stored {
  readonly id: number;
  readonly rev: number;
}

interface StoredRowsProps<Row extends Stored> {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly readOnly: boolean;
  /** One of them, and several. */
  readonly nouns: readonly [string, string];
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly query: UseQueryResult<Row[], Error>;
  readonly nameOf: (row: Row) => string;
  readonly listItem: (row: Row) => ListItem;
  readonly loadingText: string;
  readonly failureTitle: string;
  readonly empty: { readonly title: string; readonly text: string };
  /** Null: a new one. */
  readonly dialog: (stored: Row | null, onClose: () => void) => ReactNode;
  /** What deleting a row means. */
  readonly question: (row: Row) => string;
  readonly remove: { readonly pending: boolean; readonly run: (row: Stored) => Promise<void> };
}

/** Rows of a client's record that are saved at once, apart from the form: added, changed and deleted one by one. */
export const StoredRows = <Row extends Stored>({
  id,
  title,
  note,
  readOnly,
  nouns: [one, several],
  label,
  columns,
  query,
  nameOf,
  listItem,
  loadingText,
  failureTitle,
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
        rows={query.data}
        rowKey={(row) => row.id}
        rowName={nameOf}
        pageSize={6}
        noun={query.data?.length === 1 ? one : several}
        {...(!readOnly && { actions, actionsWidth: 92 })}
        listItem={(row) => ({ ...listItem(row), ...(!readOnly && { action: actions(row) }) })}
        loadingText={loadingText}
        failure={failureOf(query, failureTitle)}
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

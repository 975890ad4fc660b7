import type { OutputOf } from '@homecare/domain/call.ts';
import { fold } from '@homecare/domain/fold.ts';
import { type Layout, numberFault } from '@homecare/domain/payroll/layouts.ts';
import type { listNumbers } from '@homecare/domain/payroll/run-contract.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { Checkbox, Group, TextInput } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SAVE_NUMBERS, useNumbers } from '../payroll/run-api.ts';
import classes from './config.module.css';

type Numbered = OutputOf<typeof listNumbers>[number];

interface NumbersDialogProps {
  readonly layout: Layout;
  readonly onClose: () => void;
}

const nameOf = ({ ID }: Pick<Numbered, 'ID'>) => `id${ID}`;

/** The payroll service's employee number of each provider. A missing one blocks exports in this layout. */
export const NumbersDialog = ({ layout, onClose }: NumbersDialogProps) => {
  const query = useNumbers(layout.id);
  const [search, setSearch] = useState('');
  const [onlyMissing, setOnlyMissing] = useState(false);
  const [page, setPage] = useState(1);
  const all = query.data ?? [];
  const sought = fold(search.trim());
  const rows = query.data?.filter(
    ({ Provider, number }) => fold(Provider).includes(sought) && (!onlyMissing || number === null),
  );
  const changedIn = (values: Readonly<Record<string, string>>) =>
    all.flatMap((row) => {
      const text = values[nameOf(row)]?.trim();
      return text === undefined || text === (row.number ?? '') ? [] : [{ ID: row.ID, number: text || null }];
    });
  const save = useSave({
    ...SAVE_NUMBERS,
    values: Object.fromEntries(all.map((row): [string, string] => [nameOf(row), row.number ?? ''])),
    rev: query.dataUpdatedAt,
    input: (values) => ({ layout: layout.id, numbers: changedIn(values) }),
    check: (values) =>
      changedIn(values).flatMap((row) => {
        const message = row.number === null ? undefined : numberFault(row.number);
        return message === undefined ? [] : [{ field: nameOf(row), message }];
      }),
    placeOf: (fault) => ({ ...fault, field: fault.field.replace(/^number\./, 'id') }),
    savedAs: (_, value) => ({ value, rev: query.dataUpdatedAt }),
    onSaved: () => toast.success(SAVED),
  });
  const changed = changedIn(save.values);
  const box = (row: Numbered) => (
    <TextInput
      className={classes.numberBox ?? ''}
      aria-label={`Employee number of ${row.Provider}`}
      autoComplete="off"
      {...save.text(nameOf(row))}
      value={save.values[nameOf(row)] ?? row.number ?? ''}
    />
  );
  const columns: readonly Column<Numbered>[] = [
    {
      key: 'provider',
      title: 'Provider',
      min: 200,
      cell: ({ Provider, archived }) => (archived ? `${Provider} (archived)` : Provider),
    },
    { key: 'id', title: 'ID', width: 80, align: 'right', cell: ({ ID }) => String(ID) },
    { key: 'number', title: 'Employee number', width: 220, cell: box },
  ];
  return (
    <FormDialog
      save={save}
      wide
      title={`Employee numbers of ${layout.name}`}
      onClose={onClose}
      cancelLabel="Close"
      label={`Save ${changed.length > 0 ? String(changed.length) : ''}`}
      disabled={changed.length === 0}
    >
      <Group gap="10px 16px">
        <SearchBox
          label="Search providers"
          placeholder="Name"
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
        <Checkbox
          label="Without a number"
          checked={onlyMissing}
          onChange={(event) => {
            setOnlyMissing(event.currentTarget.checked);
            setPage(1);
          }}
        />
      </Group>
      <DataTable
        label="Employee numbers"
        columns={columns}
        rows={rows}
        rowKey={({ ID }) => ID}
        rowName={({ Provider }) => Provider}
        pageSize={8}
        page={page}
        onPage={setPage}
        noun={rows?.length === 1 ? 'provider' : 'providers'}
        listItem={(row) => ({ title: row.Provider, kind: `ID ${row.ID}`, action: box(row) })}
        loadingText="Loading providers…"
        failure={failureOf(query, 'Couldn’t load the providers')}
        empty={
          <EmptyState
            icon={IconUsers}
            title="No provider found"
            text={onlyMissing ? 'Everybody found has a number.' : 'No one has this name.'}
          />
        }
      />
    </FormDialog>
  );
};

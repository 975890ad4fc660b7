import type { OutputOf } from '@homecare/domain/call.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { fold } from '@homecare/domain/fold.ts';
import { type Layout, numberFault } from '@homecare/domain/payroll/layouts.ts';
import type { listNumbers } from '@homecare/domain/payroll/run-contract.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { focusField, RefusalNote } from '../../ui/form.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { saveNumbers, useNumbers } from '../payroll/run-api.ts';
import classes from './config.module.css';

type Numbered = OutputOf<typeof listNumbers>[number];

interface NumbersDialogProps {
  readonly layout: Layout;
  readonly onClose: () => void;
}

/** The service's employee number of each provider: whoever has none stops the export in this layout. */
export const NumbersDialog = ({ layout, onClose }: NumbersDialogProps) => {
  const query = useNumbers(layout.id);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [search, setSearch] = useState('');
  const [onlyMissing, setOnlyMissing] = useState(false);
  const [page, setPage] = useState(1);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const all = query.data ?? [];
  const sought = fold(search.trim());
  const rows = query.data?.filter(
    ({ Provider, number }) => fold(Provider).includes(sought) && (!onlyMissing || number === null),
  );
  const changed = all.flatMap(({ ID, number }) => {
    const text = typed.get(ID)?.trim();
    return text === undefined || text === (number ?? '') ? [] : [{ ID, number: text || null }];
  });
  const fieldOf = (id: number) => `number.${id}`;
  const save = async () => {
    if (busy || changed.length === 0) return;
    setRefusal(undefined);
    const found = changed.flatMap(({ ID, number }) => {
      const message = number === null ? undefined : numberFault(number);
      return message === undefined ? [] : [{ field: fieldOf(ID), message }];
    });
    setErrors(found);
    if (found[0]) {
      setRefusal(found[0].message);
      return focusField(found[0].field);
    }
    setBusy(true);
    const sent = await saveNumbers({ layout: layout.id, numbers: changed });
    setBusy(false);
    if (!sent.ok) {
      setErrors(sent.errors);
      setRefusal(sent.info);
      if (sent.errors[0]) focusField(sent.errors[0].field);
      return;
    }
    setTyped(new Map());
    setErrors([]);
    toast.success(SAVED);
  };
  const box = ({ ID, Provider, number }: Numbered) => (
    <TextInput
      className={classes.numberBox ?? ''}
      aria-label={`Employee number of ${Provider}`}
      autoComplete="off"
      data-field={fieldOf(ID)}
      value={typed.get(ID) ?? number ?? ''}
      error={errors.find(({ field }) => field === fieldOf(ID))?.message}
      onChange={(event) => setTyped(new Map(typed).set(ID, event.currentTarget.value))}
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
    <Dialog
      opened
      wide
      title={`Employee numbers of ${layout.name}`}
      onClose={onClose}
      onMain={() => void save()}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
          <Button
            size="sm"
            variant="filled"
            loading={busy}
            disabled={changed.length === 0}
            onClick={() => void save()}
          >
            Save {changed.length > 0 ? String(changed.length) : ''}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <RefusalNote info={refusal} />
        <div className={classes.row}>
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
        </div>
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
          failure={failureOf(query, 'The providers could not be loaded')}
          empty={
            <EmptyState
              icon={IconUsers}
              title="No provider found"
              text={onlyMissing ? 'Everybody found has a number.' : 'No one has this name.'}
            />
          }
        />
      </div>
    </Dialog>
  );
};

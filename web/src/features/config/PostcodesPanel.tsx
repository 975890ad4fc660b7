import { badPostcodes, NO_POSTCODES, readPostcodes, SAVED } from '@homecare/domain/plan-types/rules.ts';
import type { OutsidePostcode } from '@homecare/domain/plan-types/schema.ts';
import { Button, Group, Textarea } from '@mantine/core';
import { IconMapPin, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FormBody } from '../../platform/form/FormBody.tsx';
import { type FormGuard, useUnsaved } from '../../platform/form/form-guard.tsx';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { focusField } from '../../ui/form.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ADD_POSTCODES, REMOVE_POSTCODES, usePostcodes } from './api.ts';
import classes from './config.module.css';

const clientsOf = ({ clients }: OutsidePostcode) =>
  clients === 0 ? 'No active client' : clients === 1 ? '1 active client' : `${clients} active clients`;

const COLUMNS: readonly Column<OutsidePostcode>[] = [
  { key: 'code', title: 'Postcode', width: 110, cell: ({ code }) => code },
  { key: 'clients', title: 'Clients there', cell: clientsOf },
];

interface AddBoxProps {
  readonly known: readonly OutsidePostcode[];
  readonly guard: FormGuard;
}

/** Adds the valid ZIP codes. Invalid ones stay in the box and are named. */
const AddBox = ({ known, guard }: AddBoxProps) => {
  /** Shown with the remaining part of a list that was added. */
  const [bad, setBad] = useState<readonly string[]>([]);
  const save = useSave({
    ...ADD_POSTCODES,
    values: { postcodes: '' },
    input: ({ postcodes }) => ({ text: postcodes }),
    check: ({ postcodes }) => {
      const found = readPostcodes(postcodes);
      if (found.codes.length > 0) return [];
      const message = found.bad.length > 0 ? badPostcodes(found.bad) : 'Type or paste ZIP codes.';
      return [{ field: 'postcodes', message }];
    },
    savedAs: ({ data }) => ({ value: { postcodes: data.bad.join('\n') }, rev: 0 }),
    onSaved: ({ data }) => {
      toast.success(SAVED);
      setBad(data.bad);
      focusField('postcodes');
    },
  });
  const text = save.values.postcodes;
  const isTyped = text.trim() !== '';
  useUnsaved(guard, isTyped);
  const box = save.text('postcodes');
  const fresh = readPostcodes(text).codes.filter((code) => !known.some((one) => one.code === code)).length;
  return (
    <FormBody save={save}>
      <Textarea
        label="Add ZIP codes"
        description="Paste one or many, separated any way you like. Only the first five digits of a ZIP+4 count."
        rows={6}
        autoComplete="off"
        {...box}
        error={box.error ?? (bad.length > 0 && badPostcodes(bad))}
        onChange={(event) => {
          setBad([]);
          box.onChange(event);
        }}
      />
      <Group gap="10px 16px">
        <Button variant="filled" type="submit" loading={save.pending}>
          Add
        </Button>
        <span className="ink2" role="status">
          {isTyped && (fresh === 1 ? '1 new ZIP code' : `${fresh.toLocaleString('en-US')} new ZIP codes`)}
        </span>
      </Group>
    </FormBody>
  );
};

/** ZIP codes outside the agency's area, whose clients are billed the outside rate. */
export const PostcodesPanel = ({ guard }: { readonly guard: FormGuard }) => {
  const query = usePostcodes();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [removing, setRemoving] = useState<OutsidePostcode>();
  useEffect(() => {
    if (query.isError) toast.error(NO_POSTCODES);
  }, [query.isError]);
  const all = query.data ?? [];
  const rows = query.data?.filter(({ code }) => code.startsWith(search.trim()));
  const remove = (row: OutsidePostcode) => (
    <IconButton
      label={`Remove ${row.code}`}
      icon={<IconTrash {...rowIcon} />}
      danger
      onClick={() => setRemoving(row)}
    />
  );
  return (
    <div className={classes.content}>
      <div className={classes.two}>
        <AddBox known={all} guard={guard} />
        <div className={classes.frame}>
          <div className={classes.found}>
            <SearchBox
              label="Search ZIP codes"
              placeholder="First digits"
              value={search}
              onChange={(text) => {
                setSearch(text);
                setPage(1);
              }}
            />
          </div>
          <DataTable
            label="ZIP codes outside our area"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ code }) => code}
            rowName={({ code }) => code}
            pageSize={12}
            page={page}
            onPage={setPage}
            noun={rows?.length === 1 ? 'postcode' : 'postcodes'}
            actionsWidth={52}
            actions={remove}
            listItem={(row) => ({ title: row.code, kind: clientsOf(row), action: remove(row) })}
            loadingText="Loading ZIP codes…"
            failure={failureOf(query, NO_POSTCODES)}
            empty={
              all.length > 0 ? (
                <EmptyState icon={IconMapPin} title={`No ZIP code begins with ${search.trim()}`}>
                  <Button onClick={() => setSearch('')}>Clear search</Button>
                </EmptyState>
              ) : (
                <EmptyState
                  icon={IconMapPin}
                  title="No ZIP code is outside your area"
                  text="Every client is billed the inside rate until you add ZIP codes."
                />
              )
            }
          />
        </div>
      </div>
      {removing && (
        <RemoveDialog
          {...REMOVE_POSTCODES}
          title={`Remove ${removing.code}`}
          input={{ codes: [removing.code] }}
          undo={() => ({
            ...ADD_POSTCODES,
            input: { text: removing.code },
            said: `${removing.code} is removed.`,
            undone: `${removing.code} is back.`,
          })}
          onClose={() => setRemoving(undefined)}
        >
          {removing.clients === 0
            ? 'No active client lives there.'
            : `${clientsOf(removing)} there: new billing uses the inside rate for them.`}
        </RemoveDialog>
      )}
    </div>
  );
};

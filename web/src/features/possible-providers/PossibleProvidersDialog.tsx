import { showDecimalHours } from '@homecare/domain/calendar.ts';
import { capital } from '@homecare/domain/capital.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import {
  HOURS_FILTERS,
  type HoursFilter,
  type PossibleProvider,
  TYPE_FILTERS,
  type TypeFilter,
} from '@homecare/domain/possible-providers/schema.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconPhone, IconUsers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { FailedCall, failureOf, freshnessOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { usePossibleProviders } from './api.ts';
import classes from './PossibleProvidersDialog.module.css';
import { markOf, milesOf, possibleColumns } from './possible-columns.tsx';
import { RateDialog } from './RateDialog.tsx';

interface Filters {
  readonly group: string;
  readonly hours: HoursFilter;
  readonly type: TypeFilter;
}
const ALL: Filters = { group: '', hours: 'all', type: 'all' };
const isFiltered = ({ group, hours, type }: Filters) => group !== '' || hours !== 'all' || type !== 'all';

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: capital(value) }));

/** A choice typed as one of its values. */
const oneOf = <T extends string>(values: readonly T[], chosen: string, fallback: T) =>
  values.find((value) => value === chosen) ?? fallback;

interface FilterLineProps {
  readonly filters: Filters;
  readonly onChange: (next: Partial<Filters>) => void;
}

const FilterLine = ({ filters, onChange }: FilterLineProps) => {
  const languages = useCapabilities()?.langGroup ?? [];
  return (
    <div className={classes.filters}>
      <NativeSelect
        size="xs"
        label="Group"
        data={[{ value: '', label: 'All' }, ...languages.map((value) => ({ value, label: value }))]}
        value={filters.group}
        onChange={(event) => onChange({ group: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label="Active hours"
        data={optionsOf(HOURS_FILTERS)}
        value={filters.hours}
        onChange={(event) => onChange({ hours: oneOf(HOURS_FILTERS, event.currentTarget.value, 'all') })}
      />
      <NativeSelect
        size="xs"
        label="Type"
        data={optionsOf(TYPE_FILTERS)}
        value={filters.type}
        onChange={(event) => onChange({ type: oneOf(TYPE_FILTERS, event.currentTarget.value, 'all') })}
      />
    </div>
  );
};

const NoOne = ({ filters, onClear }: { readonly filters: Filters; readonly onClear: () => void }) => {
  if (!isFiltered(filters))
    return (
      <EmptyState
        icon={IconUsers}
        title="No active providers or candidates"
        text="They are listed here with their distance, hours and rate."
      />
    );
  return (
    <EmptyState
      icon={IconUsers}
      title="No one fits these filters"
      text={
        filters.group ? `Candidates have no language on record, so ${filters.group} leaves them out.` : ''
      }
    >
      <Button onClick={onClear}>Clear filters</Button>
    </EmptyState>
  );
};

const callLink = ({ Name, Phone }: PossibleProvider) =>
  Phone && (
    <IconLink
      label={`Call ${Name}, ${Phone}`}
      icon={<IconPhone {...rowIcon} />}
      href={`tel:+1${Phone.replace(/\D/g, '')}`}
    />
  );

/** On a phone a line is cut at its end: of who may not work the reasons come first. */
const lineOf = (found: PossibleProvider) => {
  const mark = markOf(found);
  const facts = [`Rate ${found.rate}`, milesOf(found), `${showDecimalHours(found.hours)} h`];
  return (found.mayNotWork.length > 0 ? [mark, ...facts] : [...facts, mark]).filter(Boolean).join(' · ');
};

interface PossibleProvidersDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/**
 * Who could care for a client: providers and candidates with distance, hours and rate
 * (docs/rules/possible-providers.md, rule 2).
 */
export const PossibleProvidersDialog = ({ person, onClose }: PossibleProvidersDialogProps) => {
  const [filters, setFilters] = useState(ALL);
  const [page, setPage] = useState(1);
  const [explained, setExplained] = useState<PossibleProvider>();
  const query = usePossibleProviders({ id: person.ID, ...filters });
  const columns = useMemo(() => possibleColumns(setExplained), []);
  const change = (next: Partial<Filters>) => {
    setFilters((before) => ({ ...before, ...next }));
    setPage(1);
  };
  const clear = () => {
    setFilters(ALL);
    setPage(1);
  };
  // The server's sentence says what to do; trying again by itself would not help.
  const refusal =
    query.error instanceof FailedCall && query.error.refusal.reason === 'badInput' ? query.error.message : '';
  const name = personName(person);
  return (
    <Dialog
      opened
      wide
      title={`Possible Providers for ${name}`}
      forced={explained !== undefined}
      onClose={onClose}
    >
      <FilterLine filters={filters} onChange={change} />
      {refusal ? (
        <Note tone="warn" live>
          {refusal}
        </Note>
      ) : (
        <div className={classes.frame}>
          <DataTable
            label={`Possible Providers for ${name}`}
            columns={columns}
            rows={query.data}
            rowKey={({ kind, id }) => `${kind} ${id}`}
            rowName={({ Name }) => Name}
            page={page}
            onPage={setPage}
            tone={({ livesWith }) => (livesWith ? 'warn' : undefined)}
            heading={({ mayNotWork }) => (mayNotWork.length > 0 ? 'May not work now' : undefined)}
            dimmed={({ mayNotWork }) => mayNotWork.length > 0}
            onOpen={setExplained}
            actions={callLink}
            actionsTitle="Call"
            actionsWidth={56}
            listItem={(found) => ({
              title: found.Name,
              kind: found.kind,
              line: lineOf(found),
              action: callLink(found),
            })}
            loadingText="Finding possible providers…"
            failure={failureOf(query, 'Couldn’t load possible providers')}
            footer={query.isRefetchError ? freshnessOf(query) : undefined}
            empty={<NoOne filters={filters} onClear={clear} />}
          />
        </div>
      )}
      {explained && <RateDialog found={explained} client={name} onClose={() => setExplained(undefined)} />}
    </Dialog>
  );
};

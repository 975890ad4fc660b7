import { makeRequest } from '@homecare/domain/eligibility/contract.ts';
import { ENTRY_FILTERS, type EntryFilter, selectEntries } from '@homecare/domain/eligibility/rules.ts';
import { Button, NativeSelect, Stack } from '@mantine/core';
import { IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { usePagePart } from '../../platform/page-part.ts';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';
import { useToday } from '../../platform/use-today.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { FilterBar, FreePage } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { AnswersPanel } from './AnswersPanel.tsx';
import { exportEntries, useEntries } from './api.ts';
import classes from './Eligibility.module.css';
import { EntryFormDialog } from './EntryFormDialog.tsx';
import { EntryTable, useEntryLook } from './EntryTable.tsx';
import { ELIGIBILITY, ELIGIBILITY_PARTS } from './eligibility-path.ts';
import { RequestPanel } from './RequestPanel.tsx';

const FILTER_WORDS: Record<EntryFilter, string> = {
  All: 'All entries',
  Ended: 'HCBS Expired',
  Ending: 'HCBS Expired soon',
  Refused: 'Rejected by the payer',
};

const readFilter = (value: unknown): EntryFilter => ENTRY_FILTERS.find((one) => one === value) ?? 'All';

const EntriesPanel = () => {
  const today = useToday();
  const query = useEntries(null);
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<EntryFilter>('All');
  const [adds, setAdds] = useState(false);
  const rows = useMemo(
    () => query.data && selectEntries(query.data, { search, filter }, today),
    [query.data, search, filter, today],
  );
  useFiltersInAddress({
    list: 'eligibility',
    filters: { filter },
    first: { filter: 'All' },
    onFilters: (asked) => setFilter(readFilter(asked.filter)),
  });
  const isRefused = filter === 'Refused';
  const { table, menu } = useEntryLook({ rows, names: true, isRefused });
  const isFiltered = (query.data?.length ?? 0) > 0;
  return (
    <Stack gap={12}>
      <div className={classes.bar}>
        <SearchBox
          label="Search eligibility"
          placeholder="Client, plan or reason"
          value={search}
          onChange={setSearch}
        />
        <NativeSelect
          aria-label="Show"
          data={ENTRY_FILTERS.map((value) => ({ value, label: FILTER_WORDS[value] }))}
          value={filter}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setFilter(readFilter(value));
          }}
        />
        {!isRefused && (
          <ViewMenu
            {...menu}
            filters={{ filter }}
            onFilters={(saved) => setFilter(readFilter(saved.filter))}
          />
        )}
        <ExportMenu
          list="eligibility"
          load={(format) => exportEntries(search, filter, format)}
          disabled={!rows?.length}
        />
        <Button variant="filled" leftSection={<IconPlus {...smallIcon} />} onClick={() => setAdds(true)}>
          Add entry
        </Button>
      </div>
      <EntryTable
        label="Eligibility"
        query={query}
        table={table}
        names
        empty={
          <EmptyState
            icon={IconShieldCheck}
            title={isFiltered ? 'No entry fits this search' : 'No eligibility is recorded yet'}
            text="Answers of the payer and entries by hand are listed here."
          >
            {isFiltered && (
              <Button
                onClick={() => {
                  setSearch('');
                  setFilter('All');
                }}
              >
                Clear search
              </Button>
            )}
          </EmptyState>
        }
      />
      {adds && (
        <EntryFormDialog
          title="Add eligibility"
          clientId={null}
          entry={null}
          onClose={() => setAdds(false)}
        />
      )}
    </Stack>
  );
};

type Part = (typeof ELIGIBILITY_PARTS)[number];

const LABELS: Record<Part, string> = {
  entries: 'Entries',
  requests: 'Ask the payer',
  answers: 'Answers',
};
const TABS = ELIGIBILITY_PARTS.map((key) => ({ key, label: LABELS[key], count: null }));

const PANELS: Record<Part, () => ReactNode> = {
  entries: EntriesPanel,
  requests: RequestPanel,
  answers: AnswersPanel,
};

/** /eligibility: the entries of all clients; for an admin the question to the payer (270) and its answer (271) too. */
export const EligibilityPage = () => {
  const asks = may(useSession()?.role, makeRequest);
  const { part, open } = usePagePart(ELIGIBILITY, ELIGIBILITY_PARTS);
  const Panel = PANELS[asks ? part : 'entries'];
  return (
    <>
      {asks && (
        <FilterBar>
          <CountTabs
            label="Eligibility"
            look="segments"
            controls="eligibility-panel"
            value={part}
            onChange={open}
            tabs={TABS}
          />
        </FilterBar>
      )}
      <FreePage>
        <div id="eligibility-panel" {...(asks && { role: 'tabpanel', 'aria-label': 'Eligibility' })}>
          <Panel />
        </div>
      </FreePage>
    </>
  );
};

import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import { importFile } from '@homecare/domain/people-import/contract.ts';
import { seesAuthorizationMoney } from '@homecare/domain/permissions.ts';
import { Button, NativeSelect, Stack } from '@mantine/core';
import { IconCertificateOff, IconFileText, IconPlus, IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';
import { useToday } from '../../platform/use-today.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { FilterSheet } from '../../ui/FilterSheet.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { AUTHORIZATION, useAuthorizations } from './api.ts';
import { authorizationColumns, daysOf, stakeOf, whatOf } from './authorization-columns.tsx';
import { type NewPar, ParDialog } from './ParDialog.tsx';
import { RequestDialog } from './RequestDialog.tsx';
import { StakeTiles } from './StakeTiles.tsx';
import { filtersOf, foundRows, type LookedFor, NO_LOOK, readFilters, rowsOfTile, tilesOf } from './stake.ts';
import { UnitsKey } from './UnitsBar.tsx';
import { useStakePages, useStakeWays, WAY_WORDS } from './use-stake-ways.ts';

const optionsOf = (all: string, values: readonly (string | null)[]) => [
  { value: '', label: all },
  ...[...new Set(values.filter((value) => value !== null && value !== ''))].sort().map((value) => ({
    value: value ?? '',
    label: value ?? '',
  })),
];

/** A new authorization that continues the one of the line, or the first one if it has none. */
const renewalOf = ({ clientId, type, through, findings: [first] }: AuthorizationRow): NewPar => ({
  clientId,
  type,
  from: through === null ? (first?.day ?? '') : addDays(through, 1),
});

/** The lines whose requests are shown: a single one, or those of the list. */
interface Asked {
  readonly rows: readonly AuthorizationRow[];
  readonly isAlone: boolean;
}

const rowName = ({ client, typeName }: AuthorizationRow) => `${client}, ${typeName}`;

/** The visits worked and planned under the authorization, or without one. */
const storyOf = (row: AuthorizationRow): RowStory => ({
  counts:
    row.id === null
      ? { of: 'client', id: String(row.clientId), type: row.type }
      : { of: 'authorization', id: String(row.id) },
  title: rowName(row),
});

const rowKey = ({ id, clientId, type }: AuthorizationRow) => id ?? `${clientId} ${type}`;

interface FiltersProps {
  readonly rows: readonly AuthorizationRow[];
  readonly look: LookedFor;
  readonly onLook: (look: LookedFor) => void;
}

const Search = ({ look, onLook }: Omit<FiltersProps, 'rows'>) => (
  <SearchBox
    label="Search authorizations"
    placeholder="Client, number or case manager"
    width={196}
    value={look.search}
    onChange={(search) => onLook({ ...look, search })}
  />
);

const SELECTS = [
  { key: 'type', label: 'Type', all: 'All types', width: 118 },
  { key: 'program', label: 'Program', all: 'All programs' },
  { key: 'caseManager', label: 'Case manager', all: 'All case managers', width: 156 },
] as const;

const Selects = ({ rows, look, onLook, labelled }: FiltersProps & { readonly labelled: boolean }) =>
  SELECTS.map(({ key, label, all, ...size }) => (
    <NativeSelect
      key={key}
      {...(labelled ? { label } : { 'aria-label': label, ...('width' in size && { w: size.width }) })}
      value={look[key]}
      data={optionsOf(
        all,
        rows.map((row) => row[key]),
      )}
      onChange={(event) => onLook({ ...look, [key]: event.currentTarget.value })}
    />
  ));

/** The selects, on phones behind one button. */
const Filters = (props: FiltersProps) => (
  <>
    <Search look={props.look} onLook={props.onLook} />
    {useIsPhone() ? (
      <FilterSheet active={SELECTS.some(({ key }) => props.look[key] !== '')}>
        <Stack gap={12}>
          <Selects {...props} labelled />
        </Stack>
      </FilterSheet>
    ) : (
      <Selects {...props} labelled={false} />
    )}
  </>
);

/** A new authorization without any values yet. */
const OF_NOBODY: NewPar = { clientId: null, type: '', from: '' };

interface NoAuthorizationsProps {
  /** There are no authorizations at all, whatever the filter. */
  readonly isFirst: boolean;
  readonly onAdd: (() => void) | undefined;
}

const NoAuthorizations = ({ isFirst, onAdd }: NoAuthorizationsProps) => (
  <EmptyState
    icon={IconCertificateOff}
    title={isFirst ? 'No authorizations yet' : 'No authorization matches'}
    text={
      isFirst
        ? 'Add the first one: claims need a number for each client and type.'
        : 'Change the search or press the tile again.'
    }
  >
    {isFirst && onAdd && <Button onClick={onAdd}>Add the first one</Button>}
  </EmptyState>
);

/** /authorizations: what clients may get and what is at stake, most expensive first. */
export const AuthorizationsPage = () => {
  const today = useToday().toString();
  const role = useSession()?.role;
  const seesMoney = seesAuthorizationMoney(role);
  const [look, setLook] = useKept<LookedFor>('authorizations.look', NO_LOOK);
  useFiltersInAddress({
    list: 'authorizations',
    filters: filtersOf(look),
    first: filtersOf(NO_LOOK),
    onFilters: (filters) => setLook({ ...look, ...readFilters(filters) }),
  });
  const [added, setAdded] = useState<NewPar>();
  const openPage = useOpenPage();
  const query = useAuthorizations();
  const found = useMemo(() => query.data && foundRows(query.data.rows, look), [query.data, look]);
  const rows = found && rowsOfTile(found, look.kind);
  const pages = useStakePages();
  const { mayWrite, waysOf } = useStakeWays();
  const stories = useRowStory(storyOf);
  const [asked, setAsked] = useState<Asked>();
  // A case manager is asked for everything at once, regardless of the other filters.
  const requested = () => foundRows(query.data?.rows ?? [], { ...NO_LOOK, caseManager: look.caseManager });
  const open = (row: AuthorizationRow) => {
    if (row.id !== null) void openPage(AUTHORIZATION, { id: row.id });
    else if (mayWrite) setAdded(renewalOf(row));
    else setAsked({ rows: [row], isAlone: true });
  };
  const action = (row: AuthorizationRow) => {
    const [first] = row.findings;
    const [way] = first ? waysOf(first.kind, row.program !== null) : [];
    if (way === 'renew')
      return (
        <Button onClick={() => setAdded(renewalOf(row))}>
          {first?.kind === 'missing' ? 'Add' : 'Renew'}
        </Button>
      );
    if (way === 'request')
      return <Button onClick={() => setAsked({ rows: [row], isAlone: true })}>{WAY_WORDS.request}</Button>;
    if (way === 'plan' || way === 'addVisits')
      return <Button onClick={() => pages.plans(row)}>{WAY_WORDS[way]}</Button>;
    if (way === 'code') return <Button onClick={() => pages.codes(row)}>{WAY_WORDS.code}</Button>;
    return <Button onClick={() => open(row)}>Open</Button>;
  };
  return (
    <Page>
      <FilterBar
        actions={
          <>
            {role && may(role, importFile) && (
              <Button
                leftSection={<IconUpload {...menuIcon} />}
                onClick={() => void openPage('/importpeople', { from: 'authorizations' })}
              >
                Import CSV
              </Button>
            )}
            <Button
              leftSection={<IconFileText {...menuIcon} />}
              onClick={() => setAsked({ rows: requested(), isAlone: false })}
            >
              Request list
            </Button>
            {mayWrite && (
              <Button
                variant="filled"
                leftSection={<IconPlus {...menuIcon} />}
                onClick={() => setAdded(OF_NOBODY)}
              >
                New authorization
              </Button>
            )}
          </>
        }
      >
        <Filters rows={query.data?.rows ?? []} look={look} onLook={setLook} />
      </FilterBar>
      <StakeTiles
        tiles={tilesOf(found ?? [])}
        lines={found?.length}
        value={look.kind}
        onChange={(kind) => setLook({ ...look, kind })}
      />
      <DataTable
        label="Authorizations"
        columns={authorizationColumns(today, seesMoney, open)}
        rows={rows}
        rowKey={rowKey}
        rowName={rowName}
        noun={rows?.length === 1 ? 'line' : 'lines'}
        onOpen={open}
        keys={stories.keys}
        actions={action}
        actionsWidth={150}
        listItem={(row) => ({
          title: row.client,
          kind: stakeOf(row, seesMoney),
          line: `${row.type}, ${daysOf(row)}`,
          more: whatOf(row, today) && `${whatOf(row, today)?.title}: ${whatOf(row, today)?.text}`,
          action: action(row),
        })}
        loadingText="Loading authorizations…"
        failure={failureOf(query, 'Couldn’t load authorizations')}
        footer={
          <>
            <UnitsKey /> {['1 unit = 15 minutes', freshnessOf(query)].filter(Boolean).join(' · ')}
          </>
        }
        empty={
          <NoAuthorizations
            isFirst={query.data?.rows.length === 0}
            onAdd={mayWrite ? () => setAdded(OF_NOBODY) : undefined}
          />
        }
      />
      {stories.window}
      {asked && <RequestDialog {...asked} onClose={() => setAsked(undefined)} />}
      {added && <ParDialog fresh={added} stored={null} onClose={() => setAdded(undefined)} />}
    </Page>
  );
};

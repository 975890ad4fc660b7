import { todayIn } from '@homecare/domain/calendar.ts';
import { isOffice } from '@homecare/domain/call.ts';
import type { ExportFormat } from '@homecare/domain/list-export/contract.ts';
import { clientMaximum, isClientMaximumReached } from '@homecare/domain/people/client-maximum.ts';
import { insertPerson } from '@homecare/domain/people/contract.ts';
import { addressLine } from '@homecare/domain/people/history.ts';
import {
  AGGREGATOR_STATUS,
  isActiveOfKind,
  isArchived,
  KIND,
} from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { PEOPLE_TABS, readSearch, selectPeople } from '@homecare/domain/people/search.ts';
import { importFile } from '@homecare/domain/people-import/contract.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Switch } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import { BulkActions, openBulkActions } from '../../platform/lists/BulkActions.tsx';
import { type FilterChip, FilterChips } from '../../platform/lists/FilterChips.tsx';
import { useLook } from '../../platform/lists/use-look.ts';
import { useSelected } from '../../platform/lists/use-selected.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { may } from '../../platform/role-copy.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useRole, useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useReturn } from '../../platform/use-return.ts';
import { useRowActions } from '../../platform/use-row-actions.tsx';
import { CountButton } from '../../ui/CountButton.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { FilterSheet } from '../../ui/FilterSheet.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { useCandidatesDialog } from '../candidates/use-candidates-dialog.tsx';
import { ELIGIBILITY } from '../eligibility/eligibility-path.ts';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { useUnreadCounts } from '../messaging/unread-api.ts';
import { useRowMarks } from '../notices/api.ts';
import { exportList, usePeopleInSteps } from './api.ts';
import { archivedLine } from './archived.ts';
import { peopleBulkActions } from './bulk-actions.ts';
import { CreateButtons, type CreateProps, type Exported, PeopleMenu } from './CreateButtons.tsx';
import { filtersOf, type ListView, PEOPLE_VIEW, readFilters, START } from './list-view.ts';
import { Reasons, withTexts } from './NameCell.tsx';
import { NoPeople } from './NoPeople.tsx';
import classes from './PeoplePage.module.css';
import { peopleColumns, TAB_COLUMNS } from './people-columns.tsx';
import { rowMode } from './record-mode.ts';
import type { Viewer } from './row-actions.ts';
import { indexedPeople, warmSearch } from './search-index.ts';
import {
  awaitPeopleActions,
  bringPeopleActions,
  usePeopleActions,
  withUnread,
} from './use-people-actions.ts';

/** Milliseconds during which users still look through the first rows. */
const MENUS_AFTER = 3_000;

/** What the tabs and the table show. The search text is built after the first paint. */
const useSelection = (people: readonly PersonRow[] | undefined, view: ListView) => {
  const searching = view.search.trim() !== '';
  const indexed = useMemo(
    () => (searching ? indexedPeople(people ?? []) : (people ?? []).map((row) => ({ row, text: '' }))),
    [people, searching],
  );
  useEffect(() => people && warmSearch(people), [people]);
  return useMemo(() => {
    const search = readSearch(view.search);
    const { tab, showArchived } = view;
    const shown = selectPeople(indexed, { tab, showArchived, search });
    const hidden =
      shown.rows.length === 0 && !showArchived
        ? selectPeople(indexed, { tab, showArchived: true, search }).rows.length
        : 0;
    return { ...shown, hidden };
  }, [indexed, view]);
};

/** Whether the first people of the list are enough for a view. A search needs all of them. */
const canBegin = ({ search, showArchived, page }: ListView) =>
  search.trim() === '' && !showArchived && page === 1;

/** The people of a view, or the first ones until all have loaded. */
const useShown = (view: ListView) => {
  const { query, people, first } = usePeopleInSteps();
  const beginning = canBegin(view) ? first : undefined;
  const { rows, counts, hidden } = useSelection(people ?? beginning?.rows, view);
  const shownCounts = people ? counts : beginning?.counts;
  // If none of the first people is in this tab, its people are still to come.
  const isKnown = people || rows.length > 0 || shownCounts?.[view.tab] === 0;
  return { query, people, hidden, counts: shownCounts, rows: isKnown ? rows : undefined };
};

const idOf = ({ ID }: PersonRow) => ID;

/** The active filters of the list. */
const chipsOf = (view: ListView, onChange: (next: Partial<ListView>) => void): readonly FilterChip[] => {
  const search = view.search.trim();
  return [
    ...(search
      ? [{ key: 'search', label: `Search: ${search}`, onRemove: () => onChange({ search: '' }) }]
      : []),
    ...(view.tab === 'All'
      ? []
      : [{ key: 'tab', label: `${view.tab} only`, onRemove: () => onChange({ tab: 'All' as const }) }]),
  ];
};

/** The actions of the rows. Those of the menus load after the list, or with the first menu. */
const useActions = () => {
  useEffect(() => {
    const timer = setTimeout(() => bringPeopleActions().catch(() => undefined), MENUS_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return usePeopleActions();
};

const useClientReason = (people: readonly PersonRow[] | undefined, maxClients: number) => {
  const active = useMemo(
    () => (people ?? []).filter((row) => isActiveOfKind(row, 'Client')).length,
    [people],
  );
  return isClientMaximumReached(active, maxClients) ? clientMaximum(maxClients) : undefined;
};

/** What can be created from the list; undefined if the viewer may only look. */
const useCreateEntries = (clientReason: string | undefined) => {
  const role = useSession()?.role;
  const openPage = useOpenPage();
  const candidates = useCandidatesDialog();
  const hasEligibility = useCapabilities()?.eligibility ?? false;
  const create: CreateProps = {
    onProvider: () => openPage('/createuser', { mode: 'Provider' }),
    onClient: () => openPage('/createuser', { mode: 'Client' }),
    clientReason,
    onCandidates: candidates.open,
    onEligibility: hasEligibility ? () => openPage(ELIGIBILITY) : undefined,
    onImport: may(role, importFile) ? () => openPage('/importpeople') : undefined,
  };
  // The dialog is independent of both bars, so that resizing the window does not close it.
  return { create: may(role, insertPerson) ? create : undefined, dialogs: candidates.dialog };
};

/** Checkboxes and the bar below the list, if the viewer may act on several people. */
const useBulk = (
  rows: readonly PersonRow[] | undefined,
  /** Number of matches, and whether all of them have loaded. */
  matching: { readonly total: number; readonly isWhole: boolean },
  viewer: Viewer,
  hasBoxes: boolean,
) => {
  const openPage = useOpenPage();
  const actions = peopleBulkActions((path) => void openPage(path));
  const { selection, selectAll, clear, ...chosen } = useSelected(rows, idOf, matching.isWhole);
  // Until the capabilities are known, show checkboxes to the office, nearly all of whom will have them.
  const mayAct = viewer.capabilities ? openBulkActions(actions, viewer).length > 0 : isOffice(viewer.role);
  if (!hasBoxes || !mayAct) return {};
  const bar = (
    <BulkActions
      label="Selected people"
      {...{ actions, viewer, ...chosen }}
      total={matching.total}
      onAll={selectAll}
      onClear={clear}
    />
  );
  return { selection, bar };
};

interface PeopleBarProps {
  readonly view: ListView;
  readonly onChange: (next: Partial<ListView>) => void;
  readonly isPhone: boolean;
  /** Undefined if the viewer may only look. */
  readonly create: CreateProps | undefined;
  readonly exported: Exported;
  readonly disabled: boolean;
  /** The View menu, if the list is a table. */
  readonly views: ReactNode;
}

/** Search, filters and creating; on phones behind one button. */
const PeopleBar = ({ view, onChange, isPhone, create, exported, disabled, views }: PeopleBarProps) => {
  const archivedSwitch = (size: 'xs' | 'md') => (
    <Switch
      size={size}
      label="Show Archived"
      checked={view.showArchived}
      onChange={(event) => onChange({ showArchived: event.currentTarget.checked })}
    />
  );

  return (
    <FilterBar
      actions={
        !isPhone && (
          <>
            {views}
            <ExportMenu {...exported} disabled={disabled} />
            {create && <CreateButtons {...create} />}
          </>
        )
      }
    >
      <SearchBox
        label="Search people"
        width={256}
        placeholder={isPhone ? 'Name or ID=4412' : 'Name, phone, doctor or ID=4412'}
        value={view.search}
        onChange={(search) => onChange({ search })}
      />
      {isPhone ? (
        <FilterSheet active={view.showArchived}>{archivedSwitch('md')}</FilterSheet>
      ) : (
        archivedSwitch('xs')
      )}
      {isPhone && <PeopleMenu create={create} exported={exported} />}
    </FilterBar>
  );
};

interface PhoneLineProps {
  readonly person: PersonRow;
  readonly unread: number | undefined;
  /** Why the row is marked. */
  readonly reasons: readonly string[] | undefined;
  readonly seesSandata: boolean;
}

/** The line under the name, where the list has no columns. */
const PhoneLine = ({ person, unread, reasons, seesSandata }: PhoneLineProps) => {
  if (isArchived(person)) return withTexts(unread, archivedLine(person));
  const facts = reasons ? <Reasons reasons={reasons} /> : addressLine(person);
  return (
    <>
      {seesSandata && person[AGGREGATOR_STATUS] === 'Failed' && 'Sandata: Failed · '}
      {withTexts(unread, facts)}
    </>
  );
};

interface PhoneActionProps {
  readonly person: PersonRow;
  readonly unread: number | undefined;
  readonly onTexts: ((person: PersonRow) => void) | undefined;
}

const PhoneAction = ({ person, unread, onTexts }: PhoneActionProps) => (
  <>
    {onTexts && unread !== undefined && (
      <CountButton
        label={`New texts from ${personName(person)}`}
        count={unread}
        onClick={() => onTexts(person)}
      />
    )}
    {person.Phone && (
      <IconLink
        label={`Call ${personName(person)}`}
        icon={<IconPhone {...rowIcon} />}
        href={`tel:+1${person.Phone.replace(/\D/g, '')}`}
      />
    )}
  </>
);

/** The People list, on which staff start (docs/rules/people.md, rule 37). */
export const PeoplePage = () => {
  const role = useRole();
  const [view, setView] = useKept(PEOPLE_VIEW, START);
  const openPage = useOpenPage();
  const marks = useRowMarks();
  // The box shows each key at once, and the list follows.
  const settled = useDeferredValue(view);
  const { query, people, rows, counts, hidden } = useShown(settled);
  const isPhone = useIsPhone();
  const frame = useRef<HTMLDivElement>(null);
  const { left, remember } = useReturn(frame, 'people', people !== undefined);

  const change = (next: Partial<ListView>) => setView({ ...view, page: 1, ...next });
  const addressed = filtersOf(view);
  useFiltersInAddress({
    list: 'people',
    filters: addressed,
    first: filtersOf(START),
    onFilters: (filters) => change(readFilters(filters)),
  });
  const open = (person: PersonRow) => {
    remember(person.ID);
    openPage('/createuser', { mode: rowMode(person, role), id: person.ID });
  };
  const capabilities = useCapabilities();
  const today = todayIn(capabilities?.timeZone ?? 'America/Denver', serverNow());
  const clientReason = useClientReason(people, capabilities?.maxClients ?? 0);
  const viewer = { role, capabilities, clientsFull: clientReason };
  const unread = useUnreadCounts();
  const known = useActions();
  const actions = useRowActions({
    actions: useMemo(() => withUnread(known, unread), [known, unread]),
    viewer,
    page: { openRecord: open },
    keyOf: (person) => person.ID,
    nameOf: personName,
    propsOf: (person, onClose) => ({ person, onClose }),
    frame,
  });
  const showLog = actions.starter('aggregator-log');
  const showTexts = actions.starter('texts');
  const exported = { list: 'people', load: (format: ExportFormat) => exportList(settled, format) };
  const { create, dialogs } = useCreateEntries(clientReason);
  const columns = peopleColumns(today, showLog);
  const standard = TAB_COLUMNS[settled.tab];
  const { table, menu } = useLook({ list: 'people', columns, standard, rows });
  const total = (people ? rows?.length : counts?.[settled.tab]) ?? 0;
  const bulk = useBulk(table.rows, { total, isWhole: people !== undefined }, viewer, !isPhone);
  return (
    <Page>
      <PeopleBar
        view={view}
        onChange={change}
        isPhone={isPhone}
        create={create}
        exported={exported}
        disabled={!rows?.length}
        views={
          <ViewMenu {...menu} filters={addressed} onFilters={(filters) => change(readFilters(filters))} />
        }
      />
      <CountTabs
        label="Type of people"
        tabs={PEOPLE_TABS.map((tab) => ({ key: tab, label: tab, count: counts?.[tab] }))}
        value={view.tab}
        onChange={(tab) => change({ tab })}
      />
      <FilterChips chips={chipsOf(view, change)} onClear={() => change({ search: '', tab: START.tab })} />
      <div className={classes.frame} ref={frame}>
        <DataTable
          label={`People, ${settled.tab}`}
          {...table}
          rowKey={idOf}
          selection={bulk.selection}
          startKey={left}
          rows={people || table.sort === null ? table.rows : undefined}
          rowName={personName}
          noun={people ? '' : 'while the others are loading'}
          page={settled.page}
          onPage={(page) => change({ page })}
          dimmed={isArchived}
          tone={(person) => marks.get(person.ID)?.tone}
          onOpen={open}
          actionsWidth={140}
          actions={actions.icons}
          menu={actions.menu}
          beforeMenu={awaitPeopleActions}
          listItem={(person) => ({
            title: personName(person),
            kind: person[KIND],
            line: (
              <PhoneLine
                person={person}
                unread={unread.get(person.ID)}
                reasons={marks.get(person.ID)?.reasons}
                seesSandata={showLog !== undefined}
              />
            ),
            action: <PhoneAction person={person} unread={unread.get(person.ID)} onTexts={showTexts} />,
          })}
          loadingText="Loading people…"
          failure={failureOf(query, 'Couldn’t load people', 'Your search and tab are kept.')}
          footer={query.isRefetchError ? freshnessOf(query) : undefined}
          empty={
            <NoPeople
              isFirst={people?.length === 0}
              search={settled.search.trim()}
              tab={settled.tab}
              hidden={hidden}
              onClear={() => change({ search: '' })}
              onShowArchived={() => change({ showArchived: true })}
              {...(create && { onCreate: create.onProvider, onImport: create.onImport })}
            />
          }
        />
      </div>
      {bulk.bar}
      {actions.dialog}
      {dialogs}
    </Page>
  );
};

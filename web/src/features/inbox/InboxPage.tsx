import { counted } from '@homecare/domain/counted.ts';
import { NOTICE_MENUS, noticeMenus } from '@homecare/domain/notices/menus.ts';
import { saysDay } from '@homecare/domain/notices/words.ts';
import { editsRecords } from '@homecare/domain/permissions.ts';
import { type InboxRow, inboxRows } from '@homecare/domain/today/inbox.ts';
import type { MarkList } from '@homecare/domain/today/schema.ts';
import { Button, NativeSelect, Stack, Switch } from '@mantine/core';
import { IconInbox, IconZzz } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import selectionClasses from '../../platform/lists/SelectionBar.module.css';
import { SelectionBar } from '../../platform/lists/SelectionBar.tsx';
import { useSelected } from '../../platform/lists/use-selected.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { personPath } from '../../platform/person-path.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useNow } from '../../platform/use-now.ts';
import { useToday, useZone } from '../../platform/use-today.ts';
import { ButtonMenu } from '../../ui/ButtonMenu.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { FilterSheet } from '../../ui/FilterSheet.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { useNotices } from '../notices/api.ts';
import { fieldOfNotice, useOpenNotice } from '../notices/use-open-notice.ts';
import { useMarks } from '../today/api.ts';
import { useMarkEntries } from '../today/use-mark-entries.ts';
import { STORY_KEY } from '../visit-story/open-story.ts';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { careOf, dueOf, inboxColumns, kindOf } from './inbox-columns.tsx';
import {
  filtersOf,
  foundRows,
  INBOX_VIEW,
  type InboxView,
  inOrder,
  readFilters,
  START,
} from './inbox-view.ts';

const keyOf = ({ key }: InboxRow) => key;
const nameOf = ({ name, text }: InboxRow) => `${name}: ${text}`;

/** A notice of a care plan is about its visits; that of a person is about the person. */
const storyOf = ({ at, id, name }: InboxRow): RowStory =>
  at === 'plan' ? { counts: { of: 'plan', id: String(id) }, title: `care plan ${id}, ${name}` } : undefined;

/** On a phone, where no column has the day: how far away it is, or the day that the words do not say. */
const lateDue = (row: InboxRow, today: string) => {
  const found = dueOf(row, today);
  return found?.due || (saysDay(row) ? undefined : found?.day);
};

interface FiltersProps {
  readonly view: InboxView;
  readonly onView: (next: Partial<InboxView>) => void;
}

const Selects = ({ view, onView, labelled }: FiltersProps & { readonly labelled: boolean }) => (
  <>
    <NativeSelect
      {...(labelled ? { label: 'Assigned to' } : { 'aria-label': 'Assigned to' })}
      value={view.whose}
      onChange={({ currentTarget: { value } }) =>
        onView({ whose: value === 'mine' || value === 'nobody' ? value : 'all' })
      }
      data={[
        { value: 'all', label: 'Assigned to anyone' },
        { value: 'mine', label: 'Assigned to me' },
        { value: 'nobody', label: 'Assigned to nobody' },
      ]}
    />
    <NativeSelect
      {...(labelled ? { label: 'Order' } : { 'aria-label': 'Order' })}
      value={view.order}
      onChange={({ currentTarget: { value } }) => onView({ order: value === 'person' ? value : 'urgent' })}
      data={[
        { value: 'urgent', label: 'Most urgent first' },
        { value: 'person', label: 'By person' },
      ]}
    />
  </>
);

/** The selects behind one button on phones, where a line of them has no room. */
const Filters = (props: FiltersProps) => {
  const { view, onView } = props;
  return (
    <>
      <SearchBox
        label="Search the inbox"
        placeholder="Name or reason"
        width={220}
        value={view.search}
        onChange={(search) => onView({ search })}
      />
      {useIsPhone() ? (
        <FilterSheet active={view.whose !== 'all' || view.order !== 'urgent'}>
          <Stack gap={12}>
            <Selects {...props} labelled />
          </Stack>
        </FilterSheet>
      ) : (
        <Selects {...props} labelled={false} />
      )}
    </>
  );
};

const NOBODY: MarkList = { marks: [], people: [] };

/** Everything that is to be said today, of the kinds that this role has. */
const useInbox = (view: InboxView, now: Temporal.Instant) => {
  const { uid = '', role } = useSession() ?? {};
  const capabilities = useCapabilities();
  const query = useNotices();
  const marks = useMarks().data ?? NOBODY;
  const { open, putOff } = useMemo(
    () => inboxRows(query.data?.notices ?? [], marks, now),
    [query.data, marks, now],
  );
  const found = useMemo(
    () => inOrder(foundRows(view.isPutOff ? putOff : open, view, uid), view.order),
    [open, putOff, view, uid],
  );
  const kinds = role && capabilities ? noticeMenus(role, capabilities) : [];
  const rows = query.data && found.filter(({ menu }) => view.kind === 'all' || menu === view.kind);
  return { query, people: marks.people, found, kinds, rows, putOff: putOff.length };
};

interface SelectedProps {
  readonly rows: readonly InboxRow[];
  readonly total: number;
  readonly isPutOff: boolean;
  readonly marks: ReturnType<typeof useMarkEntries>;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** What is done with all rows that are ticked. */
const Selected = ({ rows, total, isPutOff, marks, onAll, onClear }: SelectedProps) => {
  if (rows.length === 0) return null;
  const keys = rows.map(keyOf);
  return (
    <section className={selectionClasses.bar} aria-label="Selected notices">
      <SelectionBar count={rows.length} total={total} onAll={onAll} onClear={onClear}>
        {isPutOff ? (
          <Button size="compact-sm" onClick={() => void marks.showAgain(keys)}>
            Show now
          </Button>
        ) : (
          <ButtonMenu
            width={280}
            entries={marks.entriesOf({
              keys,
              title: counted(rows.length, 'notice'),
              assigned: rows.map((row) => row.assigned),
            })}
            button={(opening) => (
              <Button size="compact-sm" {...opening}>
                Put off or assign
              </Button>
            )}
          />
        )}
      </SelectionBar>
    </section>
  );
};

const Nothing = ({ view: { isPutOff, kind, search, whose } }: { readonly view: InboxView }) =>
  search.trim() !== '' || whose !== 'all' ? (
    <EmptyState
      icon={IconInbox}
      title="No notice matches"
      text="Change the search or who it is assigned to."
    />
  ) : (
    <EmptyState
      icon={isPutOff ? IconZzz : IconInbox}
      title={isPutOff ? 'Nothing is put off' : 'Nothing here needs you'}
      text={
        kind === 'all' ? 'What expires, is missing or comes soon is listed here.' : NOTICE_MENUS[kind].none
      }
    />
  );

/** /inbox: everything that expires, is missing or comes soon, to be fixed, put off or given to somebody. */
export const InboxPage = () => {
  const [today, zone, now] = [useToday().toString(), useZone(), useNow(30)];
  const [view, setView] = useKept<InboxView>(INBOX_VIEW, START);
  const onView = (next: Partial<InboxView>) => setView({ ...view, ...next });
  useFiltersInAddress({
    list: 'inbox',
    filters: filtersOf(view),
    first: filtersOf(START),
    onFilters: (filters) => onView(readFilters(filters)),
  });
  const { query, people, found, kinds, rows, putOff } = useInbox(view, now);
  const { openRow, openField } = useOpenNotice();
  const openPage = useOpenPage();
  const role = useSession()?.role;
  const stories = useRowStory(storyOf);
  const marks = useMarkEntries({ people, now, today, zone });
  const { selection, selected, selectAll, clear } = useSelected(rows, keyOf);
  const open = (row: InboxRow) => (row.field ? openField(row) : void openRow(row));
  const action = (row: InboxRow): ReactNode => {
    const word = editsRecords(role) && row.field && row.tone !== 'info' ? 'Renew' : 'Open';
    return (
      <Button
        aria-label={`${word} ${fieldOfNotice(row) ?? 'the list'} of ${row.name}`}
        onClick={() => open(row)}
      >
        {word}
      </Button>
    );
  };
  return (
    <Page>
      <FilterBar
        actions={
          <Switch
            label={`Put off (${putOff})`}
            checked={view.isPutOff}
            onChange={(event) => onView({ isPutOff: event.currentTarget.checked })}
          />
        }
      >
        <Filters view={view} onView={onView} />
      </FilterBar>
      <CountTabs
        label="Kind of notice"
        tabs={[
          { key: 'all' as const, label: 'All', count: query.data && found.length },
          ...kinds.map((key) => ({
            key,
            label: NOTICE_MENUS[key].title,
            count: query.data && found.filter(({ menu }) => menu === key).length,
          })),
        ]}
        value={view.kind}
        onChange={(kind) => onView({ kind })}
      />
      <DataTable
        label="Inbox"
        columns={inboxColumns(today, zone, view.kind === 'all')}
        rows={rows}
        rowKey={keyOf}
        rowName={nameOf}
        noun={rows?.length === 1 ? 'notice' : 'notices'}
        edge={({ tone }) => (tone === 'danger' ? 'danger' : undefined)}
        {...(view.order === 'person' && { heading: ({ name }: InboxRow) => name })}
        onOpen={open}
        actions={action}
        actionsWidth={130}
        selection={selection}
        keys={{
          [STORY_KEY]: (row) => (storyOf(row) ? stories.show(row) : void openPage(personPath(row.id))),
        }}
        menu={(row) => [
          ...stories.entries(row),
          ...marks.entriesOf({ keys: [row.key], title: nameOf(row), assigned: [row.assigned] }),
        ]}
        listItem={(row) => ({
          title: row.name,
          kind: kindOf(row),
          line: row.text,
          more: [lateDue(row, today), careOf(row, zone).who, careOf(row, zone).until]
            .filter(Boolean)
            .join(' · '),
          action: action(row),
        })}
        loadingText="Loading the inbox…"
        failure={failureOf(query, 'Couldn’t load the inbox')}
        footer={freshnessOf(query)}
        empty={<Nothing view={view} />}
      />
      <Selected
        rows={selected}
        total={rows?.length ?? 0}
        isPutOff={view.isPutOff}
        marks={marks}
        onAll={selectAll}
        onClear={clear}
      />
      {stories.window}
    </Page>
  );
};

import { isMonth } from '@homecare/domain/calendar.ts';
import { csvOf, money, text } from '@homecare/domain/list-export/rules.ts';
import { MARGIN_DIMENSIONS, type MarginDimension, type MarginGroup } from '@homecare/domain/margin/schema.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { NativeSelect } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { keep, useKept } from '../../platform/kept.ts';
import { PageButton } from '../../platform/PageButton.tsx';
import { usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { saveAs } from '../../platform/send-file.ts';
import { useToday } from '../../platform/use-today.ts';
import { type Column, DataTable, type Sort } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { MonthSpanBoxes } from '../../ui/MonthSpanBoxes.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { STORY_KEY } from '../visit-story/open-story.ts';
import { useMargin } from './api.ts';
import { LinesDialog, partWords, sumWords } from './LinesDialog.tsx';
import classes from './Margin.module.css';
import { NUMBER_WORDS, NUMBERS } from './margin-words.ts';

const DIMENSION_WORDS: Record<MarginDimension, string> = {
  client: 'Client',
  caregiver: 'Caregiver',
  type: 'Care plan type',
  town: 'Town',
  month: 'Month',
  service: 'Month of service',
};

/** Pay that belongs to no record has no month of service, and so no key. */
const nameOf = ({ key, name }: MarginGroup, by: MarginDimension) =>
  (by === 'month' || by === 'service') && key !== '' ? sayMonth(name) : name;

const columnsOf = (
  by: MarginDimension,
  onOpen: (group: MarginGroup) => void,
): readonly Column<MarginGroup>[] => [
  {
    key: 'name',
    title: DIMENSION_WORDS[by],
    min: 170,
    sorts: true,
    cell: (group) => nameOf(group, by),
  },
  ...NUMBERS.map(
    (part): Column<MarginGroup> => ({
      key: part,
      title: NUMBER_WORDS[part],
      width: 116,
      align: 'right',
      sorts: true,
      cell: (group) => (
        <button
          type="button"
          className={classes.number}
          aria-label={`${NUMBER_WORDS[part]}, ${nameOf(group, by)}: ${showMoney(group[part])}`}
          onClick={() => onOpen(group)}
        >
          {showMoney(group[part])}
        </button>
      ),
    }),
  ),
];

const sorted = (groups: readonly MarginGroup[] | undefined, sort: Sort | null) => {
  if (!groups || !sort) return groups;
  const part = NUMBERS.find((one) => one === sort.key);
  const sign = sort.descending ? -1 : 1;
  return groups.toSorted((a, b) => sign * (part ? a[part] - b[part] : a.name.localeCompare(b.name)));
};

const saveList = (groups: readonly MarginGroup[], by: MarginDimension, months: string) => {
  const columns = [
    text<MarginGroup>(DIMENSION_WORDS[by], 20, ({ name }) => name),
    ...NUMBERS.map((part) => money<MarginGroup>(NUMBER_WORDS[part], (group) => group[part])),
  ];
  saveAs(
    new Blob([csvOf(columns, groups)], { type: 'text/csv;charset=utf-8' }),
    `margin_by_${by}_${months}.csv`,
  );
};

/** A number of another page opens the months that it counts. */
const useOpenedMonths = () => {
  const { from, to } = usePageState();
  useEffect(() => {
    const isOpened = typeof from === 'string' && typeof to === 'string' && isMonth(from) && isMonth(to);
    if (isOpened) keep('margin.months', { from, to });
  }, [from, to]);
};

/** /margin: who and what earns money, the least first (docs/rules/margin.md). */
export const MarginPage = () => {
  const last = useToday().toPlainYearMonth().subtract({ months: 1 }).toString();
  const [months, setMonths] = useKept('margin.months', { from: '', to: '' });
  useOpenedMonths();
  const [by, setBy] = useKept<MarginDimension>('margin.by', 'client');
  const [sort, setSort] = useState<Sort | null>(null);
  const [opened, setOpened] = useState<MarginGroup>();
  const asked = { from: months.from || last, to: months.to || last, by };
  const query = useMargin(asked);
  const groups = sorted(query.data?.groups, sort);
  return (
    <Page>
      <FilterBar
        actions={
          <>
            <PageButton to="/accounting">Accounting</PageButton>
            <PageButton to="/ownersmonth">Month on one page</PageButton>
            <ReasonButton
              leftSection={<IconDownload {...menuIcon} />}
              reason={groups?.length ? undefined : 'There is nothing to save'}
              onClick={() => groups && saveList(groups, by, `${asked.from}_${asked.to}`)}
            >
              CSV
            </ReasonButton>
          </>
        }
      >
        <MonthSpanBoxes span={asked} onChange={setMonths} />
        <NativeSelect
          label="By"
          value={by}
          data={MARGIN_DIMENSIONS.map((value) => ({ value, label: DIMENSION_WORDS[value] }))}
          onChange={(event) =>
            setBy(MARGIN_DIMENSIONS.find((one) => one === event.currentTarget.value) ?? by)
          }
        />
      </FilterBar>
      {(query.isPending || (groups && groups.length > 0)) && (
        <p className={classes.total}>
          {query.data && (
            <>
              Total: <b>{sumWords(query.data.total)}</b>
            </>
          )}
        </p>
      )}
      <DataTable
        label={`Margin by ${DIMENSION_WORDS[by].toLowerCase()}`}
        columns={columnsOf(by, setOpened)}
        rows={groups}
        rowKey={({ key }) => key}
        rowName={(group) => nameOf(group, by)}
        sort={sort}
        onSort={setSort}
        onOpen={setOpened}
        keys={{ [STORY_KEY]: setOpened }}
        noun={groups?.length === 1 ? 'row' : 'rows'}
        listItem={(group) => ({
          title: nameOf(group, by),
          kind: showMoney(group.margin),
          line: partWords(group),
        })}
        loadingText="Loading the margin…"
        failure={failureOf(query, 'Couldn’t load the margin', 'The months are kept.')}
        empty={
          <EmptyState
            icon={IconChartBar}
            title="No billing records in these months"
            text="Margin fills in once billing for a month is saved."
          >
            <PageButton to="/billing">Open Billing</PageButton>
          </EmptyState>
        }
      />
      {opened && (
        <LinesDialog
          asked={asked}
          group={opened}
          title={nameOf(opened, by)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  );
};

import { showDate } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { factsOf } from '@homecare/domain/month-close/causes.ts';
import { DAYS_AT_ONCE } from '@homecare/domain/month-close/contract.ts';
import type { MonthDay } from '@homecare/domain/month-close/schema.ts';
import { Button, Group as Row } from '@mantine/core';
import { IconCalendarEvent, IconCalendarOff } from '@tabler/icons-react';
import { useState } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { STORY_KEY, storyEntry, useOpenStory } from '../visit-story/open-story.ts';
import { type Listed, type ShownMonth, useMonthDays } from './api.ts';
import { useFix } from './use-fix.ts';

const COLUMNS: readonly Column<MonthDay>[] = [
  {
    key: 'day',
    title: 'Day',
    width: 120,
    cell: ({ day, type }) => <CellLines main={showDate(day)} sub={type} />,
  },
  {
    key: 'client',
    title: 'Client',
    width: 165,
    cell: ({ clientId, client, provider }) => (
      <CellLines main={<PersonLink id={clientId} name={client} />} sub={provider} strong />
    ),
  },
  {
    key: 'missing',
    title: 'What is missing',
    min: 150,
    cell: ({ cause, reason }) =>
      cause === null ? 'Nothing' : <CellLines main={factsOf(cause).title} sub={reason} />,
  },
  { key: 'dollars', title: 'Dollars', width: 96, align: 'right', cell: ({ cents }) => showMoney(cents) },
];

/** EVV Admin has the visits of the care plan on that day, and no others. */
const bothEntry = (onSelect: () => void): MenuEntry => ({
  label: 'Open both visits',
  icon: IconCalendarEvent,
  onSelect,
});

interface DaysDialogProps {
  readonly shown: ShownMonth;
  readonly listed: Listed;
  readonly onClose: () => void;
}

/** The days behind a number, oldest and dearest first; each with the button that fixes it. */
export const DaysDialog = ({ shown, listed, onClose }: DaysDialogProps) => {
  const [from, setFrom] = useState(0);
  const query = useMonthDays(shown, listed, from);
  const fix = useFix(shown.date);
  const { data } = query;
  const openStory = useOpenStory();
  const showStory = ({ planId, day }: MonthDay) => {
    onClose();
    openStory(
      { planId, day },
      data?.rows.map((row) => ({ planId: row.planId, day: row.day })),
    );
  };
  const openBoth = (row: MonthDay) => {
    onClose();
    fix('visits', row);
  };
  const button = (row: MonthDay) => {
    const { cause, day, client } = row;
    const way = cause === null ? null : factsOf(cause).fix;
    return way ? (
      <Button
        aria-label={`${way.label}: ${client}, ${showDate(day)}`}
        onClick={() => {
          onClose();
          fix(way.page, row);
        }}
      >
        {way.label}
      </Button>
    ) : null;
  };
  return (
    <ReadDialog title={listed.title} wide onClose={onClose}>
      {data && (
        <p className="ink2">
          {counted(data.total, 'day')}, {showMoney(data.cents)}
        </p>
      )}
      <DataTable
        label={listed.title}
        columns={COLUMNS}
        rows={data?.rows}
        rowKey={({ planId, day, cause }) => `${planId} ${day} ${cause}`}
        rowName={({ client, day }) => `${client}, ${showDate(day)}`}
        pageSize={8}
        noun={data?.rows.length === 1 ? 'day' : 'days'}
        onOpen={showStory}
        keys={{ [STORY_KEY]: showStory }}
        menu={(row) => [
          storyEntry(() => showStory(row)),
          ...(row.cause === 'twoVisits' ? [bothEntry(() => openBoth(row))] : []),
        ]}
        actions={button}
        actionsWidth={180}
        listItem={(row) => ({
          title: row.client,
          kind: showMoney(row.cents),
          line: [showDate(row.day), row.reason].filter(Boolean).join(': '),
          action: button(row),
        })}
        loadingText="Loading days…"
        failure={failureOf(query, 'Couldn’t load the days')}
        empty={<EmptyState icon={IconCalendarOff} title="No days" text="Nothing of this month is here." />}
      />
      {data && data.total > DAYS_AT_ONCE && (
        <Row gap="xs" mt="xs">
          <Button disabled={from === 0} onClick={() => setFrom(Math.max(0, from - DAYS_AT_ONCE))}>
            Previous {DAYS_AT_ONCE}
          </Button>
          <Button disabled={from + DAYS_AT_ONCE >= data.total} onClick={() => setFrom(from + DAYS_AT_ONCE)}>
            Next {DAYS_AT_ONCE}
          </Button>
        </Row>
      )}
    </ReadDialog>
  );
};

import { hoursText, sayTime, showDate } from '@homecare/domain/calendar.ts';
import { sayMinutes, sayShare } from '@homecare/domain/staffing/figure-words.ts';
import { CHANGE_REASONS } from '@homecare/domain/visits/rules.ts';
import type { OvertimeCase, VisitCase, WorkKey } from '@homecare/domain/week-figures/schema.ts';
import { sayWeek } from '@homecare/domain/week-figures/words.ts';
import { IconChecks } from '@tabler/icons-react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { failureOf } from '../../platform/query.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useRowStory } from '../visit-story/use-row-story.tsx';
import { useWeekCases } from './api.ts';

const CASE_WORDS: Record<WorkKey, { readonly label: string; readonly none: string }> = {
  onTime: { label: 'Visits that began late', none: 'No visit began late' },
  unedited: { label: 'Visits with changed times', none: 'No recorded time was changed' },
  overtime: { label: 'Caregivers with overtime', none: 'No overtime' },
};

/** What became of the visit, for the figure that it counts against. */
const wordsOf = (figure: WorkKey, { minutesLate, editedBy, changeCode }: VisitCase): string => {
  if (figure === 'onTime') return minutesLate === null ? 'Not begun' : `${sayMinutes(minutesLate)} late`;
  const reason = CHANGE_REASONS.find(({ code }) => code === changeCode)?.label ?? 'No reason given';
  return editedBy === null ? reason : `${reason}, ${editedBy}`;
};

const visitColumns = (figure: WorkKey): readonly Column<VisitCase>[] => [
  {
    key: 'client',
    title: 'Client',
    width: 165,
    cell: (row) => <PersonLink id={row.clientId} name={row.client} inGrid />,
  },
  {
    key: 'caregiver',
    title: 'Caregiver',
    width: 165,
    cell: (row) => <PersonLink id={row.caregiverId} name={row.caregiver} inGrid />,
  },
  {
    key: 'planned',
    title: 'Planned',
    width: 165,
    cell: ({ date, planStart }) => `${showDate(date)}, ${sayTime(planStart)}`,
  },
  {
    key: 'words',
    title: figure === 'onTime' ? 'Start' : 'Changed',
    min: 120,
    cell: (row) => wordsOf(figure, row),
  },
];

const storyOf = ({ id, date, planId }: VisitCase) => ({ visit: { planId, day: date, visitId: id } });

const VisitCases = ({ figure, rows, ...table }: CaseRows<VisitCase> & { readonly figure: WorkKey }) => {
  const stories = useRowStory(storyOf, rows);
  return (
    <DataTable
      {...table}
      columns={visitColumns(figure)}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ client, date }) => `${client}, ${showDate(date)}`}
      noun={rows?.length === 1 ? 'visit' : 'visits'}
      keys={stories.keys}
      menu={stories.entries}
      onOpen={stories.show}
      listItem={(row) => ({
        title: row.client,
        kind: wordsOf(figure, row),
        line: `${showDate(row.date)}, ${sayTime(row.planStart)}, ${row.caregiver}`,
      })}
    />
  );
};

const OVERTIME_COLUMNS: readonly Column<OvertimeCase>[] = [
  {
    key: 'caregiver',
    title: 'Caregiver',
    min: 150,
    cell: (row) => <PersonLink id={row.caregiverId} name={row.caregiver} inGrid />,
  },
  { key: 'hours', title: 'Recorded', width: 140, align: 'right', cell: ({ whole }) => hoursText(whole) },
  { key: 'overtime', title: 'Overtime', width: 140, align: 'right', cell: ({ part }) => hoursText(part) },
  {
    key: 'share',
    title: 'Share',
    width: 120,
    align: 'right',
    cell: ({ part, whole }) => sayShare(part, whole),
  },
];

interface CaseRows<Row> {
  readonly label: string;
  readonly rows: readonly Row[] | undefined;
  readonly failure: ReturnType<typeof failureOf>;
  readonly empty: React.ReactNode;
}

const OvertimeCases = ({ rows, ...table }: CaseRows<OvertimeCase>) => (
  <DataTable
    {...table}
    columns={OVERTIME_COLUMNS}
    rows={rows}
    rowKey={({ caregiverId }) => caregiverId}
    rowName={({ caregiver }) => caregiver}
    noun={rows?.length === 1 ? 'caregiver' : 'caregivers'}
    listItem={({ caregiver, part, whole }) => ({
      title: caregiver,
      kind: `${hoursText(part)} overtime`,
      line: `${hoursText(whole)} recorded`,
    })}
  />
);

/** What counts against a figure of a week. */
export const CasesTable = ({ figure, week }: { readonly figure: WorkKey; readonly week: string }) => {
  const query = useWeekCases({ figure, week });
  const { label, none } = CASE_WORDS[figure];
  const table = {
    label: `${label}, ${sayWeek({ week })}`,
    failure: failureOf(query, 'Couldn’t load the list'),
    empty: <EmptyState icon={IconChecks} title={none} text="Choose another week or figure above." />,
  };
  return figure === 'overtime' ? (
    <OvertimeCases {...table} rows={query.data?.overtime} />
  ) : (
    <VisitCases {...table} figure={figure} rows={query.data?.visits} />
  );
};

import { showHours } from '@homecare/domain/billing/counting.ts';
import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { OwedWeek } from '@homecare/domain/payroll/week-contract.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Checkbox, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import classes from './Export.module.css';
import { CONFIRM_WEEKS, useOwedWeeks } from './run-api.ts';

const keyOf = ({ ID, through }: OwedWeek) => `${ID} ${through}`;
const spanOf = ({ from, through }: OwedWeek) => `${showDate(from)} to ${showDate(through)}`;
const nameOf = (week: OwedWeek) => `${week.Provider}, week of ${spanOf(week)}`;
const signed = (shown: string, value: number) => (value > 0 ? `+${shown}` : shown);
const storyOf = (week: OwedWeek): RowStory => ({
  counts: { of: 'caregiver', id: String(week.ID), from: week.from, through: week.through },
  title: nameOf(week),
});
const hoursIn = ({ hours }: OwedWeek) => signed(showHours(hours), hours);
const premiumIn = ({ premium }: OwedWeek) => signed(showMoney(premium), premium);
const sumOf = (weeks: readonly OwedWeek[]) => sum(weeks.map(({ premium }) => premium));

/** Weeks nobody has confirmed yet. */
export const isOpenWeek = ({ who }: OwedWeek) => who === null;

/** '3 exported weeks: $114.06 owed, $12.00 overpaid' */
export const sayOwed = (weeks: readonly OwedWeek[]): string => {
  const [owed, over] = [
    weeks.filter(({ premium }) => premium >= 0),
    weeks.filter(({ premium }) => premium < 0),
  ];
  return [
    `${counted(weeks.length, 'exported week')}: ${showMoney(sumOf(owed))} owed`,
    over.length > 0 && `${showMoney(-sumOf(over))} overpaid`,
  ]
    .filter(Boolean)
    .join(', ');
};

interface Choice {
  readonly isChosen: (week: OwedWeek) => boolean;
  readonly choose: (week: OwedWeek, on: boolean) => void;
}

const Pick = ({ week, choice }: { readonly week: OwedWeek; readonly choice: Choice }) =>
  isOpenWeek(week) && (
    <Checkbox
      aria-label={`Correct ${nameOf(week)}`}
      checked={choice.isChosen(week)}
      onChange={(event) => choice.choose(week, event.currentTarget.checked)}
    />
  );

const columnsIn = (zone: string, choice: Choice): readonly Column<OwedWeek>[] => [
  { key: 'pick', title: 'Correct', width: 88, cell: (week) => <Pick week={week} choice={choice} /> },
  {
    key: 'provider',
    title: 'Provider',
    min: 150,
    cell: (week) => <CellLines main={week.Provider} sub={spanOf(week)} />,
  },
  { key: 'hours', title: 'Overtime', width: 96, align: 'right', cell: hoursIn },
  { key: 'premium', title: 'Premium', width: 104, align: 'right', cell: premiumIn },
  {
    key: 'who',
    title: 'Confirmed',
    width: 170,
    cell: ({ who, at }) =>
      who !== null && at !== null ? <CellLines main={who} sub={showStamp(at, zone)} /> : 'Not yet',
  },
];

/** Exported weeks whose overtime counted a night over their border whole: what is owed is corrected on confirmation. */
export const OwedWeeksPanel = () => {
  const zone = useZone();
  const query = useOwedWeeks();
  const stories = useRowStory(storyOf);
  const open = (query.data ?? []).filter(isOpenWeek);
  // What is owed is chosen to begin with; what was overpaid is taken back by choice alone.
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isChosen = (week: OwedWeek) => changed.get(keyOf(week)) ?? week.premium >= 0;
  const choose = (week: OwedWeek, on: boolean) => setChanged(new Map(changed).set(keyOf(week), on));
  const [asks, setAsks] = useState(false);
  const confirm = useAction({
    ...CONFIRM_WEEKS,
    onDone: (_, { weeks }) =>
      toast.success(`Success: ${counted(weeks.length, 'week')} will be corrected by the next run`),
    onEnd: () => setAsks(false),
  });
  const chosen = open.filter(isChosen);
  const choice = { isChosen, choose };
  const weeks = chosen.map(({ ID, through, hours, premium }) => ({ ID, through, hours, premium }));
  return (
    <Stack gap={12}>
      <p>
        These weeks were exported before overtime split night visits at the end of the week. Overtime now
        counts each hour in the week it was worked. Nothing changes until you confirm.
      </p>
      <div className={classes.bar}>
        <ReasonButton
          size="sm"
          variant="filled"
          reason={chosen.length === 0 ? 'Choose at least one week' : undefined}
          onClick={() => setAsks(true)}
        >
          Correct {counted(chosen.length, 'week')}
        </ReasonButton>
      </div>
      <DataTable
        label="Exported weeks with owed overtime"
        columns={columnsIn(zone, choice)}
        rows={query.data}
        rowKey={keyOf}
        rowName={nameOf}
        pageSize={8}
        keys={stories.keys}
        menu={stories.entries}
        actionsWidth={64}
        actionsTitle="More"
        noun={query.data?.length === 1 ? 'week' : 'weeks'}
        listItem={(week) => ({
          title: week.Provider,
          kind: `${premiumIn(week)} for ${hoursIn(week)} h`,
          line: week.who === null ? spanOf(week) : `${spanOf(week)} · confirmed by ${week.who}`,
          action: <Pick week={week} choice={choice} />,
        })}
        loadingText="Comparing exported weeks…"
        failure={failureOf(query, 'Couldn’t load the weeks')}
        empty={
          <EmptyState
            icon={IconCircleCheck}
            title="No overtime is owed"
            text="Every exported week already counts each hour in the week it was worked."
          />
        }
      />
      {stories.window}
      {asks && (
        <ConfirmDialog
          opened
          title={`Correct ${counted(chosen.length, 'week')}`}
          confirmLabel="Confirm"
          busy={confirm.pending}
          onConfirm={() => void confirm.run({ weeks })}
          onCancel={() => setAsks(false)}
        >
          <p>
            {signed(showMoney(sumOf(chosen)), sumOf(chosen))} of overtime premium becomes part of the next run
            as corrections. Your name and the time are kept; this cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </Stack>
  );
};

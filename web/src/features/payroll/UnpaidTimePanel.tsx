import {
  canPayRecorded,
  sayLength,
  sayWorkedPaid,
  UNPAID_WORDS,
} from '@homecare/domain/billing/recorded-time.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import type { UnpaidDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { Button, Stack } from '@mantine/core';
import { IconCircleCheck, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import classes from './Export.module.css';
import { PayRecordedDialog } from './PayRecordedDialog.tsx';
import { RunPicker } from './RunPicker.tsx';
import { useUnpaidTime } from './run-api.ts';
import { UnbilledNotes } from './UnbilledNotes.tsx';
import { unpaidMoney } from './unpaid-words.ts';
import { useOpenBilling } from './use-open-billing.ts';
import type { ChosenRun } from './use-run-choice.ts';

const keyOf = ({ planId, date }: UnpaidDay) => `${planId} ${date}`;
const nameOf = ({ Provider, date }: UnpaidDay) => `${Provider}, ${showDate(date)}`;
const storyOf = ({ planId, date }: UnpaidDay): RowStory => ({ visit: { planId, day: date } });

/** Where a day is mended that one press cannot pay. */
const wayOn = ({ why }: UnpaidDay) =>
  why === 'longerRow' || why === 'otherClock' ? 'Open the billing record' : 'Open the visit';

const columnsFor = (canPay: (day: UnpaidDay) => boolean): readonly Column<UnpaidDay>[] => [
  {
    key: 'provider',
    title: 'Provider',
    min: 130,
    cell: (day) => <CellLines main={day.Provider} sub={day.Client} />,
  },
  { key: 'date', title: 'Day', width: 94, cell: ({ date }) => showDate(date) },
  {
    key: 'time',
    title: 'Worked, paid',
    width: 108,
    cell: ({ worked, paid }) => (
      <CellLines main={`${sayLength(worked)} worked`} sub={`${sayLength(paid)} paid`} />
    ),
  },
  { key: 'cents', title: 'Unpaid', width: 84, align: 'right', cell: unpaidMoney },
  {
    key: 'why',
    title: 'Why',
    min: 126,
    cell: (day) => (
      <CellLines main={UNPAID_WORDS[day.why]} sub={canPay(day) ? undefined : wayOn(day)} wraps />
    ),
  },
];

/** Recorded work that the next run does not pay, with why; what one press may pay has its button. */
export const UnpaidTimePanel = ({ chosen }: { readonly chosen: ChosenRun }) => {
  const query = useUnpaidTime(chosen.choice);
  const { days, unbilled = [] } = query.data ?? {};
  const stories = useRowStory(storyOf, days);
  const openBilling = useOpenBilling();
  const [asked, setAsked] = useState<UnpaidDay>();
  const canPay = ({ why }: UnpaidDay) => canPayRecorded(why);
  const payButton = (day: UnpaidDay) =>
    canPay(day) && <Button onClick={() => setAsked(day)}>Pay as recorded</Button>;
  return (
    <Stack gap={12}>
      <div className={classes.bar}>
        <RunPicker chosen={chosen} />
      </div>
      <p>
        All recorded work must be paid, also beyond the plan. These days are paid shorter than they were
        worked, or have no check-out; caregivers see the same on their phones. Time that nobody recorded is
        not paid.
      </p>
      <UnbilledNotes months={unbilled} />
      <DataTable
        label="Recorded time that is not paid"
        columns={columnsFor(canPay)}
        rows={days}
        rowKey={keyOf}
        rowName={nameOf}
        pageSize={8}
        keys={stories.keys}
        menu={(day) => [
          { label: 'Open billing record', icon: IconReceipt, onSelect: () => openBilling(day) },
          ...stories.entries(day),
        ]}
        actions={payButton}
        actionsTitle="Actions"
        actionsWidth={196}
        noun={days?.length === 1 ? 'day' : 'days'}
        listItem={(day) => ({
          title: day.Provider,
          kind: unpaidMoney(day),
          line: `${showDate(day.date)} · ${sayWorkedPaid(day)}`,
          more: UNPAID_WORDS[day.why],
          action: payButton(day),
        })}
        loadingText="Comparing worked and paid time…"
        failure={failureOf(query, 'Couldn’t load the days')}
        empty={
          <EmptyState
            icon={IconCircleCheck}
            title={unbilled.length > 0 ? 'All billed time is paid' : 'All recorded time is paid'}
            text="No billing record of these days pays less than its visits recorded."
          />
        }
      />
      {stories.window}
      {asked && <PayRecordedDialog day={asked} onClose={() => setAsked(undefined)} />}
    </Stack>
  );
};

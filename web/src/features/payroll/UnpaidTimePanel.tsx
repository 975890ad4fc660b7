import {
  canPayRecorded,
  sayLength,
  sayWorkedPaid,
  UNPAID_WORDS,
} from '@homecare/domain/billing/recorded-time.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { UnpaidDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { PAY_RECORDED, useUnpaidTime } from './run-api.ts';

const keyOf = ({ planId, date }: UnpaidDay) => `${planId} ${date}`;
const nameOf = ({ Provider, date }: UnpaidDay) => `${Provider}, ${showDate(date)}`;
const minutesOf = ({ worked, paid }: UnpaidDay) => worked - paid;
const moneyOf = ({ cents, worked }: UnpaidDay) =>
  worked === 0 ? '–' : cents === null ? 'no rate' : showMoney(cents);
const storyOf = ({ planId, date }: UnpaidDay): RowStory => ({ visit: { planId, day: date } });

/** '3 days are paid shorter than they were worked: 0:45 h, $14.25' */
export const sayUnpaid = (days: readonly UnpaidDay[]): string =>
  `${counted(days.length, 'day is', 'days are')} paid shorter than worked: ${sayLength(
    sum(days.map(minutesOf)),
  )} h, ${showMoney(sum(days.map(({ cents }) => cents ?? 0)))}`;

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
  { key: 'cents', title: 'Unpaid', width: 84, align: 'right', cell: moneyOf },
  {
    key: 'why',
    title: 'Why',
    min: 126,
    cell: (day) => (
      <CellLines main={UNPAID_WORDS[day.why]} sub={canPay(day) ? undefined : 'Open the visit'} wraps />
    ),
  },
];

/** Recorded work that the next run does not pay, with why; what one press may pay has its button. */
export const UnpaidTimePanel = ({ month }: { readonly month: string }) => {
  const query = useUnpaidTime(month);
  const stories = useRowStory(storyOf, query.data);
  const [asked, setAsked] = useState<UnpaidDay>();
  const pay = useAction({ ...PAY_RECORDED, onEnd: () => setAsked(undefined) });
  const canPay = ({ why }: UnpaidDay) => canPayRecorded(why);
  const payButton = (day: UnpaidDay) =>
    canPay(day) && <Button onClick={() => setAsked(day)}>Pay as recorded</Button>;
  return (
    <Stack gap={12}>
      <p>
        All recorded work must be paid, also beyond the plan. These days of {month} are paid shorter than they
        were worked; caregivers see the same on their phones. Time that nobody recorded is not paid.
      </p>
      <DataTable
        label="Recorded time that is not paid"
        columns={columnsFor(canPay)}
        rows={query.data}
        rowKey={keyOf}
        rowName={nameOf}
        pageSize={8}
        keys={stories.keys}
        menu={stories.entries}
        actions={payButton}
        actionsTitle="Actions"
        actionsWidth={176}
        noun={query.data?.length === 1 ? 'day' : 'days'}
        listItem={(day) => ({
          title: day.Provider,
          kind: moneyOf(day),
          line: `${showDate(day.date)} · ${sayWorkedPaid(day)}`,
          more: UNPAID_WORDS[day.why],
          action: payButton(day),
        })}
        loadingText="Comparing worked and paid time…"
        failure={failureOf(query, 'The days could not be loaded')}
        empty={
          <EmptyState
            icon={IconCircleCheck}
            title="All recorded time is paid"
            text="No billing record of this month pays less than its visits recorded."
          />
        }
      />
      {stories.window}
      {asked && (
        <ConfirmDialog
          opened
          title={`Pay ${sayLength(asked.worked)} on ${showDate(asked.date)}`}
          confirmLabel="Pay as recorded"
          busy={pay.pending}
          onConfirm={() => {
            const { planId, date, worked, paid } = asked;
            void pay.run({ planId, date, worked, paid });
          }}
          onCancel={() => setAsked(undefined)}
        >
          <p>
            {asked.Provider} gets {sayLength(minutesOf(asked))} h more ({moneyOf(asked)} straight pay) for{' '}
            {asked.Client}. A billing record has one time for a day: where the day is marked for billing, it
            is billed by the recorded time too, and uses the authorization by as much. Your name, the time,
            and the old and new times are kept in the record log.
          </p>
        </ConfirmDialog>
      )}
    </Stack>
  );
};

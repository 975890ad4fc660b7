import { showStamp } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { DatedRate } from '@homecare/domain/payroll/rate-contract.ts';
import { type Standing, standingOf } from '@homecare/domain/payroll/rates.ts';
import { RATES_SAVED } from '@homecare/domain/plan-types/rules.ts';
import { Button, Stack } from '@mantine/core';
import { IconCoinOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../../ui/icons.ts';
import { Pill } from '../../ui/Pill.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PayRateDialog, sayFrom } from './PayRateDialog.tsx';
import { REMOVE_PAY_RATE, SAVE_PAY_RATE, usePayRates } from './rate-api.ts';

const STANDING: Record<Standing, { tone: 'ok' | 'info' | 'mute'; words: string }> = {
  now: { tone: 'ok', words: 'Counts now' },
  future: { tone: 'info', words: 'Future' },
  past: { tone: 'mute', words: 'Past' },
};

const sayRate = ({ rate }: DatedRate) => (rate === 0 ? 'No rate' : showMoney(rate));
const nameOf = ({ category, from }: DatedRate) =>
  `${category} ${from === null ? 'from the start' : `from ${sayFrom(from)}`}`;

const columnsOn = (
  rates: readonly DatedRate[],
  today: string,
  zone: string,
): readonly Column<DatedRate>[] => [
  { key: 'category', title: 'Category', min: 130, cell: ({ category }) => category },
  { key: 'from', title: 'Counts from', width: 122, cell: ({ from }) => sayFrom(from) },
  { key: 'rate', title: 'An hour', width: 92, align: 'right', cell: sayRate },
  {
    key: 'standing',
    title: 'State',
    width: 116,
    cell: (rate) => {
      const { tone, words } = STANDING[standingOf(rate, rates, today)];
      return <Pill tone={tone}>{words}</Pill>;
    },
  },
  {
    key: 'entered',
    title: 'Entered by',
    min: 150,
    cell: ({ who, at }) => (
      <CellLines main={who ?? '–'} sub={at === null ? undefined : showStamp(at, zone)} />
    ),
  },
];

interface RemoveRateProps {
  readonly providerId: number;
  readonly rate: DatedRate;
  /** Of the same category. */
  readonly hasEarlier: boolean;
  readonly onClose: () => void;
}

const RemoveRate = ({ providerId, rate, hasEarlier, onClose }: RemoveRateProps) => {
  const { category, from: validFrom, rate: was } = rate;
  return (
    <RemoveDialog
      {...REMOVE_PAY_RATE}
      title="Remove a pay rate"
      input={{ id: providerId, category, validFrom, was }}
      undo={() => ({
        ...SAVE_PAY_RATE,
        input: { id: providerId, category, validFrom, rate: was, was: null },
        said: RATES_SAVED,
        undone: `${nameOf(rate)} is back.`,
      })}
      onClose={onClose}
    >
      {nameOf(rate)}, {sayRate(rate)}:{' '}
      {hasEarlier ? 'the rate before it applies again' : 'its days will have no rate'}. Hours already exported
      are corrected in the next run.
    </RemoveDialog>
  );
};

interface PayRatesProps {
  readonly providerId: number;
  readonly readOnly: boolean;
  readonly today: string;
  readonly zone: string;
}

/** Pay rates of a stored provider with the days from which they count. Saved at once, apart from the form. */
export const PayRates = ({ providerId, readOnly, today, zone }: PayRatesProps) => {
  const query = usePayRates(providerId);
  const [edited, setEdited] = useState<DatedRate | 'new'>();
  const [asked, setAsked] = useState<DatedRate>();
  const rates = query.data?.rates ?? [];
  const actions = (rate: DatedRate) => (
    <>
      <IconButton
        label={`Correct ${nameOf(rate)}`}
        icon={<IconPencil {...rowIcon} />}
        onClick={() => setEdited(rate)}
      />
      <IconButton
        label={`Remove ${nameOf(rate)}`}
        icon={<IconTrash {...rowIcon} />}
        danger
        onClick={() => setAsked(rate)}
      />
    </>
  );
  return (
    <Stack gap={12} miw={0} style={{ gridColumn: '1 / -1' }}>
      {!readOnly && (
        <div>
          <Button leftSection={<IconPlus {...smallIcon} />} onClick={() => setEdited('new')}>
            New rate
          </Button>
        </div>
      )}
      <DataTable
        label="Pay rates"
        columns={columnsOn(rates, today, zone)}
        rows={query.data?.rates}
        rowKey={({ category, from }) => `${category} ${from}`}
        rowName={nameOf}
        pageSize={8}
        noun={rates.length === 1 ? 'rate' : 'rates'}
        {...(!readOnly && { actions, actionsWidth: 92 })}
        listItem={(rate) => ({
          title: `${rate.category} ${sayRate(rate)}`,
          kind: STANDING[standingOf(rate, rates, today)].words,
          line: sayFrom(rate.from),
          ...(!readOnly && { action: actions(rate) }),
        })}
        loadingText="Loading pay rates…"
        failure={failureOf(query, 'Couldn’t load the pay rates')}
        empty={
          <EmptyState
            icon={IconCoinOff}
            title="No pay rate is entered"
            text="Payroll flags hours without a rate and does not pay them."
          />
        }
      />
      {edited && (
        <PayRateDialog
          providerId={providerId}
          rates={rates}
          stored={edited === 'new' ? undefined : edited}
          today={today}
          onClose={() => setEdited(undefined)}
        />
      )}
      {asked && (
        <RemoveRate
          providerId={providerId}
          rate={asked}
          hasEarlier={rates.some(
            ({ category, from }) => category === asked.category && (from ?? '') < (asked.from ?? ''),
          )}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Stack>
  );
};

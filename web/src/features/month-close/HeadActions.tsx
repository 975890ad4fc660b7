import { csvOf, date, type ExportColumn, money, text } from '@homecare/domain/list-export/rules.ts';
import { factsOf, STAGE_TITLES } from '@homecare/domain/month-close/causes.ts';
import { listMonthDays } from '@homecare/domain/month-close/contract.ts';
import type { MonthDay } from '@homecare/domain/month-close/schema.ts';
import { EVERY_PAYER } from '@homecare/domain/payers/payer-key.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { perform, useTask } from '../../platform/form/use-action.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { freshnessOf } from '../../platform/query.ts';
import { saveAs } from '../../platform/send-file.ts';
import { toast } from '../../platform/toasts.ts';
import { menuIcon } from '../../ui/icons.ts';
import { CLAIMS_PATH, UNPAID } from '../claims/claim-states.ts';
import { type ShownMonth, useMonthClose } from './api.ts';
import classes from './MonthClose.module.css';

/** The head of the page: whose cards are shown, how old money is, and every day of the month as a file. */

interface PayerSelectProps {
  readonly shown: ShownMonth;
  readonly onChange: (payer: string) => void;
}

/** One that was chosen stays, also where a month has no card of it. */
export const PayerSelect = ({ shown, onChange }: PayerSelectProps) => {
  const { data } = useMonthClose(shown);
  const payers = data?.payers ?? [];
  const isKnown = shown.payer === EVERY_PAYER || payers.some(({ key }) => key === shown.payer);
  return (
    <NativeSelect
      label="Payer"
      className={classes.group ?? ''}
      value={shown.payer}
      data={[
        { value: EVERY_PAYER, label: 'All' },
        ...payers.map(({ key, name }) => ({ value: key, label: name })),
        ...(isKnown ? [] : [{ value: shown.payer, label: data ? 'No cards this month' : 'Loading…' }]),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

const COLUMNS: readonly ExportColumn<MonthDay>[] = [
  date('Day', ({ day }) => day),
  text('Client', 30, ({ client }) => client),
  text('Caregiver', 30, ({ provider }) => provider),
  text('Care plan type', 14, ({ type }) => type),
  text('Stage', 12, ({ stage }) => STAGE_TITLES[stage]),
  text('What is missing', 30, ({ cause }) => (cause === null ? null : factsOf(cause).title)),
  text('Reason', 50, ({ reason }) => reason),
  money('Dollars', ({ cents }) => cents),
];

export const HeadActions = ({ shown }: { readonly shown: ShownMonth }) => {
  const openPage = useOpenPage();
  const query = useMonthClose(shown);
  const save = useTask(async () => {
    const sent = await perform({ call: listMonthDays }, { ...shown, waiting: false, from: 0, whole: true });
    if (!sent.ok) toast.error(sent.info);
    else
      saveAs(
        new Blob([csvOf(COLUMNS, sent.data.rows)], { type: 'text/csv;charset=utf-8' }),
        `month_${shown.date}.csv`,
      );
  });
  return (
    <div className={classes.headActions}>
      <span className="ink2">{freshnessOf(query)}</span>
      <Button
        leftSection={<IconChartBar {...menuIcon} />}
        onClick={() => void openPage(`${CLAIMS_PATH}/${UNPAID}`)}
      >
        Aging
      </Button>
      <Button
        leftSection={<IconDownload {...menuIcon} />}
        loading={save.pending}
        disabled={!query.data?.stages[0]?.count}
        onClick={() => void save.run()}
      >
        Export
      </Button>
    </div>
  );
};

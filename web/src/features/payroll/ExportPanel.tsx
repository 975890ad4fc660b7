import { showHours } from '@homecare/domain/billing/counting.ts';
import { SELECT_MONTH } from '@homecare/domain/billing/rules.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { PayProblem, RunPreview, RunRow } from '@homecare/domain/payroll/run-schema.ts';
import {
  hoursOfHalfPay,
  NOTHING_TO_EXPORT,
  sayRowPeriod,
  sayRunPeriod,
  straightOf,
} from '@homecare/domain/payroll/runs.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import { Button, NativeSelect, Stack } from '@mantine/core';
import { IconCircleCheck, IconFileDownload, IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTask } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { Pill } from '../../ui/Pill.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { ChangesTable } from './ChangesTable.tsx';
import classes from './Export.module.css';
import { ProblemNote } from './ProblemNote.tsx';
import { RunPicker } from './RunPicker.tsx';
import {
  exportRun,
  FILE_CHOICES,
  fileOf,
  newestRun,
  openPreview,
  runGross,
  useLayouts,
  useRunPreview,
  useRuns,
} from './run-api.ts';
import { UnpaidNote } from './UnpaidNote.tsx';
import type { ChosenRun } from './use-run-choice.ts';

const nameOf = ({ last, first }: RunRow) => joinName(last, first);
const grossOf = (row: RunRow) => showMoney(straightOf(row) + row.overtime.premium);

const COLUMNS: readonly Column<RunRow>[] = [
  {
    key: 'provider',
    title: 'Provider',
    min: 160,
    cell: (row) => <CellLines main={nameOf(row)} sub={sayRowPeriod(row)} />,
  },
  {
    key: 'kind',
    title: 'Type',
    width: 108,
    cell: ({ kind }) => <Pill tone={kind === 'Pay' ? 'mute' : 'info'}>{kind}</Pill>,
  },
  {
    key: 'hours',
    title: 'Hours',
    width: 96,
    align: 'right',
    cell: (row) => showHours(hoursOfHalfPay(row)),
  },
  {
    key: 'overtime',
    title: 'Overtime',
    width: 104,
    align: 'right',
    cell: ({ overtime }) => (
      <CellLines
        main={showHours(overtime.hours)}
        sub={overtime.premium === 0 ? undefined : showMoney(overtime.premium)}
      />
    ),
  },
  { key: 'gross', title: 'Gross', width: 116, align: 'right', cell: grossOf },
];

const Rows = ({ rows }: { readonly rows: readonly RunRow[] }) => (
  <DataTable
    label="Rows of the next run"
    columns={COLUMNS}
    rows={rows}
    rowKey={({ providerId, month, half }) => `${providerId} ${month} ${half}`}
    rowName={(row) => `${nameOf(row)}, ${sayRowPeriod(row)}`}
    pageSize={8}
    noun={rows.length === 1 ? 'row' : 'rows'}
    listItem={(row) => ({
      title: nameOf(row),
      kind: grossOf(row),
      line: `${row.kind} · ${sayRowPeriod(row)} · ${showHours(hoursOfHalfPay(row))} h`,
    })}
    empty={
      <EmptyState
        icon={IconCircleCheck}
        title="There is nothing to export"
        text="No paid hour is new, and none was changed since the last run."
      />
    }
  />
);

const FEW = 5;

const Problems = ({ problems }: { readonly problems: readonly PayProblem[] }) => {
  const wordsOf = (isBlocking: boolean) =>
    problems
      .filter(({ blocks }) => blocks === isBlocking)
      .map(({ name, text }) => (name ? `${name}: ${text}` : text));
  return (
    <>
      <ProblemNote tone="danger" few={FEW} size="sm" problems={wordsOf(true)}>
        Nothing can be exported in this layout before this is entered under Configuration, Payroll:
      </ProblemNote>
      <ProblemNote tone="warn" few={FEW} size="sm" problems={wordsOf(false)}>
        Check before exporting:
      </ProblemNote>
    </>
  );
};

const Facts = ({ pay, corrections }: Pick<RunPreview, 'pay' | 'corrections'>) => (
  <dl className={classes.facts}>
    {[
      ['Rows', String(pay.rows)],
      ['Corrections', String(corrections.rows)],
      ['Hours', showHours(pay.hours + corrections.hours)],
      ['Straight pay', showMoney(pay.straight + corrections.straight)],
      ['Overtime premium', showMoney(pay.premium + corrections.premium)],
      ['Gross', showMoney(runGross({ pay, corrections }))],
    ].map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const Preview = ({ preview }: { readonly preview: RunPreview }) => (
  <>
    <Problems problems={preview.problems} />
    <Facts {...preview} />
    <Rows rows={preview.rows} />
    {preview.corrections.rows > 0 && (
      <>
        <h2 className={classes.title}>Changes since the last export</h2>
        <ChangesTable rows={preview.rows} />
      </>
    )}
  </>
);

const reasonOf = (month: string, preview: RunPreview | undefined) => {
  if (month === '') return SELECT_MONTH;
  if (!preview) return 'The preview is loading';
  if (preview.rows.length === 0) return NOTHING_TO_EXPORT;
  return preview.problems.some(({ blocks }) => blocks) ? 'Something is missing for this layout' : undefined;
};

/** An answer that was lost on its way, or an export of another window: the file is not lost. */
const keptRun = (number: number) => `Run ${number} was kept: its file is under Runs.`;

interface ExportPanelProps {
  readonly chosen: ChosenRun;
  readonly onUnpaid: () => void;
}

/** The next run as it would be; Export keeps it. */
export const ExportPanel = ({ chosen, onUnpaid }: ExportPanelProps) => {
  const { choice, change } = chosen;
  const [asks, setAsks] = useState(false);
  const layouts = useLayouts().data?.layouts ?? [];
  const query = useRunPreview(choice);
  const runs = useRuns().data;
  const slow = useSlow(query.isLoading);
  const failure = failureOf(query, 'Couldn’t load the preview');
  const reason = reasonOf(choice.month, query.data);
  const { pending, run } = useTask(async () => {
    const before = Math.max(0, ...(runs ?? []).map(({ number }) => number));
    const sent = await exportRun(choice);
    const newest = sent.ok ? 0 : await newestRun();
    setAsks(false);
    if (sent.ok) toast.success(`Success: ${sent.data.name} was exported`);
    else if (newest > before) toast.error(`${sent.info} ${keptRun(newest)}`);
    else toast.error(sent.info);
  });
  return (
    <Stack gap={12}>
      <div className={classes.bar}>
        <RunPicker chosen={chosen} />
        <NativeSelect
          label="File"
          value={`${choice.layout} ${choice.export}`}
          data={FILE_CHOICES(layouts)}
          onChange={(event) => change(fileOf(event.currentTarget.value))}
        />
        <Button
          size="sm"
          leftSection={<IconFileDownload {...smallIcon} />}
          disabled={choice.month === ''}
          onClick={() => openPreview(choice)}
        >
          Preview file
        </Button>
        <ReasonButton
          size="sm"
          variant="filled"
          loading={pending}
          reason={reason}
          leftSection={<IconFileExport {...smallIcon} />}
          onClick={() => setAsks(true)}
        >
          Export
        </ReasonButton>
      </div>
      <UnpaidNote chosen={chosen} onReview={onUnpaid} />
      {failure && <ErrorState {...failure} />}
      {!failure && !query.data && slow && <p role="status">Loading the preview…</p>}
      {query.data && <Preview preview={query.data} />}
      {asks && query.data && (
        <ConfirmDialog
          opened
          title={
            query.data.period
              ? `Export ${sayRunPeriod(query.data)}`
              : `Export ${choice.month}, ${sayRunPeriod(query.data)}`
          }
          confirmLabel="Export"
          busy={pending}
          onConfirm={() => void run()}
          onCancel={() => setAsks(false)}
        >
          <p>
            {counted(query.data.rows.length, 'row')} of {showMoney(runGross(query.data))} gross are kept as a
            run, which never changes. Later changes to hours become corrections in the next run.
          </p>
        </ConfirmDialog>
      )}
    </Stack>
  );
};

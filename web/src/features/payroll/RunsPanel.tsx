import { showHours } from '@homecare/domain/billing/counting.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { OWN } from '@homecare/domain/payroll/layouts.ts';
import type { PayrollRun } from '@homecare/domain/payroll/run-schema.ts';
import { runName, sayRunPeriod } from '@homecare/domain/payroll/runs.ts';
import { Button, NativeSelect, Stack } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconFileOff, IconHistory, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { ChangesTable } from './ChangesTable.tsx';
import classes from './Export.module.css';
import {
  downloadRun,
  FILE_CHOICES,
  fileOf,
  openRunSheet,
  runGross,
  useLayouts,
  useRun,
  useRuns,
} from './run-api.ts';

const rowsOf = ({ pay, corrections }: PayrollRun) =>
  [counted(pay.rows, 'row'), corrections.rows > 0 && counted(corrections.rows, 'correction')]
    .filter(Boolean)
    .join(', ');

const columnsIn = (zone: string): readonly Column<PayrollRun>[] => [
  {
    key: 'run',
    title: 'Run',
    min: 180,
    cell: (run) => <CellLines main={runName(run)} sub={`${showStamp(run.at, zone)} ${run.who}`} />,
  },
  {
    key: 'month',
    title: 'Month',
    width: 104,
    cell: (run) => <CellLines main={run.month} sub={sayRunPeriod(run)} />,
  },
  {
    key: 'hours',
    title: 'Hours',
    width: 130,
    align: 'right',
    cell: (run) => <CellLines main={showHours(run.pay.hours + run.corrections.hours)} sub={rowsOf(run)} />,
  },
  { key: 'gross', title: 'Gross', width: 116, align: 'right', cell: (run) => showMoney(runGross(run)) },
];

const storyOf = (run: PayrollRun): RowStory => ({
  counts: { of: 'run', id: String(run.number) },
  title: runName(run),
});

/** One run: its corrections, and its file in any layout. */
const RunDetails = ({ run, onBack }: { readonly run: PayrollRun; readonly onBack: () => void }) => {
  const query = useRun(run.number);
  const choices = FILE_CHOICES(useLayouts().data?.layouts ?? []);
  const [file, setFile] = useState(`${run.layout} csv`);
  const known = choices.some(({ value }) => value === file) ? file : `${OWN} csv`;
  return (
    <Stack gap={12}>
      <div className={classes.bar}>
        <Button size="sm" leftSection={<IconArrowLeft {...smallIcon} />} onClick={onBack}>
          All runs
        </Button>
        <NativeSelect
          label="File"
          data={choices}
          value={known}
          onChange={(event) => setFile(event.currentTarget.value)}
        />
        <Button
          size="sm"
          leftSection={<IconDownload {...smallIcon} />}
          onClick={() => void downloadRun(run, fileOf(known))}
        >
          Download
        </Button>
        <Button
          size="sm"
          leftSection={<IconPrinter {...smallIcon} />}
          onClick={() => openRunSheet(run.number)}
        >
          Control sheet
        </Button>
      </div>
      <h2 className={classes.title}>Corrections of {runName(run)}</h2>
      <ChangesTable rows={query.data?.lines} failure={failureOf(query, 'Couldn’t load the run')} />
    </Stack>
  );
};

/** Runs that were exported, the newest first: none of them ever changes. */
export const RunsPanel = () => {
  const zone = useZone();
  const query = useRuns();
  const stories = useRowStory(storyOf);
  const [shown, setShown] = useState<PayrollRun>();
  if (shown) return <RunDetails run={shown} onBack={() => setShown(undefined)} />;
  const download = (run: PayrollRun) => (
    <IconButton
      label={`Download ${runName(run)}`}
      icon={<IconDownload {...rowIcon} />}
      onClick={() => void downloadRun(run, { layout: run.layout, export: 'csv' })}
    />
  );
  return (
    <>
      <DataTable
        label="Payroll runs"
        columns={columnsIn(zone)}
        rows={query.data}
        rowKey={({ number }) => number}
        rowName={runName}
        pageSize={8}
        noun={query.data?.length === 1 ? 'run' : 'runs'}
        onOpen={setShown}
        keys={stories.keys}
        menu={stories.entries}
        actions={(run) => (
          <>
            <IconButton
              label={`Corrections of ${runName(run)}`}
              icon={<IconHistory {...rowIcon} />}
              onClick={() => setShown(run)}
            />
            <IconButton
              label={`Control sheet of ${runName(run)}`}
              icon={<IconPrinter {...rowIcon} />}
              onClick={() => openRunSheet(run.number)}
            />
            {download(run)}
          </>
        )}
        actionsWidth={160}
        listItem={(run) => ({
          title: `${runName(run)} · ${run.month}, ${sayRunPeriod(run)}`,
          kind: showMoney(runGross(run)),
          line: `${showStamp(run.at, zone)} ${run.who} · ${rowsOf(run)}`,
          action: download(run),
        })}
        loadingText="Loading runs…"
        failure={failureOf(query, 'Couldn’t load the runs')}
        empty={<EmptyState icon={IconFileOff} title="No run yet" text="Runs are made under Export." />}
      />
      {stories.window}
    </>
  );
};

import { dayOfStamp, showDate } from '@homecare/domain/calendar.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { SCAN_DELETED, scanErrorNames } from '@homecare/domain/timesheets/rules.ts';
import { PART_NAMES, partOf } from '@homecare/domain/timesheets/scans.ts';
import type { FiledPage, PlanScanError } from '@homecare/domain/timesheets/schema.ts';
import { Button } from '@mantine/core';
import { IconEye, IconPencil, IconPlus, IconScan, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DELETE_SCAN, useScansOf } from './api.ts';
import { PlanPagesDialog } from './PlanPagesDialog.tsx';
import { ScanErrorDialog } from './ScanErrorDialog.tsx';
import { usePagesOf } from './scans-api.ts';

/** What came in of one half, or the monthly report: pages, and the errors on record. */
interface HalfRow {
  readonly date: string;
  /** null: a monthly report page. */
  readonly period: number | null;
  readonly scan: PlanScanError | undefined;
  readonly pages: readonly FiledPage[];
}

const keyOf = ({ date, period }: Pick<HalfRow, 'date' | 'period'>) => `${date} ${partOf(period)}`;
const nameOf = ({ date, period }: Pick<HalfRow, 'date' | 'period'>) =>
  `${date}, ${PART_NAMES[partOf(period)]}`;

/** The newest half first, the report of a month before its halves. */
const halvesOf = (scans: readonly PlanScanError[], pages: readonly FiledPage[]): HalfRow[] => {
  const rows = new Map<string, HalfRow>(
    scans.map((scan) => [keyOf(scan), { date: scan.date, period: scan.period, scan, pages: [] }]),
  );
  for (const page of pages) {
    const { date, period } = page;
    const row = rows.get(keyOf(page)) ?? { date, period, scan: undefined, pages: [] };
    rows.set(keyOf(page), { ...row, pages: [...row.pages, page] });
  }
  return [...rows.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
};

const pageCount = ({ pages }: HalfRow) => (pages.length === 0 ? '—' : counted(pages.length, 'page'));

const errorWords = ({ scan, pages }: HalfRow) =>
  scan
    ? scanErrorNames(scan.error)
    : pages.some(({ outdated }) => outdated)
      ? 'Printed too early?'
      : 'No errors';

const dayOf = (stamp: string | undefined, zone: string) =>
  stamp === undefined ? '' : showDate(dayOfStamp(stamp, zone));

const columnsIn = (zone: string): readonly Column<HalfRow>[] => [
  { key: 'month', title: 'Month', width: 92, cell: ({ date }) => date },
  { key: 'period', title: 'Period', width: 118, cell: ({ period }) => PART_NAMES[partOf(period)] },
  { key: 'pages', title: 'Scans', width: 84, cell: pageCount },
  { key: 'error', title: 'Errors', min: 130, cell: errorWords },
  {
    key: 'created',
    title: 'Created',
    width: 106,
    cell: ({ scan, pages }) => dayOf(scan?.DateCreated ?? pages[0]?.filed, zone),
  },
];

type Step =
  | { readonly what: 'edit'; readonly row: HalfRow | undefined }
  | { readonly what: 'delete'; readonly scan: PlanScanError }
  | { readonly what: 'pages'; readonly first: FiledPage };

interface PlanScansDialogProps {
  readonly plan: Pick<PlanListRow, 'id' | 'Provider' | 'Client' | 'Status'>;
  readonly onClose: () => void;
}

/** What can be done with a half: its pages are looked at, its errors written down or taken back. */
const rowSteps = (row: HalfRow, mayChange: boolean) => {
  const {
    pages: [first],
    period,
    scan,
  } = row;
  return [
    first && {
      label: 'Show pages',
      name: `Show pages of ${nameOf(row)}`,
      icon: IconEye,
      step: { what: 'pages', first } satisfies Step,
    },
    mayChange &&
      period !== null && {
        label: scan ? 'Edit errors…' : 'Add errors…',
        name: `${scan ? 'Edit errors of' : 'Add errors to'} ${nameOf(row)}`,
        icon: IconPencil,
        step: { what: 'edit', row } satisfies Step,
      },
    mayChange &&
      scan && {
        label: 'Delete errors…',
        name: `Delete errors of ${nameOf(row)}`,
        icon: IconTrash,
        danger: true,
        step: { what: 'delete', scan } satisfies Step,
      },
  ].filter((one) => typeof one === 'object');
};

/** TS Scans: what came in of a plan by month and half, its errors with add, edit and delete. */
export const PlanScansDialog = ({ plan, onClose }: PlanScansDialogProps) => {
  const query = useScansOf(plan.id);
  const filed = usePagesOf(plan.id);
  const zone = useZone();
  const [step, setStep] = useState<Step>();
  const { data: scans } = query;
  const { data: pages } = filed;
  const rows = useMemo(() => scans && pages && halvesOf(scans, pages), [scans, pages]);
  // Those of a deleted plan are kept to be looked at.
  const mayChange = plan.Status !== 'Deleted';
  const close = () => setStep(undefined);
  const open = (row: HalfRow) => {
    const [first] = row.pages;
    if (first) setStep({ what: 'pages', first });
    else if (mayChange) setStep({ what: 'edit', row });
  };
  const menu = (row: HalfRow): MenuEntry[] =>
    rowSteps(row, mayChange).flatMap(({ label, icon, step: next, danger }): MenuEntry[] => {
      const item = { label, icon, onSelect: () => setStep(next) };
      return danger ? ['divider', { ...item, danger }] : [item];
    });
  return (
    <>
      <Dialog
        opened
        wide
        title={`TS Scans of care plan ${plan.id}`}
        forced={step !== undefined}
        onClose={onClose}
        actions={
          <>
            <Button size="sm" onClick={onClose}>
              Close
            </Button>
            {mayChange && (
              <Button
                size="sm"
                variant="filled"
                leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
                onClick={() => setStep({ what: 'edit', row: undefined })}
              >
                Add TS Error
              </Button>
            )}
          </>
        }
      >
        <p>
          {plan.Provider} for {plan.Client}
        </p>
        <DataTable
          label={`TS Scans of care plan ${plan.id}`}
          columns={columnsIn(zone)}
          rows={rows}
          rowKey={keyOf}
          rowName={nameOf}
          pageSize={10}
          noun={rows?.length === 1 ? 'timesheet' : 'timesheets'}
          tone={({ scan }) => (scan && !scan.archive ? 'warn' : undefined)}
          onOpen={open}
          menu={menu}
          actions={(row) =>
            rowSteps(row, mayChange).map(({ name, icon: Icon, step: next }) => (
              <IconButton
                key={name}
                label={name}
                icon={<Icon {...rowIcon} />}
                onClick={() => setStep(next)}
              />
            ))
          }
          actionsWidth={136}
          listItem={(row) => ({ title: nameOf(row), kind: pageCount(row), line: errorWords(row) })}
          loadingText="Loading scans…"
          failure={
            failureOf(query, 'Couldn’t load the scan errors') ??
            failureOf(filed, 'Couldn’t load the scanned pages')
          }
          empty={<EmptyState icon={IconScan} title="No scans" text="No scanned timesheets yet." />}
        />
      </Dialog>
      {step?.what === 'edit' && (
        <ScanErrorDialog
          planId={plan.id}
          scans={scans ?? []}
          scan={step.row?.scan}
          {...(step.row && { start: startOf(step.row) })}
          onClose={close}
        />
      )}
      {step?.what === 'delete' && <DeleteScan scan={step.scan} onClose={close} />}
      {step?.what === 'pages' && (
        <PlanPagesDialog
          planId={plan.id}
          pages={pages ?? []}
          errors={scans ?? []}
          firstId={step.first.id}
          mayChange={mayChange}
          onClose={close}
        />
      )}
    </>
  );
};

/** 5 Incorrect Timesheet is proposed where a page is older than the plan. */
const startOf = ({ date, period, pages }: HalfRow) => ({
  date,
  period: period === 0 ? (0 as const) : (1 as const),
  codes: pages.some(({ outdated }) => outdated) ? [5] : [],
});

const DeleteScan = ({ scan, onClose }: { readonly scan: PlanScanError; readonly onClose: () => void }) => {
  const { id, rev } = scan;
  const remove = useAction({
    ...DELETE_SCAN,
    onDone: ({ info }) => toast.success(info ?? SCAN_DELETED),
    onEnd: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={`Delete errors of ${nameOf(scan)}?`}
      confirmLabel="Delete"
      danger
      focusCancel
      busy={remove.pending}
      onConfirm={() => void remove.run({ id, rev })}
      onCancel={onClose}
    >
      <p>{scanErrorNames(scan.error)}. The record log keeps what was written here.</p>
    </ConfirmDialog>
  );
};

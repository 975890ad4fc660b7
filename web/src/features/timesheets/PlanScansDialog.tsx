import { showDate } from '@homecare/domain/calendar.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { SCAN_DELETED, scanErrorNames } from '@homecare/domain/timesheets/rules.ts';
import { PART_NAMES, partOf } from '@homecare/domain/timesheets/scans.ts';
import type { FiledPage, PlanScanError } from '@homecare/domain/timesheets/schema.ts';
import { Button } from '@mantine/core';
import { IconEye, IconPencil, IconPlus, IconScan, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
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

const pageCount = ({ pages }: HalfRow) =>
  pages.length === 0 ? '—' : `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`;

const errorWords = ({ scan, pages }: HalfRow) =>
  scan
    ? scanErrorNames(scan.error)
    : pages.some(({ outdated }) => outdated)
      ? 'Printed too early?'
      : 'No errors';

const dayOf = (stamp: string | undefined, zone: string) =>
  stamp === undefined
    ? ''
    : showDate(Temporal.Instant.from(stamp).toZonedDateTimeISO(zone).toPlainDate().toString());

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

/** TS Scans: what came in of a plan by month and half, its errors with add, edit and delete. */
export const PlanScansDialog = ({ plan, onClose }: PlanScansDialogProps) => {
  const query = useScansOf(plan.id);
  const filed = usePagesOf(plan.id);
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const [step, setStep] = useState<Step>();
  const { data: scans } = query;
  const { data: pages } = filed;
  const rows = useMemo(() => scans && pages && halvesOf(scans, pages), [scans, pages]);
  // Those of a deleted plan are kept to be looked at.
  const mayChange = plan.Status !== 'Deleted';
  const edit = (row: HalfRow | undefined) => setStep({ what: 'edit', row });
  const look = ({ pages: [first] }: HalfRow) => first && setStep({ what: 'pages', first });
  const open = (row: HalfRow) => (row.pages.length > 0 ? look(row) : mayChange && edit(row));
  const menu = (row: HalfRow): MenuEntry[] => [
    ...(row.pages.length > 0 ? [{ label: 'Show pages', icon: IconEye, onSelect: () => look(row) }] : []),
    ...(mayChange && row.period !== null
      ? [{ label: row.scan ? 'Edit errors…' : 'Add errors…', icon: IconPencil, onSelect: () => edit(row) }]
      : []),
    ...(mayChange && row.scan ? (['divider', removal(row.scan)] satisfies MenuEntry[]) : []),
  ];
  const removal = (scan: PlanScanError): MenuEntry => ({
    label: 'Delete errors…',
    icon: IconTrash,
    danger: true,
    onSelect: () => setStep({ what: 'delete', scan }),
  });
  const buttons = (row: HalfRow) => {
    const { scan } = row;
    return (
      <>
        {row.pages.length > 0 && (
          <IconButton
            label={`Show pages of ${nameOf(row)}`}
            icon={<IconEye {...rowIcon} />}
            onClick={() => look(row)}
          />
        )}
        {mayChange && row.period !== null && (
          <IconButton
            label={`${scan ? 'Edit errors of' : 'Add errors to'} ${nameOf(row)}`}
            icon={<IconPencil {...rowIcon} />}
            onClick={() => edit(row)}
          />
        )}
        {mayChange && scan && (
          <IconButton
            label={`Delete errors of ${nameOf(row)}`}
            icon={<IconTrash {...rowIcon} />}
            onClick={() => setStep({ what: 'delete', scan })}
          />
        )}
      </>
    );
  };
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
                onClick={() => edit(undefined)}
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
          actions={buttons}
          actionsWidth={136}
          listItem={(row) => ({
            title: nameOf(row),
            kind: pageCount(row),
            line: errorWords(row),
          })}
          loadingText="Loading scans…"
          failure={
            failureOf(query, 'The scan errors could not be loaded') ??
            failureOf(filed, 'The scanned pages could not be loaded')
          }
          empty={<EmptyState icon={IconScan} title="No scans" text="No scanned timesheets yet." />}
        />
      </Dialog>
      {step?.what === 'edit' && (
        <ScanErrorDialog
          planId={plan.id}
          scans={query.data ?? []}
          scan={step.row?.scan}
          {...(step.row && { start: startOf(step.row) })}
          onClose={() => setStep(undefined)}
        />
      )}
      {step?.what === 'delete' && <DeleteScan scan={step.scan} onClose={() => setStep(undefined)} />}
      {step?.what === 'pages' && (
        <PlanPagesDialog
          planId={plan.id}
          pages={filed.data ?? []}
          errors={query.data ?? []}
          firstId={step.first.id}
          mayChange={mayChange}
          onClose={() => setStep(undefined)}
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

import { showStamp } from '@homecare/domain/calendar.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { halfName, SCAN_DELETED, scanErrorNames } from '@homecare/domain/timesheets/rules.ts';
import type { PlanScanError } from '@homecare/domain/timesheets/schema.ts';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconScan, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../shell/query.ts';
import { toast } from '../shell/toasts.ts';
import { useCapabilities } from '../sites/api.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { ConfirmDialog, Dialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { rowIcon } from '../ui/icons.ts';
import type { MenuEntry } from '../ui/RowMenu.tsx';
import { EmptyState } from '../ui/states.tsx';
import { deleteScan, useScansOf } from './api.ts';
import { ScanErrorDialog } from './ScanErrorDialog.tsx';

const nameOf = ({ date, period }: PlanScanError) => `${date}, ${halfName(period)}`;

const columnsIn = (zone: string): readonly Column<PlanScanError>[] => [
  { key: 'month', title: 'Month', width: 104, cell: ({ date }) => date },
  { key: 'period', title: 'Period', width: 84, cell: ({ period }) => halfName(period) },
  { key: 'error', title: 'Errors', cell: ({ error }) => scanErrorNames(error) },
  { key: 'created', title: 'Created', width: 168, cell: (scan) => showStamp(scan.DateCreated, zone) },
];

type Step =
  | { readonly what: 'edit'; readonly scan: PlanScanError | undefined }
  | { readonly what: 'delete'; readonly scan: PlanScanError };

interface PlanScansDialogProps {
  readonly plan: Pick<PlanListRow, 'id' | 'Provider' | 'Client' | 'Status'>;
  readonly onClose: () => void;
}

/** TS Scans: the errors of a plan's scanned timesheets by month and half, with add, edit and delete (part 2, section 2.2). */
export const PlanScansDialog = ({ plan, onClose }: PlanScansDialogProps) => {
  const query = useScansOf(plan.id);
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const [step, setStep] = useState<Step>();
  // Those of a deleted plan are kept to be looked at.
  const mayChange = plan.Status !== 'Deleted';
  const edit = (scan: PlanScanError | undefined) => setStep({ what: 'edit', scan });
  const menu = (scan: PlanScanError): MenuEntry[] => [
    { label: 'Edit…', icon: IconPencil, hint: 'Enter', onSelect: () => edit(scan) },
    'divider',
    { label: 'Delete…', icon: IconTrash, danger: true, onSelect: () => setStep({ what: 'delete', scan }) },
  ];
  const buttons = (scan: PlanScanError) => (
    <>
      <IconButton
        label={`Edit errors of ${nameOf(scan)}`}
        icon={<IconPencil {...rowIcon} />}
        onClick={() => edit(scan)}
      />
      <IconButton
        label={`Delete errors of ${nameOf(scan)}`}
        icon={<IconTrash {...rowIcon} />}
        onClick={() => setStep({ what: 'delete', scan })}
      />
    </>
  );
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
          rows={query.data}
          rowKey={({ id }) => id}
          rowName={nameOf}
          pageSize={10}
          noun={query.data?.length === 1 ? 'timesheet' : 'timesheets'}
          {...(mayChange && { onOpen: edit, menu, actions: buttons })}
          actionsWidth={112}
          listItem={(scan) => ({
            title: nameOf(scan),
            line: scanErrorNames(scan.error),
          })}
          loadingText="Loading scan errors…"
          failure={failureOf(query, 'The scan errors could not be loaded')}
          empty={
            <EmptyState
              icon={IconScan}
              title="No scan errors"
              text="No timesheet of this care plan came back with an error."
            />
          }
        />
      </Dialog>
      {step?.what === 'edit' && (
        <ScanErrorDialog
          planId={plan.id}
          scans={query.data ?? []}
          scan={step.scan}
          onClose={() => setStep(undefined)}
        />
      )}
      {step?.what === 'delete' && <DeleteScan scan={step.scan} onClose={() => setStep(undefined)} />}
    </>
  );
};

const DeleteScan = ({ scan, onClose }: { readonly scan: PlanScanError; readonly onClose: () => void }) => {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    const sent = await deleteScan(scan);
    if (sent.ok) toast.success(sent.info ?? SCAN_DELETED);
    else toast.error(sent.info);
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={`Delete errors of ${nameOf(scan)}?`}
      confirmLabel="Delete"
      danger
      focusCancel
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{scanErrorNames(scan.error)}. The record log keeps what was written here.</p>
    </ConfirmDialog>
  );
};

import { halfName, scanErrorNames } from '@homecare/domain/timesheets/rules.ts';
import type { ScanError } from '@homecare/domain/timesheets/schema.ts';
import { IconScan } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useScanErrors } from './api.ts';
import { PlanScansDialog } from './PlanScansDialog.tsx';

const COLUMNS: readonly Column<ScanError>[] = [
  { key: 'month', title: 'Month', width: 90, cell: ({ date }) => date },
  { key: 'period', title: 'Period', width: 78, cell: ({ period }) => halfName(period) },
  { key: 'provider', title: 'Provider', width: 150, cell: ({ Provider }) => Provider },
  { key: 'client', title: 'Client', width: 150, cell: ({ Client }) => Client },
  { key: 'error', title: 'Errors', min: 150, cell: ({ error }) => scanErrorNames(error) },
];

/** Every open scan error of all plans, the newest half first; each leads to the scans of its plan. */
export const TsErrorsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const query = useScanErrors();
  const [opened, setOpened] = useState<ScanError>();
  const button = (scan: ScanError) => (
    <IconButton
      label={`TS Scans of care plan ${scan.CareID}`}
      icon={<IconScan {...rowIcon} />}
      onClick={() => setOpened(scan)}
    />
  );
  return (
    <>
      <ReadDialog wide title="TS Error" forced={opened !== undefined} onClose={onClose}>
        <DataTable
          label="TS Error"
          columns={COLUMNS}
          rows={query.data}
          rowKey={({ id }) => id}
          rowName={({ CareID }) => `care plan ${CareID}`}
          pageSize={10}
          onOpen={setOpened}
          actions={button}
          actionsTitle="Scans"
          actionsWidth={84}
          listItem={(scan) => ({
            title: scan.Provider,
            kind: `${scan.date}, ${halfName(scan.period)}`,
            line: `${scan.Client}: ${scanErrorNames(scan.error)}`,
            action: button(scan),
          })}
          loadingText="Loading scan errors…"
          failure={failureOf(query, 'Couldn’t load the scan errors')}
          empty={
            <EmptyState
              icon={IconScan}
              title="No open scan errors"
              text="Every timesheet that came back is in order."
            />
          }
        />
      </ReadDialog>
      {opened && (
        <PlanScansDialog
          plan={{ id: opened.CareID, Provider: opened.Provider, Client: opened.Client, Status: 'Active' }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
};

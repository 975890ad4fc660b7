import { Button } from '@mantine/core';
import { useState } from 'react';
import { CountTabs } from '../ui/CountTabs.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './Export.module.css';
import { ExportPanel } from './ExportPanel.tsx';
import { RunsPanel } from './RunsPanel.tsx';
import { useRuns } from './run-api.ts';

type Tab = 'export' | 'runs';

interface ExportDialogProps {
  /** YYYY-MM of the page; '' when none is chosen. */
  readonly month: string;
  readonly onClose: () => void;
}

/** Export Payroll: the next run with its problems and corrections, and the runs of before. */
export const ExportDialog = ({ month, onClose }: ExportDialogProps) => {
  const [tab, setTab] = useState<Tab>('export');
  const runs = useRuns();
  return (
    <Dialog
      opened
      wide
      title="Export Payroll"
      onClose={onClose}
      actions={
        <Button size="sm" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={classes.tabs}>
        <CountTabs
          label="Payroll export"
          look="segments"
          controls="payroll-export-panel"
          value={tab}
          onChange={setTab}
          tabs={[
            { key: 'export', label: 'Export', count: null },
            { key: 'runs', label: 'Runs', count: runs.data?.length ?? null },
          ]}
        />
      </div>
      <div id="payroll-export-panel" role="tabpanel" aria-label="Payroll export">
        {tab === 'export' ? <ExportPanel month={month} /> : <RunsPanel />}
      </div>
    </Dialog>
  );
};

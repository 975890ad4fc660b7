import { Box, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { isOpenWeek, OwedWeeksPanel, sayOwed } from './OwedWeeksPanel.tsx';
import { RunsPanel } from './RunsPanel.tsx';
import { useOwedWeeks, useRuns } from './run-api.ts';

type Tab = 'export' | 'runs' | 'weeks';

const PANELS = { export: ExportPanel, runs: RunsPanel, weeks: OwedWeeksPanel };

interface ExportDialogProps {
  /** YYYY-MM of the page; '' when none is chosen. */
  readonly month: string;
  readonly onClose: () => void;
}

/** Export Payroll: the next run with its problems and corrections, and the runs of before. */
export const ExportDialog = ({ month, onClose }: ExportDialogProps) => {
  const [tab, setTab] = useState<Tab>('export');
  const runs = useRuns();
  const weeks = useOwedWeeks().data ?? [];
  const open = weeks.filter(isOpenWeek);
  const Panel = PANELS[tab];
  return (
    <ReadDialog wide title="Export Payroll" onClose={onClose}>
      <Box mb={12}>
        <CountTabs
          label="Payroll export"
          look="segments"
          controls="payroll-export-panel"
          value={tab}
          onChange={setTab}
          tabs={[
            { key: 'export', label: 'Export', count: null },
            { key: 'runs', label: 'Runs', count: runs.data?.length ?? null },
            ...(weeks.length > 0
              ? [{ key: 'weeks' as const, label: 'Owed overtime', count: open.length }]
              : []),
          ]}
        />
      </Box>
      <Stack id="payroll-export-panel" role="tabpanel" aria-label="Payroll export" gap={12}>
        {tab === 'export' && open.length > 0 && (
          <Note
            tone="warn"
            actions={
              <Button size="sm" onClick={() => setTab('weeks')}>
                Review
              </Button>
            }
          >
            {sayOwed(open)} for nights over the end of a week. They are corrected only when you confirm.
          </Note>
        )}
        <Panel month={month} />
      </Stack>
    </ReadDialog>
  );
};

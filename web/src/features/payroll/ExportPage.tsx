import { Button, Stack } from '@mantine/core';
import { useKeptView } from '../../platform/kept-view.ts';
import { usePagePart } from '../../platform/page-part.ts';
import { useToday } from '../../platform/use-today.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, FreePage } from '../../ui/Page.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { EXPORT_PARTS, PAYROLL_EXPORT } from './export-path.ts';
import { isOpenWeek, OwedWeeksPanel, sayOwed } from './OwedWeeksPanel.tsx';
import { PAYROLL_VIEW, readPayrollView } from './PayrollBar.tsx';
import { RunsPanel } from './RunsPanel.tsx';
import { useOwedWeeks, useRuns, useUnpaidTime } from './run-api.ts';
import { UnpaidTimePanel } from './UnpaidTimePanel.tsx';
import { useRunChoice } from './use-run-choice.ts';

/** /payroll/export: the next run with its problems and corrections, and the runs of before. */
export const ExportPage = () => {
  const today = useToday();
  const [view] = useKeptView(PAYROLL_VIEW, readPayrollView);
  const { part, open: openPart } = usePagePart(PAYROLL_EXPORT, EXPORT_PARTS);
  const runs = useRuns();
  const weeks = useOwedWeeks().data ?? [];
  const open = weeks.filter(isOpenWeek);
  const chosen = useRunChoice(view.month || today.toPlainYearMonth().toString());
  const unpaid = useUnpaidTime(chosen.choice).data?.days;
  return (
    <>
      <FilterBar>
        <CountTabs
          label="Payroll export"
          look="segments"
          controls="payroll-export-panel"
          value={part}
          onChange={openPart}
          tabs={[
            { key: 'export', label: 'Export', count: null },
            { key: 'runs', label: 'Runs', count: runs.data?.length ?? null },
            { key: 'unpaid', label: 'Unpaid time', count: unpaid?.length ?? null },
            ...(weeks.length > 0 || part === 'weeks'
              ? [{ key: 'weeks' as const, label: 'Owed overtime', count: open.length }]
              : []),
          ]}
        />
      </FilterBar>
      <FreePage>
        <Stack id="payroll-export-panel" role="tabpanel" aria-label="Payroll export" gap={12}>
          {part === 'export' && open.length > 0 && (
            <Note
              tone="warn"
              actions={
                <Button size="sm" onClick={() => openPart('weeks')}>
                  Review
                </Button>
              }
            >
              {sayOwed(open)} for nights over the end of a week. They are corrected only when you confirm.
            </Note>
          )}
          {part === 'export' && <ExportPanel chosen={chosen} onUnpaid={() => openPart('unpaid')} />}
          {part === 'runs' && <RunsPanel />}
          {part === 'unpaid' && <UnpaidTimePanel chosen={chosen} />}
          {part === 'weeks' && <OwedWeeksPanel />}
        </Stack>
      </FreePage>
    </>
  );
};

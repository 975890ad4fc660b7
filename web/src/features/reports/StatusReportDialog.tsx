import { CARD_STATUSES } from '@homecare/domain/billing/schema.ts';
import { EXCLUDED } from '@homecare/domain/reports/parameters.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { DateBox } from '../../ui/inputs.tsx';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { type ReportFormat, useOpenReport } from './ReportButton.tsx';
import { options } from './ReportInputs.tsx';
import classes from './Reports.module.css';

interface StatusReportDialogProps {
  readonly month: string;
  readonly group: string;
  readonly onClose: () => void;
}

/** Status Report: month, status, excluded or not, and since when the status holds (docs/rules/reports.md, rule 24). */
export const StatusReportDialog = ({ month: shown, group, onClose }: StatusReportDialogProps) => {
  const [month, setMonth] = useState(shown);
  const [status, setStatus] = useState('');
  const [excgroup, setExcgroup] = useState('all');
  const [since, setSince] = useState('');
  const openReport = useOpenReport();
  const open = (format: ReportFormat) =>
    openReport(
      'StatusReport',
      { from: month, to: month, status, excgroup, lastUpdatedDay: since, private: group },
      format,
    );
  return (
    <Dialog
      opened
      title="Status Report"
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
          <Button size="sm" onClick={() => open('xls')}>
            Excel
          </Button>
          <Button size="sm" variant="filled" onClick={() => open('pdf')}>
            PDF
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        <MonthBox label="Month" value={month} onChange={setMonth} />
        <NativeSelect
          label="Status"
          required
          value={status}
          data={[{ value: '', label: 'Choose' }, ...CARD_STATUSES]}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
        <NativeSelect
          label="Excluded"
          value={excgroup}
          data={options(EXCLUDED, ['all', '1', '0'])}
          onChange={(event) => setExcgroup(event.currentTarget.value)}
        />
        <DateBox label="Status changed since" value={since} onChange={setSince} />
      </div>
    </Dialog>
  );
};

import { type DocumentFile, ENTRIES } from '@homecare/domain/reports/list.ts';
import { type RawParameters, readParameters } from '@homecare/domain/reports/parameters.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { ButtonMenu } from '../../ui/ButtonMenu.tsx';
import { openReport } from './api.ts';

export type ReportFormat = 'pdf' | 'xls';

/** Opens a report, or says what is missing; true when it was opened. */
export const useOpenReport = () => {
  const today = useToday();
  return (file: DocumentFile, raw: RawParameters, format: ReportFormat): boolean => {
    const entry = ENTRIES.find((one) => one.file === file);
    if (!entry) return false;
    const read = readParameters(entry, raw, today);
    if (read.ok) openReport(entry, { ...raw, export: format });
    else toast.error(read.info);
    return read.ok;
  };
};

interface ReportButtonProps {
  readonly file: DocumentFile;
  readonly raw: RawParameters;
  readonly children: ReactNode;
}

/** A report of another page, as PDF or workbook. */
export const ReportButton = ({ file, raw, children }: ReportButtonProps) => {
  const open = useOpenReport();
  return (
    <ButtonMenu
      position="bottom-start"
      width={160}
      entries={[
        { label: 'PDF', onSelect: () => void open(file, raw, 'pdf') },
        { label: 'Excel (.xlsx)', onSelect: () => void open(file, raw, 'xls') },
      ]}
      button={(opening) => <Button {...opening}>{children}</Button>}
    />
  );
};

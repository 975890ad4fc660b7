import { getReports, previewReport, reportCall } from '@homecare/domain/reports/contract.ts';
import type { ReportEntry } from '@homecare/domain/reports/list.ts';
import type { RawParameters } from '@homecare/domain/reports/parameters.ts';
import { openForm } from '../../platform/open-form.ts';
import { useRead } from '../../platform/query.ts';

/** What the Reports page asks. */

export const useReports = () => useRead(getReports, { requestInfo: 'reports' }, { staleTime: 600_000 });

export const usePreview = (file: string, raw: RawParameters, enabled: boolean) =>
  useRead(previewReport, { file, ...raw }, { enabled, staleTime: 0 });

/** PDF or workbook, in a window of its own; the browser saves a workbook. */
export const openReport = (entry: ReportEntry, raw: RawParameters) => openForm(reportCall(entry), raw);

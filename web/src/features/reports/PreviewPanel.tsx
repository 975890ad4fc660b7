import type { ReportPreview } from '@homecare/domain/reports/schema.ts';
import { sayTooLong } from '@homecare/domain/reports/size.ts';
import { NO_RECORDS, showCell } from '@homecare/domain/reports/table.ts';
import { Button, Group } from '@mantine/core';
import {
  IconArrowLeft,
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconReport,
  IconTable,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { failureOf } from '../../platform/query.ts';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import classes from './Preview.module.css';
import { PreviewTable } from './PreviewTable.tsx';
import { isNumber } from './preview-rows.ts';
import { ReportChart } from './ReportChart.tsx';

interface PanelProps {
  readonly ref: Ref<HTMLElement>;
  /** Null while no report is chosen. */
  readonly name: string | null;
  readonly query: UseQueryResult<ReportPreview, Error>;
  /** Why there is nothing to show yet. */
  readonly fault: string | undefined;
  readonly agency: string;
  /** Beside the files. */
  readonly mail: ReactNode;
  readonly onExport: (format: 'pdf' | 'xls') => void;
  readonly onBack: () => void;
}

const NOTES_SHOWN = 8;
const SKELETON = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

const Sheet = ({ report, agency }: { readonly report: ReportPreview; readonly agency: string }) => {
  // What is counted beside the rows is shown without them too: nothing missing, of so many.
  const summaries = report.summaries.filter(({ rows }) => rows.length > 0);
  const tooLong = sayTooLong(report.count);
  return (
    <article className={classes.sheet}>
      <Group component="header" justify="space-between" align="normal" gap="4px 20px" mb={14}>
        <div>
          <h2 className={classes.title}>{report.name}</h2>
          <p className={classes.said}>
            {report.parameters.map(([name, value]) => `${name}: ${value}`).join(' · ')}
          </p>
        </div>
        <p className={classes.printed}>
          {agency}
          <br />
          Printed {report.printed}
        </p>
      </Group>
      {tooLong !== null && <Note tone="warn">{tooLong}</Note>}
      {report.notes.length > 0 && (
        <Note tone="warn">
          <ul className={classes.notes}>
            {report.notes.slice(0, NOTES_SHOWN).map((note) => (
              <li key={note}>{note}</li>
            ))}
            {report.notes.length > NOTES_SHOWN && (
              <li>{report.notes.length - NOTES_SHOWN} more in the files.</li>
            )}
          </ul>
        </Note>
      )}
      {report.captions.length > 0 && <p className={classes.captions}>{report.captions.join(' ')}</p>}
      {report.charts.map((chart) => (
        <ReportChart key={chart.title} chart={chart} />
      ))}
      {report.rows.length === 0 ? (
        <EmptyState icon={IconTable} title={NO_RECORDS} text="Change the inputs beside the report’s name." />
      ) : (
        <PreviewTable report={report} />
      )}
      {summaries.length > 0 && (
        <Group align="stretch" gap="16px 28px" mt={20}>
          {summaries.map((summary) => (
            <table key={summary.title} className={classes.summary}>
              <caption>{summary.title}</caption>
              <thead>
                <tr>
                  {summary.columns.map(({ title, kind }) => (
                    <th key={title} scope="col" data-right={isNumber(kind) || undefined}>
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {summary.rows.map((row) => (
                  <tr key={String(row[0])}>
                    {summary.columns.map(({ title, kind }, n) => (
                      <td key={title} data-right={isNumber(kind) || undefined}>
                        {showCell(row[n] ?? null, kind, '–')}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </Group>
      )}
    </article>
  );
};

const Content = ({ name, query, fault, agency }: Pick<PanelProps, 'name' | 'query' | 'fault' | 'agency'>) => {
  const slow = useSlow(query.isFetching && query.data === undefined);
  if (name === null)
    return <EmptyState icon={IconReport} title="No report chosen" text="Choose a report to preview it." />;
  if (fault !== undefined) return <EmptyState icon={IconReport} title={fault} text="Its rows appear here." />;
  const failure = failureOf(query, `Couldn’t load ${name}`);
  if (failure) return <ErrorState {...failure} />;
  if (query.data) return <Sheet key={query.data.name} report={query.data} agency={agency} />;
  if (!slow) return null;
  return (
    <div className={classes.sheet} role="status" aria-label={`Loading ${name}`}>
      {SKELETON.map((line) => (
        <div key={line} className={classes.skeleton} />
      ))}
    </div>
  );
};

/** The chosen report as it will be printed, with the two files it can be had as. */
export const PreviewPanel = ({ ref, name, query, fault, agency, mail, onExport, onBack }: PanelProps) => {
  const report = fault === undefined && name !== null ? query.data : undefined;
  return (
    <section ref={ref} className={classes.panel} aria-label="Preview">
      <Group gap="8px 10px" mih={32} mb={12}>
        <Button
          className={classes.back}
          leftSection={<IconArrowLeft {...menuIcon} aria-hidden />}
          onClick={onBack}
        >
          Reports
        </Button>
        <span className={classes.barTitle}>Preview</span>
        <span className={classes.count} role="status">
          {report
            ? `${report.rows.length.toLocaleString('en-US')} of ${report.count.toLocaleString('en-US')} rows`
            : ''}
        </span>
        <Group gap={8} ml="auto">
          {mail}
          <Button
            disabled={!report}
            leftSection={<IconFileSpreadsheet {...menuIcon} aria-hidden />}
            onClick={() => onExport('xls')}
          >
            Excel
          </Button>
          <Button
            variant="filled"
            disabled={!report}
            leftSection={<IconFileTypePdf {...menuIcon} aria-hidden />}
            onClick={() => onExport('pdf')}
          >
            PDF
          </Button>
        </Group>
      </Group>
      <Content name={name} query={query} fault={fault} agency={agency} />
    </section>
  );
};

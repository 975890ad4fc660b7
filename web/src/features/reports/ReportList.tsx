import type { PageEntry } from '@homecare/domain/reports/list.ts';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import plain from '../../ui/PlainList.module.css';
import { ReportInputs } from './ReportInputs.tsx';
import classes from './Reports.module.css';
import type { ReportValues } from './report-values.ts';

interface ListProps {
  readonly title: string;
  readonly reports: readonly PageEntry[];
  readonly chosen: string | null;
  readonly values: ReportValues;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChoose: (file: string) => void;
  readonly onChange: (next: Partial<ReportValues>) => void;
  readonly onDownload: (report: PageEntry) => void;
  /** On narrow screens the preview is a page of its own. */
  readonly onShow: () => void;
}

/** One of the two columns: the name shows the report, the button beside it downloads it. */
export const ReportList = ({ title, reports, chosen, values, faults, ...on }: ListProps) => (
  <section className={classes.column} aria-label={title}>
    <h2 className={plain.heading}>{title}</h2>
    <ul className={plain.list}>
      {reports.map((report) => {
        const isChosen = report.file === chosen;
        return (
          <li key={report.file} className={classes.item} data-chosen={isChosen || undefined}>
            <Group gap={6} pr={6} wrap="nowrap">
              <button
                type="button"
                className={`${plain.name} ${classes.name}`}
                aria-expanded={isChosen}
                onClick={() => on.onChoose(report.file)}
              >
                {report.name}
              </button>
              <IconButton
                label={`Download ${report.name}`}
                icon={<IconDownload {...rowIcon} />}
                onClick={() => on.onDownload(report)}
              />
            </Group>
            {isChosen && (
              <>
                <ReportInputs entry={report} values={values} faults={faults} onChange={on.onChange} />
                <Button className={classes.show} fullWidth size="sm" variant="filled" onClick={on.onShow}>
                  Show preview
                </Button>
              </>
            )}
          </li>
        );
      })}
    </ul>
  </section>
);

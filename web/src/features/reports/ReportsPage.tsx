import type { PageEntry } from '@homecare/domain/reports/list.ts';
import { readParameters } from '@homecare/domain/reports/parameters.ts';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import { useSite } from '../../platform/own-site.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useReportMails } from '../report-mails/api.ts';
import { MailButton } from '../report-mails/MailButton.tsx';
import { MailedReports } from '../report-mails/MailedReports.tsx';
import { openReport, usePreview, useReports } from './api.ts';
import { PreviewPanel } from './PreviewPanel.tsx';
import { ReportList } from './ReportList.tsx';
import classes from './Reports.module.css';
import { parametersOf, type ReportValues, valuesOf, valuesOn } from './report-values.ts';

const SIDES = [
  { side: 'people', title: 'Clients and providers' },
  { side: 'work', title: 'Work and billing' },
] as const;

const NO_FAULTS: ReadonlyMap<string, string> = new Map();

/**
 * /reports (docs/rules/reports.md, rule 1): two columns of reports from the server, the chosen one with its inputs and its
 * rows.
 */
export const ReportsPage = () => {
  const today = useToday();
  const start = useMemo(() => valuesOn(today), [today]);
  const [values, setValues] = useKept<ReportValues>('reports.values', start);
  const [chosen, setChosen] = useKept<string | null>('reports.chosen', null);
  useFiltersInAddress({
    list: 'reports',
    filters: { report: chosen ?? '' },
    first: { report: '' },
    onFilters: ({ report }) => setChosen(String(report) || null),
  });
  const [search, setSearch] = useKept('reports.search', '');
  const [showsPreview, setShowsPreview] = useState(false);
  const panel = useRef<HTMLElement>(null);
  // A page of its own begins at its top.
  useEffect(() => {
    if (showsPreview) panel.current?.scrollIntoView({ block: 'start' });
  }, [showsPreview]);
  const site = useSite();
  const reports = useReports();
  const hasMail = useCapabilities()?.emailEnabled ?? false;
  const mails = useReportMails().data ?? [];
  const listed = reports.data?.reports ?? [];
  const report = listed.find(({ file }) => file === chosen) ?? null;
  const raw = report ? parametersOf(report, values) : {};
  const read = report ? readParameters(report, raw, today) : undefined;
  const preview = usePreview(report?.file ?? '', raw, read?.ok === true);
  const faults =
    read && !read.ok ? new Map(read.errors.map(({ field, message }) => [field, message])) : NO_FAULTS;

  const download = (of: PageEntry, format: ReportValues['export']) => {
    const parameters = parametersOf(of, values);
    const found = readParameters(of, parameters, today);
    if (found.ok) openReport(of, { ...parameters, export: format });
    else {
      setChosen(of.file);
      toast.error(found.info);
    }
  };

  const failure = failureOf(reports, 'Couldn’t load the reports');
  if (failure) return <ErrorState {...failure} />;
  const words = search.trim().toLowerCase();
  const found = listed.filter(({ name }) => name.toLowerCase().includes(words));
  return (
    <div className={classes.root} data-preview={(showsPreview && report !== null) || undefined}>
      <div className={classes.lists}>
        <SearchBox label="Search reports" placeholder="Search reports" value={search} onChange={setSearch} />
        {reports.data && found.length === 0 && (
          <EmptyState icon={IconSearch} title={`No report is called ‘${search.trim()}’`} />
        )}
        <MailedReports
          mails={mails}
          reports={found}
          onOpen={(one, parameters) => {
            setValues({ ...values, ...valuesOf(one, parameters, values) });
            setChosen(one.file);
            setShowsPreview(true);
          }}
        />
        <div className={classes.columns} aria-busy={reports.data === undefined}>
          {SIDES.map(({ side, title }) => (
            <ReportList
              key={side}
              title={title}
              reports={found.filter((one) => one.side === side)}
              chosen={report?.file ?? null}
              values={values}
              faults={faults}
              onChoose={setChosen}
              onChange={(next) => setValues({ ...values, ...next })}
              onDownload={(one) => download(one, values.export)}
              onShow={() => setShowsPreview(true)}
            />
          ))}
        </div>
      </div>
      <PreviewPanel
        ref={panel}
        name={report?.name ?? null}
        query={preview}
        fault={read && !read.ok ? read.info : undefined}
        agency={site?.title ?? ''}
        mail={
          report &&
          hasMail && (
            <MailButton
              report={report}
              chosen={raw}
              mails={mails}
              fault={read && !read.ok ? read.info : undefined}
            />
          )
        }
        onExport={(format) => report && download(report, format)}
        onBack={() => setShowsPreview(false)}
      />
    </div>
  );
};

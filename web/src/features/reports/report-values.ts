import { WEEKDAY_NAMES, weekdayOf } from '@homecare/domain/calendar.ts';
import type { ReportEntry } from '@homecare/domain/reports/list.ts';
import { keptParameters, type RawParameters } from '@homecare/domain/reports/parameters.ts';

/** What is entered on the page: one value for all reports that ask for it, so that a month is chosen once. */
export const valuesOn = (today: Temporal.PlainDate) => {
  const [now, month] = [today.toString(), today.toPlainYearMonth().toString()];
  return {
    type: 'all',
    quater: 'all',
    vac: 'all',
    flu: '1',
    year: String(today.year),
    month,
    day: WEEKDAY_NAMES[weekdayOf(today)],
    date: now,
    dateFrom: `${month}-01`,
    dateTo: now,
    from: month,
    to: month,
    export: 'pdf' as const,
  };
};
type Typed = Omit<ReturnType<typeof valuesOn>, 'day' | 'export'>;
export type ReportValues = Readonly<Typed> & { readonly day: string; readonly export: 'pdf' | 'xls' };

/** The parameters of a report, and no others; the page has a field of its own for flu shots. */
export const parametersOf = (entry: ReportEntry, { flu, ...values }: ReportValues): RawParameters =>
  keptParameters(entry, { ...values, ...(entry.inputs.includes('flu') && { vac: flu }) });

/** What the page shows of the parameters of a report. */
export const valuesOf = (
  { inputs }: ReportEntry,
  { vac, ...parameters }: RawParameters,
  values: ReportValues,
): Partial<ReportValues> => {
  const known = Object.entries(parameters).filter(([name]) => Object.hasOwn(values, name));
  return {
    ...Object.fromEntries(known),
    ...(vac !== undefined && (inputs.includes('flu') ? { flu: vac } : { vac })),
  };
};

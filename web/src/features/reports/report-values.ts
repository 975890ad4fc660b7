import { WEEKDAY_NAMES, weekdayOf } from '@homecare/domain/calendar.ts';
import type { ReportEntry, ReportInput } from '@homecare/domain/reports/list.ts';
import type { RawParameters } from '@homecare/domain/reports/parameters.ts';

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

const SENT: Record<ReportInput, (values: ReportValues) => RawParameters> = {
  type: ({ type }) => ({ type }),
  quater: ({ quater }) => ({ quater }),
  vac: ({ vac }) => ({ vac }),
  flu: ({ flu }) => ({ vac: flu }),
  year: ({ year }) => ({ year }),
  month: ({ month }) => ({ month }),
  day: ({ day }) => ({ day }),
  date: ({ date }) => ({ date }),
  dates: ({ dateFrom, dateTo }) => ({ dateFrom, dateTo }),
  months: ({ from, to }) => ({ from, to }),
  client: () => ({}),
  provider: () => ({}),
  status: () => ({}),
};

/** The parameters of a report, and no others. */
export const parametersOf = ({ inputs }: ReportEntry, values: ReportValues): RawParameters => {
  let sent: RawParameters = {};
  for (const input of inputs) sent = { ...sent, ...SENT[input](values) };
  return sent;
};

/** What the page shows of the parameters of a report: a year has a field of its own for flu shots. */
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

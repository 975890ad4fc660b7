import { statusWords } from '../aggregator/rules.ts';
import { showDate, showStamp } from '../calendar.ts';
import { planReasons } from '../care-plans/list.ts';
import type { PlanListRow } from '../care-plans/schema.ts';
import { valuesOf } from '../eligibility/rules.ts';
import type { EligibilityEntry } from '../eligibility/schema.ts';
import { addressLine } from '../people/history.ts';
import { personName } from '../people/rules.ts';
import type { PersonRow } from '../people/schema.ts';
import type { PeopleTab } from '../people/search.ts';
import type { ExportFormat } from './contract.ts';

/** ids and phones are text, so that a spreadsheet neither rounds nor calculates with them (documents-and-reports.md, A4). */
export type CellKind = 'text' | 'date';

export interface ExportColumn<Row> {
  readonly title: string;
  readonly kind: CellKind;
  /** Characters. */
  readonly width: number;
  /** Dates as YYYY-MM-DD; null is empty. */
  readonly value: (row: Row) => string | null;
}

const text = <Row>(title: string, width: number, value: (row: Row) => string | null): ExportColumn<Row> => ({
  title,
  kind: 'text',
  width,
  value,
});
const date = <Row>(title: string, value: (row: Row) => string | null): ExportColumn<Row> => ({
  title,
  kind: 'date',
  width: 13,
  value,
});

type PeopleColumn = ExportColumn<PersonRow>;
const id: PeopleColumn = text('ID', 8, ({ ID }) => String(ID));
const name: PeopleColumn = text('Name', 28, personName);
const address: PeopleColumn = text('Address', 44, (person) => addressLine(person) || null);
const dob: PeopleColumn = date('DoB', ({ DOB }) => DOB);
const phone: PeopleColumn = text('Phone', 16, ({ Phone }) => Phone);
/** Never more than the last 4 digits, whoever asks. */
const ssn: PeopleColumn = text('SSI number', 11, (person) => person['SSI #']?.slice(-4) ?? null);
const archived: PeopleColumn = date('Archived', ({ Cur, archiveDate }) => (Cur === 'n' ? archiveDate : null));

/** The columns of each tab as the list shows them (specification part 1, section 2). */
const PEOPLE: Record<PeopleTab, readonly PeopleColumn[]> = {
  All: [name, dob, address, phone, ssn, text('Type', 10, (person) => person['Provider or Client'])],
  Providers: [
    name,
    address,
    ssn,
    phone,
    date('Background check', ({ BackgroundCheck }) => BackgroundCheck),
    date('DL/ID expiration', (person) => person['ID Expiration']),
    date('Staff evaluation', (person) => person['Staff Evaluation']),
  ],
  Clients: [
    name,
    address,
    phone,
    text('Medicaid', 12, ({ Medicaid }) => Medicaid),
    dob,
    date('Home visit', (person) => person['Home Visit']),
    text('Services', 20, ({ Services }) => (Services ?? []).join(', ') || null),
  ],
};

const aggregator: PeopleColumn = text('Sandata', 10, (person) => statusWords(person.SunDataStatus));

/** The visible columns and the record id (documents-and-reports.md, F6). */
export const peopleColumns = (
  tab: PeopleTab,
  { showArchived, showAggregator }: { readonly showArchived: boolean; readonly showAggregator: boolean },
): readonly PeopleColumn[] => [
  id,
  ...PEOPLE[tab],
  ...(showAggregator ? [aggregator] : []),
  ...(showArchived ? [archived] : []),
];

type EntryColumn = ExportColumn<EligibilityEntry>;
/** As the table of eligibility shows them, and the ids of entry and client. */
export const ENTRY_COLUMNS: readonly EntryColumn[] = [
  text('ID', 8, ({ id: number }) => String(number)),
  text('Client ID', 10, ({ clientId }) => String(clientId)),
  text('Client', 28, (entry) => entry.name),
  text('Status', 14, ({ status }) => status),
  date('Request date', (entry) => entry.date),
  date('Start', ({ start }) => start),
  date('End', ({ end }) => end),
  text('Data', 60, (entry) => valuesOf(entry) || null),
];

/** What the cells of a plan need beside it. */
export interface PlanExport {
  readonly nameOfType: (code: string) => string;
  readonly today: Temporal.PlainDate;
  readonly zone: string;
  readonly clientFirst: boolean;
  /** Archived or deleted plans are shown. */
  readonly showsEnded: boolean;
  /** Scan errors are the office's to see. */
  readonly showsScans: boolean;
}

type PlanColumn = ExportColumn<PlanListRow>;
const provider: PlanColumn = text('Provider', 28, ({ Provider }) => Provider);
const client: PlanColumn = text('Client', 28, ({ Client }) => Client);
const ended: readonly PlanColumn[] = [
  date('EndDate', ({ EndDate }) => EndDate),
  text('Archive info', 28, ({ ArchiveInfo }) => ArchiveInfo),
  text('Deleted info', 28, ({ DeleteInfo }) => DeleteInfo),
];

/** The columns of the list (specification part 2, section 2.2), Remarks whole, and what colours a row in words. */
export const planColumns = (about: PlanExport): readonly PlanColumn[] => [
  text('ID', 8, ({ id: number }) => String(number)),
  text('Compared with', 14, ({ comparedTo }) => (comparedTo === null ? null : String(comparedTo))),
  ...(about.clientFirst ? [client, provider] : [provider, client]),
  text('Type', 24, ({ Type }) => about.nameOfType(Type)),
  date('StartDate', ({ StartDate }) => StartDate),
  text('Last Modify', 26, ({ Modify, ModifiedBy }) =>
    `${showStamp(Modify, about.zone)} ${ModifiedBy}`.trim(),
  ),
  text('Remarks', 40, ({ Remarks }) => Remarks),
  text('Status', 10, ({ Status }) => Status),
  ...(about.showsEnded ? ended : []),
  text('Note', 34, (plan) => planReasons(plan, about.today).join(' · ') || null),
  ...(about.showsScans ? [text('TS errors', 10, ({ tserror }: PlanListRow) => String(tserror))] : []),
];

/** A spreadsheet that opens the text would calculate it. */
const isFormula = (value: string) => /^[=+\-@\t\r\0]/.test(value);
export const quoted = (value: string) =>
  `"${(isFormula(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** CSV: UTF-8 with BOM, CRLF, all quoted, ' before what a spreadsheet would calculate (documents-and-reports.md, A4). */
export const csvOf = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string => {
  const lines = rows.map((row) =>
    columns.map(({ kind, value }) => (kind === 'date' ? showDate(value(row)) : (value(row) ?? ''))),
  );
  const head = columns.map(({ title }) => title);
  return `\uFEFF${[head, ...lines].map((line) => `${line.map(quoted).join(',')}\r\n`).join('')}`;
};

/** 'people_2026-11-20.csv': the name of a file never holds that of a person. */
export const exportName = (list: string, today: string, format: ExportFormat) => `${list}_${today}.${format}`;

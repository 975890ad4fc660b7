import { statusWords } from '../aggregator/rules.ts';
import { dayOfStamp, showStamp } from '../calendar.ts';
import type { Candidate } from '../candidates/schema.ts';
import { planReasons } from '../care-plans/list.ts';
import type { PlanListRow } from '../care-plans/schema.ts';
import { answerWords, openOf } from '../claims/list-words.ts';
import type { ClaimBatch, Denial, DenialList } from '../claims/schema.ts';
import { valuesOf } from '../eligibility/rules.ts';
import type { EligibilityEntry } from '../eligibility/schema.ts';
import { statusOf } from '../messaging/log-words.ts';
import type { SendLogRow } from '../messaging/schema.ts';
import { addressLine } from '../people/history.ts';
import { AGGREGATOR_STATUS, isArchived, KIND, SSN } from '../people/kind-and-status.ts';
import type { PersonRow } from '../people/schema.ts';
import type { PeopleTab } from '../people/search.ts';
import { personName } from '../person-name.ts';
import { type DayRow, editorOf, planText, signsOf } from '../visits/day-list.ts';
import { showTime } from '../visits/rules.ts';
import { date, type ExportColumn, money, text } from './rules.ts';

type PeopleColumn = ExportColumn<PersonRow>;
const id: PeopleColumn = text('ID', 8, ({ ID }) => String(ID));
const name: PeopleColumn = text('Name', 28, personName);
const address: PeopleColumn = text('Address', 44, (person) => addressLine(person) || null);
const dob: PeopleColumn = date('DoB', ({ DOB }) => DOB);
const phone: PeopleColumn = text('Phone', 16, ({ Phone }) => Phone);
/** Only the last 4 digits, whoever asks. */
const ssn: PeopleColumn = text('SSI number', 11, (person) => person[SSN]?.slice(-4) ?? null);
const archived: PeopleColumn = date('Archived', (person) => (isArchived(person) ? person.archiveDate : null));

/** Columns of each tab, in the order of the list on the screen (docs/rules/people.md, rule 37). */
const PEOPLE: Record<PeopleTab, readonly PeopleColumn[]> = {
  All: [name, dob, address, phone, ssn, text('Type', 10, (person) => person[KIND])],
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

const aggregator: PeopleColumn = text('Sandata', 10, (person) => statusWords(person[AGGREGATOR_STATUS]));

/** The visible columns, plus the id of the record (docs/rules/list-export.md, rule 1). */
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
/** The columns of the eligibility table, plus the ids of entry and client. */
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

/** What the cells need besides the plan itself. */
export interface PlanExport {
  readonly nameOfType: (code: string) => string;
  readonly today: Temporal.PlainDate;
  readonly zone: string;
  readonly clientFirst: boolean;
  /** The list shows archived or deleted plans. */
  readonly showsEnded: boolean;
  /** Only the office sees scan errors. */
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

/** The columns of the care plan list, with full remarks and the row colors in words (docs/rules/care-plans.md, rule 46). */
export const planColumns = (about: PlanExport): readonly PlanColumn[] => [
  text('ID', 8, ({ id: number }) => String(number)),
  text('Compared with', 14, ({ comparedTo }) => (comparedTo === null ? null : String(comparedTo))),
  ...(about.clientFirst ? [client, provider] : [provider, client]),
  text('Type', 24, ({ Type }) => about.nameOfType(Type)),
  date('StartDate', ({ StartDate }) => StartDate),
  text('Last Modify', 26, ({ modifiedAt, ModifiedBy }) =>
    `${showStamp(modifiedAt, about.zone)} ${ModifiedBy}`.trim(),
  ),
  text('Remarks', 40, ({ Remarks }) => Remarks),
  text('Status', 10, ({ Status }) => Status),
  ...(about.showsEnded ? ended : []),
  text('Note', 34, (plan) => planReasons(plan, about.today).join(' · ') || null),
  ...(about.showsScans ? [text('TS errors', 10, ({ tserror }: PlanListRow) => String(tserror))] : []),
];

/** Time of day of a stamp in the agency's time zone. */
const localTime = (stamp: string | null, zone: string) =>
  stamp && showTime(Temporal.Instant.from(stamp), zone);

/** The columns of a day in Evv Admin, with its drawings in words (docs/rules/visits.md, rule 37). */
export const visitColumns = (
  zone: string,
  { showAggregator }: { readonly showAggregator: boolean },
): readonly ExportColumn<DayRow>[] => [
  text('ID', 8, ({ visit }) => String(visit.id)),
  text('Provider', 28, ({ visit }) => visit.ProviderName),
  text('Client', 28, ({ visit }) => visit.ClientName),
  date('Date', ({ visit }) => visit.Date),
  text('Plan', 22, ({ visit }) => planText(visit)),
  text('Status', 10, ({ visit }) => visit.Status),
  text('In', 10, ({ visit }) => localTime(visit.startedAt, zone)),
  text('Out', 10, ({ visit }) => localTime(visit.endedAt, zone)),
  ...(showAggregator
    ? [
        text<DayRow>('Sandata', 10, ({ visit }) =>
          visit.Status === 'Complete' ? visit.aggregatorStatus : null,
        ),
      ]
    : []),
  text('Reason', 40, ({ reason }) => reason),
  text('Signs', 40, ({ visit }) => signsOf(visit).join(' · ') || null),
  text('Last edited by', 22, ({ visit }) => editorOf(visit)),
];

/** Columns of the candidate list. */
export const candidateColumns = (zone: string): readonly ExportColumn<Candidate>[] => [
  text('ID', 8, ({ id: number }) => String(number)),
  text('Name', 28, ({ Name }) => Name),
  text('Phone', 16, ({ Phone }) => Phone),
  text('Address', 44, ({ Address }) => Address),
  date('Available', ({ DateAvailable }) => DateAvailable),
  date('Created', ({ DateCreated }) => dayOfStamp(DateCreated, zone)),
];

/** Columns of the messages of a day, with the outcome of each. */
export const messageColumns = (zone: string): readonly ExportColumn<SendLogRow>[] => [
  text('ID', 8, ({ id: number }) => String(number)),
  date('Date', ({ time }) => dayOfStamp(time, zone)),
  text('Time', 10, ({ time }) => localTime(time, zone)),
  text('Type', 8, ({ type }) => type),
  text('To', 28, ({ to }) => to),
  text('From', 28, ({ from }) => from),
  text('Name', 28, (message) => message.name),
  text('Subject', 28, ({ subject }) => subject),
  text('Text', 60, (message) => message.text),
  text('Status', 40, statusOf),
];

/** Columns of claims that were not paid in full. */
export const denialColumns = (owners: DenialList['owners']): readonly ExportColumn<Denial>[] => [
  text('Claim', 12, ({ id: number }) => number),
  text('Client ID', 10, ({ clientId }) => String(clientId)),
  text('Client', 28, (denial) => denial.client),
  text('Month', 10, ({ month }) => month),
  date('From', ({ from }) => from),
  date('Through', ({ through }) => through),
  text('State', 10, ({ state }) => state),
  money('Charge', ({ charge }) => charge),
  money('Paid by insurers', ({ insured }) => insured),
  money('Paid', ({ paid }) => paid),
  money('Written off or billed', ({ settled }) => settled),
  money('Open', openOf),
  text('Reason', 60, ({ reason }) => reason),
  text('Owner', 22, ({ ownerId }) => owners.find(({ id: owner }) => owner === ownerId)?.name ?? null),
  text('Note', 40, ({ note }) => note),
];

/** Columns of claim files, with how far the payer has processed each. */
export const batchColumns = (zone: string): readonly ExportColumn<ClaimBatch>[] => [
  text('ID', 8, ({ id: number }) => String(number)),
  text('No.', 10, ({ interchange }) => String(interchange)),
  text('File', 36, ({ file }) => file),
  text('Made', 26, ({ created, createdBy }) => `${showStamp(created, zone)} ${createdBy}`),
  text('Month', 10, ({ month }) => month),
  text('Kind', 12, ({ kind }) => kind),
  text('Claims', 8, ({ claims }) => String(claims)),
  money('Amount', ({ amount }) => amount),
  text('Answer', 30, answerWords),
  money('Paid', ({ answered, paid }) => (answered > 0 ? paid : null)),
];

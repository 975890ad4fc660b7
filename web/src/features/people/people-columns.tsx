import { showAge, showDate } from '@homecare/domain/calendar.ts';
import { addressLine } from '@homecare/domain/people/history.ts';
import { AGGREGATOR_STATUS, KIND, SSN } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type { PeopleTab } from '@homecare/domain/people/search.ts';
import { personName } from '@homecare/domain/person-name.ts';
import type { ListColumn } from '../../platform/lists/list-columns.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { StatusButton } from '../aggregator/StatusButton.tsx';
import { NameCell } from './NameCell.tsx';

/** A missing value shows as '–' (docs/rules/screens.md, rule 10). */
const orDash = (text: string | null) => text || '–';
const date = (iso: string | null) => orDash(showDate(iso));
const ssi = (person: PersonRow) => orDash(person[SSN] && `··· ${person[SSN].slice(-4)}`);

type PersonColumn = ListColumn<PersonRow>;

const textColumn = (
  key: string,
  title: string,
  width: number,
  value: (person: PersonRow) => string | null,
): PersonColumn => ({ key, title, width, value, cell: (person) => orDash(value(person)) });

const dateColumn = (
  key: string,
  title: string,
  width: number,
  value: (person: PersonRow) => string | null,
): PersonColumn => ({ key, title, width, value, cell: (person) => date(value(person)) });

const aggregatorColumn = (showLog: (person: PersonRow) => void): PersonColumn => ({
  key: 'aggregator',
  title: 'Sandata',
  width: 102,
  value: (person) => person[AGGREGATOR_STATUS],
  cell: (person) => (
    <StatusButton
      status={person[AGGREGATOR_STATUS]}
      name={personName(person)}
      onClick={() => showLog(person)}
    />
  ),
});

/** All columns that the list can show, in the order of the View menu. */
const COLUMNS: readonly PersonColumn[] = [
  {
    key: 'name',
    title: 'Name',
    width: 184,
    value: personName,
    cell: (person) => <NameCell person={person} />,
  },
  {
    key: 'address',
    title: 'Address',
    min: 128,
    value: addressLine,
    cell: (person) => orDash(addressLine(person)),
  },
  textColumn('phone', 'Phone', 116, ({ Phone }) => Phone),
  dateColumn('dob', 'DoB', 98, ({ DOB }) => DOB),
  { key: 'ssn', title: 'SSI number', width: 86, value: (person) => person[SSN], cell: ssi },
  textColumn('type', 'Type', 96, (person) => person[KIND]),
  dateColumn('background', 'Background check', 118, ({ BackgroundCheck }) => BackgroundCheck),
  dateColumn('id', 'DL/ID expiration', 110, (person) => person['ID Expiration']),
  dateColumn('staff', 'Staff evaluation', 106, (person) => person['Staff Evaluation']),
  dateColumn('caps', 'CAPS check', 96, ({ capsCheck }) => capsCheck),
  textColumn('medicaid', 'Medicaid', 92, ({ Medicaid }) => Medicaid),
  dateColumn('visit', 'Home visit', 96, (person) => person['Home Visit']),
  textColumn('services', 'Services', 118, ({ Services }) => (Services ?? []).join(', ')),
  textColumn('language', 'Language', 96, ({ Language }) => Language),
  textColumn('city', 'City', 110, ({ City }) => City),
  textColumn('email', 'E-mail', 180, ({ Email }) => Email),
  textColumn('doctor', 'Doctor', 140, ({ Doctor }) => Doctor),
  dateColumn('archived', 'Archived', 96, ({ archiveDate }) => archiveDate),
];

/** Adds the age to the birthday, and the status button if the aggregator is switched on. */
export const peopleColumns = (
  today: Temporal.PlainDate,
  showLog: ((person: PersonRow) => void) | undefined,
): readonly PersonColumn[] => [
  ...COLUMNS.map((column) =>
    column.key === 'dob'
      ? {
          ...column,
          cell: ({ DOB }: PersonRow) => <CellLines main={date(DOB)} sub={showAge(DOB, today)} />,
        }
      : column,
  ),
  ...(showLog ? [aggregatorColumn(showLog)] : []),
];

/** Initial columns of each tab, exactly as specified (docs/rules/people.md, rule 37). */
export const TAB_COLUMNS: Record<PeopleTab, readonly string[]> = {
  All: ['name', 'dob', 'address', 'phone', 'ssn', 'type', 'aggregator'],
  Providers: ['name', 'address', 'ssn', 'phone', 'background', 'id', 'staff', 'aggregator'],
  Clients: ['name', 'address', 'phone', 'medicaid', 'dob', 'visit', 'services', 'aggregator'],
};

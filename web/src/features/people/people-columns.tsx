import { showAge, showDate } from '@homecare/domain/calendar.ts';
import { addressLine } from '@homecare/domain/people/history.ts';
import { KIND, SSN } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type { PeopleTab } from '@homecare/domain/people/search.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { StatusButton } from '../aggregator/StatusButton.tsx';
import { NameCell } from './NameCell.tsx';

/** A missing value is '–' (docs/rules/screens.md, rule 10). */
const orDash = (text: string | null) => text || '–';
const date = (iso: string | null) => orDash(showDate(iso));
const ssi = (person: PersonRow) => orDash(person[SSN] && `··· ${person[SSN].slice(-4)}`);

const name: Column<PersonRow> = {
  key: 'name',
  title: 'Name',
  width: 206,
  cell: (person) => <NameCell person={person} />,
};
const address: Column<PersonRow> = {
  key: 'address',
  title: 'Address',
  min: 138,
  cell: (person) => orDash(addressLine(person)),
};
const dob = (today: Temporal.PlainDate): Column<PersonRow> => ({
  key: 'dob',
  title: 'DoB',
  width: 98,
  cell: (person) => <CellLines main={date(person.DOB)} sub={showAge(person.DOB, today)} />,
});
const phone: Column<PersonRow> = {
  key: 'phone',
  title: 'Phone',
  width: 116,
  cell: (person) => orDash(person.Phone),
};
const ssn: Column<PersonRow> = { key: 'ssn', title: 'SSI number', width: 86, cell: ssi };

const aggregator = (showLog: (person: PersonRow) => void): Column<PersonRow> => ({
  key: 'aggregator',
  title: 'Sandata',
  width: 102,
  cell: (person) => (
    <StatusButton status={person.SunDataStatus} name={personName(person)} onClick={() => showLog(person)} />
  ),
});

/** Columns of each tab, to the letter (docs/rules/people.md, rule 37). */
const peopleColumns = (today: Temporal.PlainDate): Record<PeopleTab, readonly Column<PersonRow>[]> => ({
  All: [
    name,
    dob(today),
    address,
    phone,
    ssn,
    { key: 'type', title: 'Type', width: 96, cell: (person) => person[KIND] },
  ],
  Providers: [
    name,
    address,
    ssn,
    phone,
    {
      key: 'background',
      title: 'Background check',
      width: 118,
      cell: (person) => date(person.BackgroundCheck),
    },
    { key: 'id', title: 'DL/ID expiration', width: 110, cell: (person) => date(person['ID Expiration']) },
    {
      key: 'staff',
      title: 'Staff evaluation',
      width: 106,
      cell: (person) => date(person['Staff Evaluation']),
    },
  ],
  Clients: [
    name,
    address,
    phone,
    { key: 'medicaid', title: 'Medicaid', width: 92, cell: (person) => orDash(person.Medicaid) },
    dob(today),
    { key: 'visit', title: 'Home visit', width: 96, cell: (person) => date(person['Home Visit']) },
    {
      key: 'services',
      title: 'Services',
      width: 118,
      cell: (person) => orDash((person.Services ?? []).join(', ')),
    },
  ],
});

/** With the status button last, where the aggregator is switched on. */
export const columnsOf = (
  tab: PeopleTab,
  today: Temporal.PlainDate,
  showLog: ((person: PersonRow) => void) | undefined,
): readonly Column<PersonRow>[] => [...peopleColumns(today)[tab], ...(showLog ? [aggregator(showLog)] : [])];

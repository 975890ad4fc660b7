import type { About, RecordField } from '@homecare/domain/agency-forms/schema.ts';
import { sql } from 'kysely';
import { listedName } from '../platform/db/person-name.ts';
import { amongIds } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { birthDate } from '../platform/sealed/birth-date.ts';
import { medicaidNumber } from '../platform/sealed/medicaid-number.ts';
import { sealed } from '../platform/sealed/person.ts';

/** What forms take from the records of people and visits. */

/** The kind of the people that a form is about. */
export const KIND_OF: Readonly<Record<About, string>> = { client: 'Client', caregiver: 'Provider' };

type OfPerson = Extract<
  RecordField,
  'name' | 'birthDate' | 'phone' | 'address' | 'medicaid' | 'doctor' | 'diagnosis'
>;
export interface PersonFacts extends Readonly<Record<OfPerson, string | null>> {
  readonly name: string;
  readonly kind: string;
}

export const findPersonFacts = (db: Db, id: number) =>
  queryRow<PersonFacts>(
    db,
  )`select p.kind, ${listedName('p')} as name, ${birthDate('p')} as "birthDate", p.phone,
      concat_ws(', ', nullif(p.address, ''), nullif(p.address2, ''), nullif(p.city, ''),
        nullif(concat_ws(' ', p.state, p.postal_code), '')) as address,
      ${medicaidNumber('p')} as medicaid, ${sealed.doctor('p')} as doctor, ${sealed.diagnosis('p')} as diagnosis
    from people p where p.id = ${id} and p.merged_into is null`;

export interface VisitFacts {
  readonly id: number;
  readonly clientId: number;
  readonly providerId: number;
  readonly caregiver: string;
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

const visits = sql`select visit.id, visit.client_id as "clientId", visit.provider_id as "providerId",
    ${listedName('provider')} as caregiver, visit.date, to_char(visit.plan_start, 'HH24:MI') as start,
    to_char(visit.plan_end, 'HH24:MI') as end, visit.start_at as "startedAt", visit.end_at as "endedAt"
  from visits visit join people provider on provider.id = visit.provider_id`;

export const findVisitFacts = (db: Db, id: number) =>
  queryRow<VisitFacts>(db)`${visits} where visit.id = ${id} and visit.removed is null`;

/** Also one that was removed, or whose care plan is somebody else's meanwhile: those who came fill its forms. */
export const findVisitAsPlanned = (db: Db, id: number) =>
  queryRow<VisitFacts>(db)`${visits} where visit.id = ${id}`;

/** The visits of a caregiver from one day through another. */
export const listVisitsOf = (db: Db, providerId: number | null, from: string, through: string) =>
  queryRows<VisitFacts>(db)`${visits} where visit.provider_id = ${providerId} and visit.removed is null
    and visit.date between ${from}::date and ${through}::date order by visit.date, visit.id`;

/** Who of these, or of all, is cared for or cares now, with the day on which that began. */
export const listSubjects = (db: Db, ids: readonly number[] | null) =>
  queryRows<{ id: number; kind: string; name: string; start: string | null }>(
    db,
  )`select p.id, p.kind, ${listedName('p')} as name,
      case p.kind when 'Client' then ${sealed.startOfCare('p')} else p.start_date end as start
    from people p where p.cur = 'y' and p.merged_into is null and ${amongIds('p.id', ids)} order by p.sort_key, p.id`;

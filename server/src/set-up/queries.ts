import { CAREGIVER, OFFICE } from '@homecare/domain/call.ts';
import type { SetUpFacts } from '@homecare/domain/set-up/steps.ts';
import { PREPARED } from '../platform/db/prepared.ts';
import { type Db, queryRow } from '../platform/db/rows.ts';

/** Counts what a new agency starts with. */

type Counted = Pick<
  SetUpFacts,
  | 'caregivers'
  | 'clients'
  | 'types'
  | 'ratedTypes'
  | 'officeAccounts'
  | 'hasPlan'
  | 'phoneAccounts'
  | 'hasCheckIn'
>;

export const countWhatIsThere = async (db: Db): Promise<Counted> => {
  const row = await queryRow<Counted>(db)`select
      (select count(*)::int from people where kind = 'Provider' and cur = 'y') as caregivers,
      (select count(*)::int from people where kind = 'Client' and cur = 'y') as clients,
      (select count(*)::int from care_plan_types) as types,
      (select count(distinct type_id)::int from care_plan_type_terms where rate is not null) as "ratedTypes",
      (select count(*)::int from accounts where role = any(${[...OFFICE]}::text[])
        and deleted is null and suspended is null) as "officeAccounts",
      exists (select from care_plans where status = 'Active') as "hasPlan",
      (select count(*)::int from accounts where role = any(${[...CAREGIVER]}::text[]) and deleted is null and suspended is null) as "phoneAccounts",
      exists (select from visits where start_at is not null) as "hasCheckIn" ${PREPARED}`;
  if (!row) throw new Error('what is set up was not counted');
  return row;
};

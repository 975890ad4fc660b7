import type {
  CaregiverHours,
  ClientNeeds,
  HoursDraft,
  NotifyWay,
  PairPreference,
  PairPreferenceRow,
  Skill,
  WeekWindows,
} from '@homecare/domain/availability/schema.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedAvailability } from '../platform/sealed/availability.ts';

// ---- people

export interface PersonHead {
  readonly id: number;
  readonly kind: PersonKind;
  readonly isActive: boolean;
}

/** Locked until the transaction ends, in the order of ids, so that data of these people is saved one after the other. */
export const lockPeople = (tx: Tx, ids: readonly number[]) =>
  queryRows<PersonHead>(tx)`select id, kind, cur = 'y' as "isActive" from people
    where id = any(${[...ids]}::int[]) and merged_into is null order by id for no key update`;

export const findPersonHead = (db: Db, id: number) =>
  queryRow<PersonHead>(db)`select id, kind, cur = 'y' as "isActive" from people
    where id = ${id} and merged_into is null`;

// ---- skills

/** Locked until the transaction ends, so that a chosen skill is not removed and no two new ones have the same name. */
export const lockSkills = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('skills'))`.execute(tx);
};

export interface StoredSkill {
  readonly id: number;
  readonly name: string;
}
export const listStoredSkills = (db: Db) =>
  queryRows<StoredSkill>(db)`select id, name from skills order by lower(name)`;

export const listSkillsInUse = (db: Db) =>
  queryRows<Skill>(db)`select skill.name,
      (select count(*)::int from caregiver_skills learned where learned.skill_id = skill.id) as caregivers,
      (select count(*)::int from client_needs needs where skill.id = any(needs.required_skills)) as clients
    from skills skill order by lower(skill.name)`;

export const insertSkills = (tx: Tx, names: readonly string[]) =>
  sql`insert into skills (name) select unnest(${[...names]}::text[])`.execute(tx);

export const renameSkill = (tx: Tx, id: number, name: string) =>
  sql`update skills set name = ${name} where id = ${id}`.execute(tx);

export const deleteSkill = (tx: Tx, id: number) => sql`delete from skills where id = ${id}`.execute(tx);

// ---- hours

export interface StoredHours extends CaregiverHours, Stamp {
  readonly rev: number;
}

const skillsOf = (provider: string) => sql`array(select skill.name from caregiver_skills learned
  join skills skill on skill.id = learned.skill_id where learned.provider_id = ${sql.ref(provider)}
  order by lower(skill.name))`;

/** A caregiver who has entered nothing and has no skills has no row. */
export const selectHours = (db: Db, providerId: number) =>
  queryRows<StoredHours>(db)`select person.id as "providerId", hours.windows,
      hours.wished_minutes as "wishedMinutes", hours.most_minutes as "mostMinutes",
      hours.farthest_miles as "farthestMiles", ${skillsOf('person.id')} as skills,
      coalesce(hours.rev, 0) as rev, coalesce(hours.updated, person.created) as at,
      coalesce(hours.updated_by, person.updated_by) as by
    from people person left join caregiver_hours hours on hours.provider_id = person.id
    where person.kind = 'Provider' and person.id = ${providerId}
      and (hours.id is not null or exists (select from caregiver_skills learned where learned.provider_id = person.id))`;

/** Of all caregivers who entered any. */
export const selectAllHours = (db: Db) =>
  queryRows<HoursDraft & { readonly providerId: number }>(db)`select provider_id as "providerId", windows,
      wished_minutes as "wishedMinutes", most_minutes as "mostMinutes", farthest_miles as "farthestMiles"
    from caregiver_hours`;

/** The caregivers who have each of some skills. */
export const selectSkilled = (db: Db, names: readonly string[]) =>
  queryRows<{ readonly providerId: number; readonly name: string }>(
    db,
  )`select learned.provider_id as "providerId", skill.name
    from skills skill join caregiver_skills learned on learned.skill_id = skill.id
    where skill.name = any(${[...names]}::text[])`;

/** By caregiver, of some or all. Those without an entry have no wish. */
export const selectWishes = (db: Db, providers?: readonly number[]) =>
  queryRows<{ readonly providerId: number; readonly minutes: number | null }>(
    db,
  )`select provider_id as "providerId", wished_minutes as minutes from caregiver_hours
    where ${providers ? sql`provider_id = ${anyOf(providers)} ${PREPARED}` : sql`true`}`;

export interface HoursWrite extends HoursDraft {
  readonly providerId: number;
}

const windowsText = (windows: WeekWindows | null) => windows && JSON.stringify(windows);

/** A new row begins at rev 1, because 0 stands for a missing one. */
export const putHours = (tx: Tx, rows: readonly HoursWrite[], { at, by }: Stamp) =>
  queryRows<{ rev: number }>(tx)`insert into caregiver_hours as hours (provider_id, windows, wished_minutes,
      most_minutes, farthest_miles, updated, updated_by, rev)
    select one.provider_id, one.windows::jsonb, one.wished, one.most, one.miles, ${at}::timestamptz, ${by}, 1
    from unnest(${rows.map((row) => row.providerId)}::int[],
      ${rows.map((row) => windowsText(row.windows))}::text[],
      ${rows.map((row) => row.wishedMinutes)}::int[], ${rows.map((row) => row.mostMinutes)}::int[],
      ${rows.map((row) => row.farthestMiles)}::int[]) as one (provider_id, windows, wished, most, miles)
    on conflict (provider_id) do update set windows = excluded.windows, wished_minutes = excluded.wished_minutes,
      most_minutes = excluded.most_minutes, farthest_miles = excluded.farthest_miles,
      updated = excluded.updated, updated_by = excluded.updated_by, rev = hours.rev + 1
    returning rev`;

/** For caregivers who have none yet. */
export const putSkillRows = (
  tx: Tx,
  rows: readonly { readonly providerId: number; readonly skillId: number }[],
) =>
  sql`insert into caregiver_skills (provider_id, skill_id)
    select * from unnest(${rows.map((row) => row.providerId)}::int[], ${rows.map((row) => row.skillId)}::int[])
    on conflict do nothing`.execute(tx);

/** Sets exactly these skills. */
export const putSkillsOf = async (tx: Tx, providerId: number, skillIds: readonly number[]): Promise<void> => {
  const ids = [...skillIds];
  await sql`delete from caregiver_skills where provider_id = ${providerId} and skill_id <> all(${ids}::int[])`.execute(
    tx,
  );
  await sql`insert into caregiver_skills (provider_id, skill_id) select ${providerId}::int, unnest(${ids}::int[])
    on conflict do nothing`.execute(tx);
};

// ---- needs of a client

export interface StoredNeeds extends ClientNeeds, Stamp {
  readonly rev: number;
}

/** Of some clients. */
export const selectNeeds = (db: Db, clientIds: readonly number[]) =>
  queryRows<StoredNeeds>(db)`select needs.client_id as "clientId",
      array(select skill.name from skills skill where skill.id = any(needs.required_skills) order by lower(skill.name)) as skills,
      to_json(needs.languages) as languages, to_json(needs.wished_languages) as "wishedLanguages",
      needs.notify_by as "notifyBy", needs.rev, needs.updated as at, needs.updated_by as by
    from client_needs needs where needs.client_id = any(${[...clientIds]}::int[])`;

export interface NeedsWrite {
  readonly clientId: number;
  readonly skillIds: readonly number[];
  readonly languages: readonly string[];
  readonly wishedLanguages: readonly string[];
  readonly notifyBy?: NotifyWay | null | undefined;
}

export const putNeeds = (tx: Tx, needs: NeedsWrite, { at, by }: Stamp) =>
  queryRow<{ rev: number }>(
    tx,
  )`insert into client_needs as needs (client_id, required_skills, languages, wished_languages,
      notify_by, updated, updated_by, rev)
    values (${needs.clientId}, ${[...needs.skillIds]}::int[], ${[...needs.languages]}::text[],
      ${[...needs.wishedLanguages]}::text[], ${needs.notifyBy ?? null}, ${at}::timestamptz, ${by}, 1)
    on conflict (client_id) do update set required_skills = excluded.required_skills, languages = excluded.languages,
      wished_languages = excluded.wished_languages, notify_by = excluded.notify_by, updated = excluded.updated, updated_by = excluded.updated_by,
      rev = needs.rev + 1
    returning rev`;

/** For many clients who have none yet. */
export const putNeedsRows = (tx: Tx, rows: readonly NeedsWrite[], { at, by }: Stamp) =>
  sql`insert into client_needs (client_id, required_skills, languages, wished_languages, updated, updated_by, rev)
    select one.client_id, array(select jsonb_array_elements_text(one.skills)::int),
      array(select jsonb_array_elements_text(one.languages)), array(select jsonb_array_elements_text(one.wished)),
      ${at}::timestamptz, ${by}, 1
    from jsonb_to_recordset(${JSON.stringify(
      rows.map((row) => ({
        client_id: row.clientId,
        skills: row.skillIds,
        languages: row.languages,
        wished: row.wishedLanguages,
      })),
    )}::jsonb) as one (client_id int, skills jsonb, languages jsonb, wished jsonb)
    on conflict (client_id) do nothing`.execute(tx);

// ---- pairs

export interface StoredPreference extends PairPreferenceRow, Stamp {}

const preferenceColumns = sql`pair.id, pair.provider_id as "providerId", pair.client_id as "clientId", pair.side, pair.kind,
  ${sealedAvailability.preferenceReason('pair')}`;

/** Of some clients. */
export const selectPreferences = (db: Db, clientIds: readonly number[]) =>
  queryRows<PairPreference>(db)`select ${preferenceColumns} from pair_preferences pair
    where pair.client_id = any(${[...clientIds]}::int[]) order by pair.id`;

/** Of a client or a caregiver, with both names. */
export const selectPreferencesOf = (db: Db, personId: number) =>
  queryRows<StoredPreference>(
    db,
  )`select ${preferenceColumns}, pair.rev, pair.updated as at, pair.updated_by as by,
      ${listedName('provider')} as "Provider",
      ${listedName('client')} as "Client"
    from pair_preferences pair join people provider on provider.id = pair.provider_id
      join people client on client.id = pair.client_id
    where pair.provider_id = ${personId} or pair.client_id = ${personId}
    order by case when pair.provider_id = ${personId} then client.sort_key else provider.sort_key end, pair.side, pair.id`;

/** The two people of a preference. */
export const findPair = (db: Db, id: number) =>
  queryRow<Pick<PairPreference, 'providerId' | 'clientId'>>(db)`select provider_id as "providerId",
      client_id as "clientId" from pair_preferences where id = ${id}`;

type PreferenceWrite = Omit<PairPreference, 'id'>;

export const insertPreferences = async (
  tx: Tx,
  pairs: readonly PreferenceWrite[],
  { at, by }: Stamp,
): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(
    tx,
  )`insert into pair_preferences (provider_id, client_id, side, kind,
      ${sealedAvailability.preferenceReason.column}, updated, updated_by)
    select one.provider_id, one.client_id, one.side, one.kind, one.words, ${at}::timestamptz, ${by}
    from unnest(${pairs.map((pair) => pair.providerId)}::int[], ${pairs.map((pair) => pair.clientId)}::int[],
      ${pairs.map((pair) => pair.side)}::text[], ${pairs.map((pair) => pair.kind)}::text[],
      ${pairs.map((pair) => pair.reason)}::text[]) as one (provider_id, client_id, side, kind, words)
    returning id`;
  return rows.map(({ id }) => id);
};

export const updatePreference = (
  tx: Tx,
  id: number,
  { kind, reason }: Pick<PairPreference, 'kind' | 'reason'>,
  { at, by }: Stamp,
) =>
  sql`update pair_preferences set kind = ${kind}, ${sealedAvailability.preferenceReason.to(reason)},
      updated = ${at}, updated_by = ${by}, rev = rev + 1 where id = ${id}`.execute(tx);

export const deletePreference = (tx: Tx, id: number) =>
  sql`delete from pair_preferences where id = ${id}`.execute(tx);

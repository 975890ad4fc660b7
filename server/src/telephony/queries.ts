import type {
  CallOutcome,
  CallState,
  CodeDevice,
  TelephonyCall,
  TelephonyCaregiver,
} from '@homecare/domain/telephony/schema.ts';
import { sql } from 'kysely';
import { type Limit, takeWithin } from '../platform/auth/attempt-limits.ts';
import { isAccessEnded } from '../platform/auth/ended-access.ts';
import type { Scope, Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedTelephony } from '../platform/sealed/telephony.ts';

// --- Calls of the provider -------------------------------------------------------------------------------------------

export interface CallRow {
  readonly id: number;
  readonly caller: string;
  readonly began: string;
  readonly step: number;
  readonly state: CallState;
}

export const findCall = (db: Db, sid: string) =>
  queryRow<CallRow>(db)`select id, caller, began, step, state from telephony_calls where sid = ${sid}`;

/** Undefined if the call has already been stored. */
export const insertCall = async (
  tx: Tx,
  call: {
    readonly sid: string;
    readonly from: string;
    readonly to: string;
    readonly at: string;
    readonly state: CallState;
  },
): Promise<number | undefined> =>
  (
    await queryRow<{ id: number }>(tx)`insert into telephony_calls (sid, caller, called, began, state)
      values (${call.sid}, ${call.from}, ${call.to}, ${call.at}, ${JSON.stringify(call.state)}::jsonb)
      on conflict (sid) do nothing returning id`
  )?.id;

export const endCall = (tx: Tx, sid: string, at: string) =>
  queryRow<{ id: number }>(tx)`update telephony_calls set ended = ${at}
    where sid = ${sid} and ended is null returning id`;

export const findAnswer = async (db: Db, callId: number, step: number): Promise<string | undefined> =>
  (
    await queryRow<{ answer: string }>(db)`select answer from telephony_steps
      where call_id = ${callId} and step = ${step}`
  )?.answer;

interface Taken {
  readonly callId: number;
  readonly step: number;
  readonly answer: string;
  readonly state: CallState;
  readonly outcome: CallOutcome | undefined;
  readonly tasks: readonly string[] | undefined;
}

/** Returns false if another request with the same answer was faster. */
export const storeStep = async (tx: Tx, taken: Taken): Promise<boolean> => {
  const { callId, step, state } = taken;
  const isFirst = await changesRow(tx)`insert into telephony_steps (call_id, step, answer)
    values (${callId}, ${step}, ${taken.answer}) on conflict do nothing`;
  if (!isFirst) return false;
  const { providerId, visitId, move, place } = state;
  const names = JSON.stringify(taken.tasks);
  const said = names === undefined ? sql`` : sql`, ${sealedTelephony.tasks.to(sql`${names}::jsonb`)}`;
  await sql`update telephony_calls set step = ${step}, state = ${JSON.stringify(state)}::jsonb,
      provider_id = ${providerId}, visit_id = ${visitId}, move = ${move}, place = ${place},
      outcome = coalesce(${taken.outcome ?? null}, outcome) ${said} where id = ${callId}`.execute(tx);
  return true;
};

// --- Who calls -------------------------------------------------------------------------------------------------------

export interface PinRow {
  readonly personId: number;
  readonly hash: string;
}

/** The caregiver with a number. Archived and suspended ones cannot call, nor can anyone with a PIN from before a deletion. */
export const findPin = (db: Db, number: string, today: string) =>
  queryRow<PinRow>(db)`select person_id as "personId", pin_hash as hash from telephony_pins
    where number = ${number} and not is_provider_away(person_id, ${today}::date)
      and not ${isAccessEnded(sql`person_id`, sql`set_at`)}`;

/** Whether this is the phone of a client or a caregiver. */
export const isKnownCaller = async (db: Db, digits: string): Promise<boolean> =>
  (await queryRow(db)`select from people where kind in ('Client', 'Provider') and merged_into is null
    and right(regexp_replace(phone, '\\D', '', 'g'), 10) = ${digits}`) !== undefined;

interface Try {
  readonly callId: number;
  readonly step: number;
  readonly personId: number;
  /** Whether the try counts toward locking the PIN. */
  readonly locks: boolean;
  readonly most: number;
  readonly at: string;
  readonly limits: readonly Limit[];
}

/**
 * Counts a try before the PIN is compared, once per answer of a call; returns false if no more are allowed. A refused try is not
 * stored as taken, because the same answer sent again would then pass.
 */
export const takeTry = async (tx: Tx, tried: Try): Promise<boolean> => {
  const { callId, step, personId, most } = tried;
  const isNew = await changesRow(tx)`insert into telephony_tries (call_id, step, person_id)
    values (${callId}, ${step}, ${personId}) on conflict do nothing`;
  if (!isNew) return true;
  const isOpen =
    (await takeWithin(tx, tried.at, tried.limits)) &&
    (await changesRow(tx)`update telephony_pins set tries = tries + ${tried.locks ? 1 : 0}
      where person_id = ${personId} and tries < ${most}`);
  if (!isOpen)
    await sql`delete from telephony_tries where call_id = ${callId} and step = ${step}`.execute(tx);
  return isOpen;
};

/** A correct PIN clears the wrong tries before it. */
export const forgiveTries = (db: Db, personId: number) =>
  sql`update telephony_pins set tries = 0 where person_id = ${personId}`.execute(db);

export const isLocked = async (db: Db, personId: number, most: number): Promise<boolean> =>
  (await queryRow(db)`select from telephony_pins where person_id = ${personId} and tries >= ${most}`) !==
  undefined;

export const findCaregiver = (db: Db, id: number) =>
  queryRow<{ readonly fullName: string }>(db)`select first_name || ' ' || last_name as "fullName"
    from people where id = ${id}`;

/** The stored secrets of devices at clients' homes. */
export const listSecrets = (db: Db, clientIds: readonly number[]) =>
  queryRows<{ readonly clientId: number; readonly secret: Buffer }>(db)`select client_id as "clientId", secret
    from telephony_devices where client_id = any(${[...clientIds]}::int[]) and removed is null order by id`;

// --- The office ------------------------------------------------------------------------------------------------------

export const listCaregivers = (db: Db, today: string, most: number) =>
  queryRows<TelephonyCaregiver>(
    db,
  )`select person.id as "providerId", ${listedName('person')} as name, pin.number,
      pin.set_at as "setAt", pin.set_by as "setBy", coalesce(pin.tries >= ${most}, false) as "isLocked"
    from people person left join telephony_pins pin on pin.person_id = person.id
    where person.kind = 'Provider' and person.merged_into is null
      and not is_provider_away(person.id, ${today}::date)
    order by 2, 1`;

export const listDevices = (db: Db) =>
  queryRows<CodeDevice>(db)`select device.id, client_id as "clientId", ${listedName('client')} as client,
      device.added as "addedAt", device.added_by as "addedBy"
    from telephony_devices device join people client on client.id = device.client_id
    where device.removed is null order by 3, 1`;

interface PinWrite {
  readonly providerId: number;
  readonly number: string;
  readonly hash: string;
}

/** Those of the people who are active caregivers. */
export const lockCaregivers = async (tx: Tx, ids: readonly number[], today: string): Promise<Set<number>> => {
  const rows = await queryRows<{ id: number }>(tx)`select id from people
    where id = any(${[...ids]}::int[]) and kind = 'Provider' and merged_into is null
      and not is_provider_away(id, ${today}::date) order by id for no key update`;
  return new Set(rows.map(({ id }) => id));
};

/** Numbers that other caregivers have. */
export const listTakenNumbers = async (
  tx: Tx,
  pins: readonly Pick<PinWrite, 'providerId' | 'number'>[],
): Promise<Set<string>> => {
  const rows = await queryRows<{ number: string }>(tx)`select number from telephony_pins
    where number = any(${pins.map(({ number }) => number)}::text[])
      and person_id <> all(${pins.map(({ providerId }) => providerId)}::int[])`;
  return new Set(rows.map(({ number }) => number));
};

export const storePin = (tx: Tx, { providerId, number, hash }: PinWrite, { at, by }: Stamp) =>
  sql`insert into telephony_pins (person_id, number, pin_hash, set_at, set_by)
    values (${providerId}, ${number}, ${hash}, ${at}, ${by})
    on conflict (person_id) do update set number = excluded.number, pin_hash = excluded.pin_hash, tries = 0,
      set_at = excluded.set_at, set_by = excluded.set_by`.execute(tx);

/** Deletes all numbers first, because two caregivers may swap theirs. */
export const clearNumbers = (tx: Tx, providerIds: readonly number[]) =>
  sql`delete from telephony_pins where person_id = any(${[...providerIds]}::int[])`.execute(tx);

export const deletePin = (tx: Tx, providerId: number) =>
  queryRow<{ number: string }>(
    tx,
  )`delete from telephony_pins where person_id = ${providerId} returning number`;

export const isClient = async (tx: Tx, id: number): Promise<boolean> =>
  (await queryRow(tx)`select from people where id = ${id} and kind = 'Client' and merged_into is null
    for key share`) !== undefined;

export const insertDevice = (tx: Tx, clientId: number, secret: Buffer, { at, by }: Stamp) =>
  queryRow<{ id: number }>(tx)`insert into telephony_devices (client_id, secret, added, added_by)
    values (${clientId}, ${secret}, ${at}, ${by}) returning id`;

export const dropDevice = (tx: Tx, id: number, at: string) =>
  queryRow<{ clientId: number }>(tx)`update telephony_devices set removed = ${at}
    where id = ${id} and removed is null returning client_id as "clientId"`;

const DIGITS = sql`right(regexp_replace(call.caller, '\\D', '', 'g'), 10)`;
const callerIs = sql`(select string_agg(${listedName('person')}, '; ' order by person.id) from people person
  where person.merged_into is null and length(${DIGITS}) = 10
    and regexp_replace(person.phone, '\\D', '', 'g') = ${DIGITS})`;

/** Calls of some days, latest first. */
export const listCallRows = (
  scope: Scope,
  days: { readonly from: string; readonly through: string; readonly atMost: number },
) => {
  const zone = scope.settings.timeZone;
  return queryRows<TelephonyCall>(scope.site.db)`select call.id, call.began as "beganAt", call.caller,
      ${callerIs} as "callerIs", ${listedName('provider')} as caregiver, call.move::text as move, call.place::text as place,
      call.outcome::text as outcome, call.seen_by as "seenBy",
      case when visit.id is not null then jsonb_build_object('client', ${listedName('client')},
        'planId', coalesce(plan.covers_id, plan.id), 'day', visit.planned_day) end as visit
    from telephony_calls call left join people provider on provider.id = call.provider_id
      left join visits visit on visit.id = call.visit_id left join care_plans plan on plan.id = visit.care_plan_id
      left join people client on client.id = visit.client_id
    where call.began >= ${days.from}::date::timestamp at time zone ${zone}
      and call.began < (${days.through}::date + 1)::timestamp at time zone ${zone}
    order by call.began desc, call.id desc limit ${days.atMost}`;
};

/** Undefined if there is no such call, or someone has reviewed it already. */
export const storeSeen = (tx: Tx, id: number, { at, by }: Stamp) =>
  queryRow<{ id: number }>(tx)`update telephony_calls set seen = ${at}, seen_by = ${by}
    where id = ${id} and seen is null returning id`;

export const isCall = async (db: Db, id: number): Promise<boolean> =>
  (await queryRow(db)`select from telephony_calls where id = ${id}`) !== undefined;

import { done, type FieldError, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { formatPhone, isPhone } from '@homecare/domain/formats.ts';
import * as calls from '@homecare/domain/telephony/contract.ts';
import { checkNumber, checkPin, isSecret, MOST_WRONG } from '@homecare/domain/telephony/pins.ts';
import { z } from 'zod';
import { hashPassword } from '../platform/auth/passwords.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';
import {
  clearNumbers,
  deletePin,
  dropDevice,
  insertDevice,
  isCall,
  isClient,
  listCallRows,
  listCaregivers,
  listDevices,
  listTakenNumbers,
  lockCaregivers,
  storePin,
  storeSeen,
} from './queries.ts';

/** The office's settings for check-ins by telephone, and the calls received. */

const LINE = 'telephony.line';
const HOOK = '/homecare/api/hooks/twilio/voice';

const readLine = async (db: Db) => {
  const stored = await readSetting(db, LINE);
  return { line: z.string().parse(stored?.value ?? ''), rev: stored?.rev ?? 0 };
};

export const getTelephony: UseCase<typeof calls.getTelephony> = async (scope) => {
  const { db, publicUrl } = scope.site;
  const [line, caregivers, devices] = await Promise.all([
    readLine(db),
    listCaregivers(db, scope.today().toString(), MOST_WRONG),
    listDevices(db),
  ]);
  const isConnected = scope.settings.textMessages !== undefined;
  return done({ ...line, hook: `${publicUrl}${HOOK}`, isConnected, caregivers, devices });
};

export const saveLine: UseCase<typeof calls.saveLine> = async (scope, { line: typed, rev }) => {
  const line = formatPhone(typed);
  if (line !== '' && !isPhone(line))
    return refuseFields([{ field: 'line', message: 'Enter a phone number with area code.' }]);
  return mutate(scope, 'telephony.saveLine', async (tx, record) => {
    await lockSetting(tx, LINE);
    const before = await readLine(tx);
    if (before.rev !== rev) return refuseStale(scope, undefined);
    record({ entity: 'telephonyLine', id: null, action: 'update', changes: { line: [before.line, line] } });
    return done({ rev: await writeSetting(tx, LINE, line) });
  });
};

/** Faults in a list of PINs name the caregiver by position. */
const faultsOf = (pins: readonly { readonly number: string; readonly pin: string }[]): FieldError[] => {
  const numbers = pins.map(({ number }) => number);
  return pins.flatMap(({ number, pin }, n) =>
    [
      ...checkNumber(number),
      ...checkPin(pin),
      ...(numbers.indexOf(number) < n ? [{ field: 'number', message: TAKEN }] : []),
    ].map((fault) => (pins.length === 1 ? fault : { ...fault, field: `pins.${n}.${fault.field}` })),
  );
};

const TAKEN = 'Another caregiver has this number.';

export const savePins: UseCase<typeof calls.savePins> = async (scope, { pins }) => {
  const wrong = refuseAll(faultsOf(pins));
  if (wrong) return wrong;
  // Hashing takes time, so it happens before anything is locked.
  const hashed: { readonly providerId: number; readonly number: string; readonly hash: string }[] = [];
  for (const { providerId, number, pin } of pins)
    hashed.push({ providerId, number, hash: await hashPassword(pin) });
  const ids = pins.map(({ providerId }) => providerId);
  return mutate(scope, 'telephony.savePins', async (tx, record) => {
    const known = await lockCaregivers(tx, ids, scope.today().toString());
    if (ids.some((id) => !known.has(id))) return refuse('notFound');
    const taken = await listTakenNumbers(tx, hashed);
    const field = pins.findIndex(({ number }) => taken.has(number));
    if (field >= 0)
      return refuseFields([{ field: pins.length === 1 ? 'number' : `pins.${field}.number`, message: TAKEN }]);
    await clearNumbers(tx, ids);
    for (const pin of hashed) {
      await storePin(tx, pin, scope.stamp());
      const changes = { number: [null, pin.number] as const, PIN: [null, 'set'] as const };
      record({ entity: 'telephonyPin', id: pin.providerId, action: 'update', changes });
    }
    return done(null);
  });
};

export const removePin: UseCase<typeof calls.removePin> = (scope, { providerId }) =>
  mutate(scope, 'telephony.removePin', async (tx, record) => {
    const removed = await deletePin(tx, providerId);
    if (!removed) return refuse('notFound');
    const changes = { number: [removed.number, null] as const };
    record({ entity: 'telephonyPin', id: providerId, action: 'delete', changes });
    return done(null);
  });

export const addDevice: UseCase<typeof calls.addDevice> = async (scope, { clientId, secret }) => {
  if (!isSecret(secret))
    return refuseFields([{ field: 'secret', message: 'Enter 26 to 64 letters A to Z and digits 2 to 7.' }]);
  return mutate(scope, 'telephony.addDevice', async (tx, record) => {
    if (!(await isClient(tx, clientId))) return refuse('notFound');
    const row = await insertDevice(tx, clientId, scope.site.secrets.encrypt(secret), scope.stamp());
    if (!row) throw new Error('a device was not stored');
    const changes = { client: [null, clientId] as const };
    record({ entity: 'codeDevice', id: row.id, action: 'insert', changes });
    return done(null, { insertId: row.id });
  });
};

export const removeDevice: UseCase<typeof calls.removeDevice> = (scope, { id }) =>
  mutate(scope, 'telephony.removeDevice', async (tx, record) => {
    const removed = await dropDevice(tx, id, scope.stamp().at);
    if (!removed) return refuse('notFound');
    record({ entity: 'codeDevice', id, action: 'delete', changes: { client: [removed.clientId, null] } });
    return done(null);
  });

const MOST_DAYS = `At most ${calls.CALL_DAYS} days.`;

export const listCalls: UseCase<typeof calls.listCalls> = async (scope, { from, through }) => {
  const days = Temporal.PlainDate.from(from).until(through, { largestUnit: 'days' }).days;
  if (days < 0 || days >= calls.CALL_DAYS) return refuseFields([{ field: 'through', message: MOST_DAYS }]);
  const rows = await listCallRows(scope, { from, through, atMost: calls.CALLS_AT_ONCE + 1 });
  return done({ calls: rows.slice(0, calls.CALLS_AT_ONCE), more: rows.length > calls.CALLS_AT_ONCE });
};

export const markCallSeen: UseCase<typeof calls.markCallSeen> = async (scope, { id }) => {
  const marked = await mutate(scope, 'telephony.markCallSeen', async (tx, record) => {
    const seen = await storeSeen(tx, id, scope.stamp());
    if (!seen) return refuse('notFound');
    record({ entity: 'phoneCall', id, action: 'update', changes: { seen: [false, true] } });
    return done(null);
  });
  return marked.ok || !(await isCall(scope.site.db, id)) ? marked : done(null);
};

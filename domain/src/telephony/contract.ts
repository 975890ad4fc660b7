import { z } from 'zod';
import { fileOutput, getCall, open, postCall } from '../call.ts';
import { dateText, MAX_ID } from '../wire.ts';
import { CodeDevice, TelephonyCall, TelephonyCaregiver } from './schema.ts';

/** The telephone provider may add fields at any time, so any are accepted, and all of them are signed. */
const signed = {
  roles: open('the provider signs what it sends (X-Twilio-Signature)'),
  effect: 'write',
  proof: 'signature',
  input: z.record(z.string(), z.string()),
} as const;

/** Takes a new call and returns what the caller hears first. */
export const takeCall = postCall(['hooks/twilio/voice'], {
  name: 'telephonyHooks.takeCall',
  ...signed,
  output: fileOutput,
});

/** Takes the caller's answer to a question, which is identified by the URL. Repeating an answer returns the same. */
export const takeStep = postCall(['hooks/twilio/voice/step'], {
  name: 'telephonyHooks.takeStep',
  ...signed,
  output: fileOutput,
});

/** A call ended, whoever hung up. */
export const takeEnd = postCall(['hooks/twilio/voice/ended'], {
  name: 'telephonyHooks.takeEnd',
  ...signed,
  output: z.null(),
});

const office = { roles: ['admin', 'user'], needs: ['premium'] } as const;
const id = z.int().min(1).max(MAX_ID);

/** Caregivers with their numbers, devices in homes, and the URL to which the provider should send calls. */
export const getTelephony = getCall(['telephony/get'], {
  name: 'telephony.get',
  ...office,
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({
    /** The number that caregivers call; '' until somebody enters it. */
    line: z.string(),
    rev: z.int(),
    /** The URL that must be set at the provider for calls to that number. */
    hook: z.string(),
    isConnected: z.boolean(),
    caregivers: z.array(TelephonyCaregiver),
    devices: z.array(CodeDevice),
  }),
});

export const saveLine = postCall(['telephony/save-line'], {
  name: 'telephony.saveLine',
  ...office,
  effect: 'write',
  input: z.strictObject({ line: z.string().max(30), rev: z.int().min(0).max(MAX_ID) }),
  output: z.strictObject({ rev: z.int() }),
});

export const PINS_AT_ONCE = 200;

/** Sets numbers and PINs of one or many caregivers, which also unlocks locked PINs. The sender has drawn them. */
export const savePins = postCall(['telephony/save-pins'], {
  name: 'telephony.savePins',
  ...office,
  effect: 'write',
  input: z.strictObject({
    pins: z
      .array(z.strictObject({ providerId: id, number: z.string().max(20), pin: z.string().max(20) }))
      .min(1)
      .max(PINS_AT_ONCE),
  }),
  output: z.null(),
});

export const removePin = postCall(['telephony/remove-pin'], {
  name: 'telephony.removePin',
  ...office,
  effect: 'write',
  input: z.strictObject({ providerId: id }),
  output: z.null(),
});

/** Adds a device in a client's home by its secret. */
export const addDevice = postCall(['telephony/add-device'], {
  name: 'telephony.addDevice',
  ...office,
  effect: 'write',
  input: z.strictObject({ clientId: id, secret: z.string().max(64) }),
  output: z.null(),
  creates: true,
});

export const removeDevice = postCall(['telephony/remove-device'], {
  name: 'telephony.removeDevice',
  ...office,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});

/** The most days of calls in one list, latest first. */
export const CALL_DAYS = 31;
export const CALLS_AT_ONCE = 1_000;

export const listCalls = getCall(['telephony/list-calls'], {
  name: 'telephony.listCalls',
  ...office,
  effect: 'poll',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: z.strictObject({ calls: z.array(TelephonyCall), more: z.boolean() }),
});

/** Marks a call as seen by the office. Repeating it changes nothing. */
export const markCallSeen = postCall(['telephony/mark-call-seen'], {
  name: 'telephony.markCallSeen',
  ...office,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});

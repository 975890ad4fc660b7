import { z } from 'zod';
import { commandCall, fileOutput, getCall, postCall } from '../call.ts';
import { followed, since } from '../followed.ts';
import {
  command,
  dateText,
  MAX_ID,
  rev,
  timeText,
  wireBool,
  wireDate,
  wireInt,
  wireText,
  wireTime,
} from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { BULK_ACTIONS } from './bulk.ts';
import { EXCEPTION_KINDS, FIXES } from './exceptions.ts';
import { NOTES_MAX } from './office.ts';
import { compareVisits } from './order.ts';
import { MEMO_MAX } from './rules.ts';
import { CLOSE_CODES, TIME_NAMES, VISIT_STATUSES, Visit } from './schema.ts';

const queryInt = (min: number, max: number) =>
  z.preprocess(
    (v) => (typeof v === 'string' && /^\d{1,9}$/.test(v) ? Number(v) : v),
    z.int().min(min).max(max),
  );
const year = queryInt(1900, 2200);
const month = queryInt(1, 12);
const day = queryInt(1, 31);

/** The visits of one day, or of several days in one month. A day that the month does not have is refused. */
export const getEvvList = getCall(['EVV/getEVVList.php', 'modules/EVV/getEVVList.php'], {
  name: 'visits.list',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'poll',
  input: z.strictObject({ year, month, startDay: day, endDay: day, since }),
  output: z.array(Visit),
  followed: followed<Visit>({ key: ({ id }) => id, compare: compareVisits }),
});

/** One provider's schedule for a day, including an overnight visit that began the day before. */
export const getEvvProvider = getCall(['EVV/getEVVProvider.php', 'modules/EVV/getEVVProvider.php'], {
  name: 'visits.schedule',
  roles: ['evv', 'admin', 'user'],
  effect: 'poll',
  input: z.strictObject({ providerId: queryInt(1, 2_147_483_647), year, month, day, since }),
  output: z.array(Visit),
  followed: followed<Visit>({ key: ({ id }) => id, compare: compareVisits }),
});

const stamp = z
  .preprocess(
    (v) => (v === '' ? null : v),
    z.iso
      .datetime({ offset: true })
      .refine((text) => text.startsWith('20'), 'Enter a time of this century.')
      .nullable(),
  )
  .optional();
const degrees = (limit: number) =>
  z
    .preprocess(
      (v) => (v === '' ? null : typeof v === 'string' && /^-?\d{1,3}(\.\d{1,20})?$/.test(v) ? Number(v) : v),
      z.number().min(-limit).max(limit).nullable(),
    )
    .optional();
const ignored = wireText(200).optional();

/**
 * Moves or corrects a visit and returns the result. Caregivers (role evv) check in (Status Active) and check out (Status
 * Complete) of their own visits. Admin and user (premium) can Set Active and Set Complete, or without Status edit the actual
 * times, the notes and the bill flag of IOBSE, and send the visit again with SunDataStatus Pending; both moves and edits
 * need a reason. Repeating a move changes nothing.
 */
export const updateVisit = commandCall('evv_update', {
  name: 'visits.update',
  roles: ['admin', 'user', 'evv'],
  effect: 'write',
  refusals: ['attemptRecorded'],
  fieldsByRole: {
    evv: [
      'Status',
      'AddressStartLatitude',
      'AddressStartLongitude',
      'AddressEndLatitude',
      'AddressEndLongitude',
      'StartLocationError',
      'EndLocationError',
      'DeviceTime',
      'Accuracy',
      'rev',
      'FactStartTime',
      'FactEndTime',
      'EditedTS',
      'EditedBy',
    ],
  },
  input: command(
    renamed(
      z.strictObject({
        Status: z.enum(VISIT_STATUSES).optional(),
        Notes: wireText(NOTES_MAX).optional(),
        /** One of the 16 change reasons; 14 and above need a memo. */
        changeCode: z
          .preprocess(
            (v) => (typeof v === 'string' && /^\d{1,2}$/.test(v) ? Number(v) : v),
            z.int().min(1).max(16),
          )
          .optional(),
        changeReason: wireText(2000).optional(),
        AddressStartLatitude: degrees(90),
        AddressStartLongitude: degrees(180),
        AddressEndLatitude: degrees(90),
        AddressEndLongitude: degrees(180),
        /** The client's own location check can only add an error, because the server measures too. */
        StartLocationError: wireBool.optional(),
        EndLocationError: wireBool.optional(),
        /** The moment of the tap by the phone's clock, corrected by its offset to the last X-Server-Time. */
        DeviceTime: stamp,
        /** GPS accuracy in metres. */
        Accuracy: z
          .preprocess(
            (v) =>
              v === '' ? null : typeof v === 'string' && /^\d{1,7}(\.\d{1,20})?$/.test(v) ? Number(v) : v,
            z.number().min(0).max(10_000_000).nullable(),
          )
          .optional(),
        rev,
        /** For an edit: UTC timestamps, and five flags of which only the third is read. Moves use the server's values. */
        FactStartTime: ignored,
        FactEndTime: ignored,
        IOBSE: ignored,
        /** 'Pending' sends a complete visit again. */
        SunDataStatus: z.preprocess((v) => (v === '' ? null : v), z.literal('Pending').nullable()).optional(),
        // The server sets these timestamps and flags itself, so the values sent are ignored.
        EditedTS: ignored,
        EditedBy: ignored,
        StartEdited: wireBool.optional(),
        EndEdited: wireBool.optional(),
      }),
      { ...TIME_NAMES, SunDataStatus: 'aggregatorStatus' },
    ),
  ),
  output: Visit,
});

/** Moves a Planned visit to another day or time, keeping its length. `id` distinguishes two visits of a plan on one day. */
export const rescheduleVisit = postCall(['EVV/resheduleVisit.php', 'modules/EVV/resheduleVisit.php'], {
  name: 'visits.reschedule',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'write',
  refusals: ['overLimit', 'justificationMissing'],
  input: z.strictObject({
    careId: wireInt(1, MAX_ID).pipe(z.int()),
    id: wireInt(1, MAX_ID).optional(),
    fromDate: dateText,
    startDate: dateText,
    startTime: timeText,
    /** The computed end; any other value is refused. */
    endDate: wireDate.optional(),
    endTime: wireTime.optional(),
    /** Taken from the session, whatever the request says. */
    initials: wireText(20).optional(),
    /** Why the client needs the visit at that time despite an exceeded limit. */
    justification: wireText(1_000).optional(),
    rev,
  }),
  output: Visit,
});

/**
 * Marks the review hints of a visit as seen by staff. Repeating it changes nothing. Refused if `rev` is out of date, because
 * the hints may have changed.
 */
export const markReviewed = postCall(['visits/mark-reviewed'], {
  name: 'visits.markReviewed',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'write',
  input: z.strictObject({ id: wireInt(1, MAX_ID).pipe(z.int()), rev }),
  output: Visit,
});

/**
 * Accepts times that the phone recorded: an arrival, the departure after it, or both, exactly as recorded. Repeating it
 * changes nothing.
 */
export const acceptAttempts = postCall(['visits/accept-attempts'], {
  name: 'visits.acceptAttempts',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'write',
  input: z.strictObject({
    id: wireInt(1, MAX_ID).pipe(z.int()),
    attempts: z.array(z.int().min(1).max(MAX_ID)).min(1).max(2),
    rev,
  }),
  output: Visit,
});

const idOrNobody = wireInt(1, MAX_ID).default(null);

/** A PDF of all visits of a client, of a provider, or of the two together (docs/rules/visits.md, rule 42). */
export const getCallReport = getCall(['EVV/getCallReport.php', 'modules/EVV/getCallReport.php'], {
  name: 'visits.callReport',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'read',
  input: z.strictObject({
    client: idOrNobody,
    provider: idOrNobody,
    from: z.string().max(20).default(''),
    to: z.string().max(20).default(''),
  }),
  output: fileOutput,
});

/** A visit that cannot be billed, with everything that is wrong with it. */
export const VisitWithExceptions = z.strictObject({
  visit: Visit,
  exceptions: z.array(
    z.strictObject({
      kind: z.enum(EXCEPTION_KINDS),
      detail: z.string().nullable(),
      fix: z.enum(FIXES),
    }),
  ),
});
export type VisitWithExceptions = z.output<typeof VisitWithExceptions>;

/** The most visits in one call of a bulk action. The screen splits larger actions and shows the progress. */
export const BULK_VISITS = 50;

const bulkAnswer = z.strictObject({
  /** The id for undoing the action; null if nothing changed. */
  bulk: z.int().nullable(),
  done: z.array(z.int()),
  /** Each refused visit by name, with a sentence why. */
  refused: z.array(z.strictObject({ id: z.int(), name: z.string(), reason: z.string() })),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

/** Applies one action to many visits in one transaction. Each visit is checked separately, and refused ones are listed. */
export const applyBulk = postCall(['visits/apply-bulk'], {
  name: 'visits.applyBulk',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'write',
  input: z.strictObject({
    action: z.enum(BULK_ACTIONS),
    ids: z.array(z.int().min(1).max(MAX_ID)).min(1).max(BULK_VISITS),
    /** For 'close'. */
    closeCode: z.enum(CLOSE_CODES).optional(),
    /** For 'reason'. */
    changeCode: z.int().min(1).max(16).optional(),
    memo: wireText(MEMO_MAX).optional(),
  }),
  output: bulkAnswer,
});

/** Undoes a bulk action of the same user for visits that have not been sent or changed since. */
export const undoBulk = postCall(['visits/undo-bulk'], {
  name: 'visits.undoBulk',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'write',
  input: z.strictObject({ bulk: z.int().min(1).max(MAX_ID) }),
  output: bulkAnswer,
});

/** What cannot be billed in a period of at most 31 days. `more` is set if some are not listed. */
export const listExceptions = postCall(['visits/list-exceptions'], {
  name: 'visits.listExceptions',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'read',
  input: z.strictObject({ from: dateText, to: dateText }),
  output: z.strictObject({ visits: z.array(VisitWithExceptions), more: z.boolean() }),
});

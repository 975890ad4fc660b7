import { z } from 'zod';
import { commandCall, getCall } from '../call.ts';
import { command, rev, wireBool, wireText } from '../wire.ts';
import { VISIT_STATUSES, Visit } from './schema.ts';

const queryInt = (min: number, max: number) =>
  z.preprocess(
    (v) => (typeof v === 'string' && /^\d{1,9}$/.test(v) ? Number(v) : v),
    z.int().min(min).max(max),
  );
const year = queryInt(1900, 2200);
const month = queryInt(1, 12);
const day = queryInt(1, 31);

/** Visits of one day or of days of one month; a day that the month does not have is refused. */
export const getEvvList = getCall(['EVV/getEVVList.php', 'modules/EVV/getEVVList.php'], {
  name: 'visits.list',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'poll',
  input: z.strictObject({ year, month, startDay: day, endDay: day }),
  output: z.array(Visit),
});

/** One provider's schedule of a day, with the overnight visit of the day before that reaches into it. */
export const getEvvProvider = getCall(['EVV/getEVVProvider.php', 'modules/EVV/getEVVProvider.php'], {
  name: 'visits.schedule',
  roles: ['evv', 'admin', 'user'],
  effect: 'poll',
  input: z.strictObject({ providerId: queryInt(1, 2_147_483_647), year, month, day }),
  output: z.array(Visit),
});

const stamp = z
  .preprocess(
    (v) => (v === '' ? null : v),
    z.iso
      .datetime({ offset: true })
      .refine((text) => text.startsWith('20'), 'This time is not of this century.')
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
 * Moves a visit and answers it as it stands then. Role evv: check-in (Status Active) and check-out (Status Complete) of own
 * visits. Admin and user (premium): Set Active and Set Complete, with a reason. The same move again changes nothing.
 */
export const updateVisit = commandCall('evv_update', {
  name: 'visits.update',
  roles: ['admin', 'user', 'evv'],
  effect: 'write',
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
    z.strictObject({
      Status: z.enum(VISIT_STATUSES),
      Notes: wireText(2000).optional(),
      /** One of the 16 reasons; 14 and above need a memo. */
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
      /** The client's own finding can only add an error: the server measures (T33). */
      StartLocationError: wireBool.optional(),
      EndLocationError: wireBool.optional(),
      /** Moment of the tap by the phone's clock, corrected by the offset to X-Server-Time last seen. */
      DeviceTime: stamp,
      /** Metres. */
      Accuracy: z
        .preprocess(
          (v) =>
            v === '' ? null : typeof v === 'string' && /^\d{1,7}(\.\d{1,20})?$/.test(v) ? Number(v) : v,
          z.number().min(0).max(10_000_000).nullable(),
        )
        .optional(),
      rev,
      // Times, stamps and flags are the server's: accepted and ignored (R6, T10).
      FactStartTime: ignored,
      FactEndTime: ignored,
      EditedTS: ignored,
      EditedBy: ignored,
      StartEdited: wireBool.optional(),
      EndEdited: wireBool.optional(),
      IOBSE: ignored,
    }),
  ),
  output: Visit,
});

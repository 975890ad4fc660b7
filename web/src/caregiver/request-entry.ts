import { fillOnPhone, uploadPhoto } from '@homecare/domain/agency-forms/contract.ts';
import { removeTimeOff, saveHours, saveTimeOff } from '@homecare/domain/availability/contract.ts';
import { reportIncident } from '@homecare/domain/incidents/contract.ts';
import { answerOffer } from '@homecare/domain/offers/contract.ts';
import { signOnPhone } from '@homecare/domain/signing/contract.ts';
import { cannotCome } from '@homecare/domain/staffing/contract.ts';
import { z } from 'zod';

/** What a caregiver enters besides checks: hours, time off that is asked for or taken back, that they cannot come, answers to offers, incidents, signatures, and forms with their photos. */
const Request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hours'), input: saveHours.input }),
  z.object({ kind: z.literal('timeOff'), input: saveTimeOff.input }),
  z.object({ kind: z.literal('withdraw'), input: removeTimeOff.input }),
  z.object({ kind: z.literal('cannotCome'), input: cannotCome.input }),
  z.object({ kind: z.literal('answer'), input: answerOffer.input }),
  // With the first name of the client, for a note beside no card.
  z.object({ kind: z.literal('incident'), input: reportIncident.input, label: z.string() }),
  z.object({ kind: z.literal('sign'), input: signOnPhone.input }),
  // The picture as text; it goes before the form that has the same mark, and stays until the server has taken that.
  z.object({
    ...{ kind: z.literal('formPhoto'), input: uploadPhoto.input, data: z.string(), mark: z.string() },
    isSent: z.boolean().default(false),
  }),
  z.object({
    ...{ kind: z.literal('form'), input: fillOnPhone.input, mark: z.string() },
    ...{ formId: z.int(), title: z.string(), label: z.string() },
    // About whom; what an earlier release kept does not say it.
    clientId: z.int().optional(),
  }),
]);
export type Request = z.output<typeof Request>;

export const RequestEntry = z.object({
  request: Request,
  /** One per request: sent again it is never a second one. */
  key: z.string(),
  /** The server's words when it said no; null while it was not asked. */
  refused: z.string().nullable(),
});
export type RequestEntry = z.output<typeof RequestEntry>;

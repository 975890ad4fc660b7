import { z } from 'zod';
import { dateText } from '../wire.ts';

/** Figures that are counted of visits, each with a list of what counts against it. */
export const WORK_KEYS = ['onTime', 'unedited', 'overtime'] as const;
export type WorkKey = (typeof WORK_KEYS)[number];

/** Weeks that are followed, with the present one. */
export const WEEKS = 12;

const count = z.int().min(0);
/** So many of so many. */
const Share = z.strictObject({ part: count, whole: count });
export type Share = z.infer<typeof Share>;

export const WeekFigures = z.strictObject({
  /** Its Sunday. */
  week: dateText,
  /** Visits that have or had somebody, of those planned. */
  fill: Share,
  /** Visits that did not begin late, of those whose start is past. */
  onTime: Share,
  /** Visits whose times nobody has changed, of the complete ones. */
  unedited: Share,
  /** Minutes of overtime, of those recorded. */
  overtime: Share,
  /** Mean days from a service to its claim, in tenths, of the claims of four weeks; null: there are none. Absent for who may not read claims. */
  toClaim: z.int().nullable().optional(),
  /** Claims that were denied whole, of those first decided on in four weeks. */
  denied: Share.optional(),
});
export type WeekFigures = z.infer<typeof WeekFigures>;

/** A visit that began late, or whose times were changed. */
const VisitCase = z.strictObject({
  id: count,
  date: dateText,
  planStart: z.string(),
  client: z.string(),
  caregiver: z.string(),
  clientId: count,
  caregiverId: count,
  planId: count,
  /** Between its planned start and the recorded one; null: nobody has begun it. */
  minutesLate: z.int().nullable(),
  editedBy: z.string().nullable(),
  changeCode: z.int().nullable(),
});
export type VisitCase = z.infer<typeof VisitCase>;

/** A caregiver with overtime; minutes. */
const OvertimeCase = z.strictObject({ caregiverId: count, caregiver: z.string(), part: count, whole: count });
export type OvertimeCase = z.infer<typeof OvertimeCase>;

export const WeekCases = z.strictObject({ visits: z.array(VisitCase), overtime: z.array(OvertimeCase) });
export type WeekCases = z.infer<typeof WeekCases>;

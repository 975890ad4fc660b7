import { z } from 'zod';
import { dateText } from '../wire.ts';

/** Figures counted from visits, each with a list of what counts against it. */
export const WORK_KEYS = ['onTime', 'unedited', 'overtime'] as const;
export type WorkKey = (typeof WORK_KEYS)[number];

/** Number of weeks shown, including the present one. */
export const WEEKS = 12;

const count = z.int().min(0);
/** `part` out of `whole`. */
const Share = z.strictObject({ part: count, whole: count });
export type Share = z.infer<typeof Share>;

export const WeekFigures = z.strictObject({
  /** The Sunday on which the week begins. */
  week: dateText,
  /** Visits that have or had a caregiver, out of all planned ones. */
  fill: Share,
  /** Visits that did not start late, out of those whose start is past. */
  onTime: Share,
  /** Visits whose times nobody changed, out of the complete ones. */
  unedited: Share,
  /** Minutes of overtime, out of all recorded minutes. */
  overtime: Share,
  /**
   * Mean time from service to claim over four weeks of claims, in tenths of a day; null if there are none. Absent if the
   * caller may not read claims.
   */
  toClaim: z.int().nullable().optional(),
  /** Claims denied in full, out of those first decided within four weeks. Absent like `toClaim`. */
  denied: Share.optional(),
});
export type WeekFigures = z.infer<typeof WeekFigures>;

/** A visit that started late or whose times were changed. */
const VisitCase = z.strictObject({
  id: count,
  date: dateText,
  planStart: z.string(),
  client: z.string(),
  caregiver: z.string(),
  clientId: count,
  caregiverId: count,
  planId: count,
  /** Minutes from planned to recorded start; null if the visit has not started. */
  minutesLate: z.int().nullable(),
  editedBy: z.string().nullable(),
  changeCode: z.int().nullable(),
});
export type VisitCase = z.infer<typeof VisitCase>;

/** A caregiver with overtime, in minutes. */
const OvertimeCase = z.strictObject({ caregiverId: count, caregiver: z.string(), part: count, whole: count });
export type OvertimeCase = z.infer<typeof OvertimeCase>;

export const WeekCases = z.strictObject({ visits: z.array(VisitCase), overtime: z.array(OvertimeCase) });
export type WeekCases = z.infer<typeof WeekCases>;

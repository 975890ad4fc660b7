import { instantOf } from '@homecare/domain/calendar.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { isClock, isIsoDate, NO_DATE, NO_TIME } from '../../ui/inputs.tsx';

/** A moment as it is typed: a day and a time on the clock of the agency. */
export interface TypedMoment {
  readonly day: string;
  readonly clock: string;
}

export const typedMoment = (stamp: string | Temporal.Instant, zone: string): TypedMoment => {
  const local = Temporal.Instant.from(stamp).toZonedDateTimeISO(zone);
  return { day: local.toPlainDate().toString(), clock: local.toPlainTime().toString().slice(0, 5) };
};

export const stampOf = ({ day, clock }: TypedMoment, zone: string): string =>
  instantOf(day, clock, zone).toString();

/** What is wrong with a day and a time that are both needed, at the names of their fields. */
export const momentFaults = (
  { day, clock }: TypedMoment,
  fields: { readonly day: string; readonly clock: string },
): FieldError[] => [
  ...(isIsoDate(day) ? [] : [{ field: fields.day, message: NO_DATE }]),
  ...(isClock(clock) ? [] : [{ field: fields.clock, message: NO_TIME }]),
];

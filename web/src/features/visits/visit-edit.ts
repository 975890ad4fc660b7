import { instantOf } from '@homecare/domain/calendar.ts';
import { type Correction, correct, endDayOf, isChanged } from '@homecare/domain/visits/office.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { isClock, isIsoDate } from '../../ui/inputs.tsx';
import type { VisitFields } from './office-api.ts';
import type { reasonFields } from './ReasonFields.tsx';

/** What is in the edit dialog: local dates and times, '' where there is none. */
export interface VisitForm {
  readonly startDate: string;
  readonly startTime: string;
  readonly endDate: string;
  readonly endTime: string;
  readonly notes: string;
  readonly billVisit: boolean;
}

const localOf = (stamp: string | null, day: string, zone: string) => {
  if (stamp === null) return { date: day, time: '' };
  const local = Temporal.Instant.from(stamp).toZonedDateTimeISO(zone);
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString().slice(0, 5) };
};

export const formOf = (visit: Visit, zone: string): VisitForm => {
  const start = localOf(visit.startedAt, visit.Date, zone);
  const end = localOf(visit.endedAt, endDayOf(visit), zone);
  return {
    startDate: start.date,
    startTime: start.time,
    endDate: end.date,
    endTime: end.time,
    notes: visit.Notes ?? '',
    billVisit: visit.IOBSE === null || visit.IOBSE[2] === '1',
  };
};

/** Undefined while what is typed is no date or time yet: its own field says so. */
const stampOf = (date: string, time: string, zone: string) => {
  if (time === '') return null;
  return isIsoDate(date) && isClock(time) ? instantOf(date, time, zone).toString() : undefined;
};

/** A time or date that is none yet. */
export const isUnfinished = ({ startDate, startTime, endDate, endTime }: VisitForm) =>
  [startTime, endTime].some((time) => time !== '' && !isClock(time)) ||
  ![startDate, endDate].every(isIsoDate);

/** What was changed; a time that was not changed keeps its seconds. */
export const correctionOf = (form: VisitForm, before: VisitForm, zone: string): Correction => {
  const isStart = form.startDate !== before.startDate || form.startTime !== before.startTime;
  const isEnd = form.endDate !== before.endDate || form.endTime !== before.endTime;
  return {
    ...(isStart && { startedAt: stampOf(form.startDate, form.startTime, zone) }),
    ...(isEnd && { endedAt: stampOf(form.endDate, form.endTime, zone) }),
    ...(form.notes !== before.notes && { Notes: form.notes.trim() || null }),
    ...(form.billVisit !== before.billVisit && { billVisit: form.billVisit }),
  };
};

/** What a correction makes of a visit, and whether it goes to the aggregator again. */
export const evaluateEdit = (
  form: VisitForm,
  visit: Visit,
  { zone, sends, again }: { readonly zone: string; readonly sends: boolean; readonly again: boolean },
) => {
  const wanted = correctionOf(form, formOf(visit, zone), zone);
  const after = correct(visit, wanted);
  const changed = isChanged(after);
  const isUnderWay = visit.aggregatorStatus === 'Pending';
  const mayResend = sends && after.Status === 'Complete' && !isUnderWay;
  const resend = mayResend && again && (changed || visit.aggregatorStatus !== 'Success');
  return { visit, wanted, after, changed, isUnderWay, mayResend, resend };
};

/** What is sent of it, with the reason that a change asks for. */
export const editFields = (
  { wanted, resend }: Pick<ReturnType<typeof evaluateEdit>, 'wanted' | 'resend'>,
  reason: ReturnType<typeof reasonFields> | undefined,
): VisitFields => {
  const { billVisit, ...times } = wanted;
  return {
    ...times,
    ...(billVisit === undefined ? {} : { IOBSE: `11${Number(billVisit)}00` }),
    ...reason,
    ...(resend && { aggregatorStatus: 'Pending' as const }),
  };
};

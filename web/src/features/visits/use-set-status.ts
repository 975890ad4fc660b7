import { showMinutes } from '@homecare/domain/visits/findings.ts';
import { type Correction, endDayOf } from '@homecare/domain/visits/office.ts';
import { elapsedMinutes, nextMove, plannedInstants, plannedMinutes } from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import {
  choicesOf,
  endsOf,
  faultOfTime,
  lengthOf,
  presetOf,
  type VisitEnd,
} from '@homecare/domain/visits/status-times.ts';
import { isBehind } from '../../platform/answer.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { useNow } from '../../platform/use-now.ts';
import { refreshVisits, SAVE_VISIT, showOfficeVisit, visitInput } from './office-api.ts';
import { nothingPicked, type Picked, pickedStamp } from './picked-time.ts';
import { checkReason, FIRST_REASON, placeOfReason, type Reason, reasonFields } from './ReasonFields.tsx';
import type { VisitDialogProps } from './visit-dialog.ts';

type PickedTimes = Readonly<Record<VisitEnd, Picked>>;
type StatusForm = PickedTimes & Reason & { readonly notes: string };

const FIELDS = { start: 'startedAt', end: 'endedAt' } as const;
const PLACES: Readonly<Record<string, VisitEnd>> = { startedAt: 'start', endedAt: 'end' };

/** The times of a move as they are picked: the present one is chosen beforehand only while it is near the plan. */
const timesOf = (visit: Visit, now: Temporal.Instant, zone: string) => {
  const move = nextMove(visit, 'user');
  const ends = move ? endsOf(move, visit, now, zone) : [];
  const isNear = (end: VisitEnd) => presetOf(end, visit, now, zone) !== undefined;
  const first = (date: string): Picked => ({
    ...nothingPicked(date),
    key: ends.length === 1 && ends.some(isNear) ? 'now' : '',
  });
  const stampOf = (end: VisitEnd, picked: PickedTimes) =>
    ends.includes(end)
      ? pickedStamp(picked[end], choicesOf(end, visit, visit.Attempts, {}, now, zone), zone)
      : undefined;
  const wanted = (picked: PickedTimes): Correction => ({
    startedAt: stampOf('start', picked),
    endedAt: stampOf('end', picked),
  });
  const faultOf = (end: VisitEnd, picked: PickedTimes) => {
    const times = wanted(picked);
    return times[FIELDS[end]] === undefined
      ? `Choose the actual ${end}.`
      : faultOfTime(end, visit, times, now, zone);
  };
  return {
    ends,
    first: { start: first(visit.Date), end: first(endDayOf(visit)) },
    choices: (end: VisitEnd, picked: PickedTimes) => {
      const known = end === 'end' ? { startedAt: wanted(picked).startedAt } : {};
      return choicesOf(end, visit, visit.Attempts, known, now, zone);
    },
    check: (picked: PickedTimes) =>
      ends.flatMap((end) => {
        const message = faultOf(end, picked);
        return message === undefined ? [] : [{ field: end, message }];
      }),
    /** What a time makes of the visit, in words. */
    resultOf: (end: VisitEnd, picked: PickedTimes) => (at: string) => {
      if (end === 'start') {
        const minutes = elapsedMinutes(plannedInstants(visit, zone).start, Temporal.Instant.from(at));
        return minutes === 0
          ? undefined
          : `${showMinutes(Math.abs(minutes))} ${minutes < 0 ? 'before' : 'after'} the planned start`;
      }
      const minutes = lengthOf(visit, { ...wanted(picked), endedAt: at });
      return minutes === undefined
        ? undefined
        : `${showMinutes(minutes)}, planned ${showMinutes(plannedMinutes(visit, zone))}`;
    },
    /** Near the plan the present time is the server's own. */
    sent: (picked: PickedTimes): Correction => {
      const times = wanted(picked);
      const typed = ends.filter((end) => ends.length === 2 || picked[end].key !== 'now' || !isNear(end));
      return Object.fromEntries(typed.map((end) => [FIELDS[end], times[FIELDS[end]]]));
    },
  };
};

/** Set Active and Set Complete as they are typed. */
export const useSetStatus = ({ visit, zone, onClose }: VisitDialogProps) => {
  const to = visit.Status === 'Planned' ? 'Active' : 'Complete';
  const times = timesOf(visit, useNow(5), zone);
  const stored = visit.Notes ?? '';
  const values: StatusForm = { ...times.first, ...FIRST_REASON, notes: stored };
  const save = useSave({
    ...SAVE_VISIT,
    values,
    rev: visit.rev,
    live: true,
    check: (form: StatusForm) => [...times.check(form), ...checkReason(form)],
    placeOf: (fault) => ({
      ...placeOfReason(fault),
      ...(PLACES[fault.field] && { field: PLACES[fault.field] }),
    }),
    input: (form: StatusForm, rev) => {
      const notes = form.notes.trim();
      return visitInput(
        { id: visit.id, rev },
        {
          Status: to,
          ...times.sent(form),
          ...reasonFields(form),
          ...(notes !== stored && { Notes: notes || null }),
        },
      );
    },
    onRefused: (refusal) => {
      if (isBehind(refusal)) void refreshVisits();
      return undefined;
    },
    onSaved: ({ data }) => {
      void showOfficeVisit(data);
      toast.success(`Success: Record set to ${data.Status}`);
      onClose();
    },
  });
  return { to, times, save };
};

import { checkTimes } from '@homecare/domain/visits/office.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { useRef, useState } from 'react';
import { isBehind } from '../../platform/answer.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { readVisitAgain, refreshVisits, SAVE_VISIT, showOfficeVisit, visitInput } from './office-api.ts';
import { type Reason, reasonFields } from './ReasonFields.tsx';
import type { VisitDialogProps } from './visit-dialog.ts';
import { editFields, evaluateEdit, formOf, isUnfinished, type VisitForm } from './visit-edit.ts';

const EDITED = 'Success: Record edited';

const PLACES: Readonly<Record<string, string>> = { startedAt: 'startTime', endedAt: 'endTime' };

/** The visit by the revisions in which it was read: what is typed is compared with the one that it was typed over. */
const useRevisions = (opened: Visit, zone: string) => {
  const known = useRef(new Map([[opened.rev, opened]]));
  return {
    visitOf: (rev: number): Visit => known.current.get(rev) ?? opened,
    readAgain: async () => {
      const fresh = await readVisitAgain(opened);
      if (!fresh) return undefined;
      known.current.set(fresh.rev, fresh);
      return { value: formOf(fresh, zone), rev: fresh.rev };
    },
  };
};

/** The reason of a change is asked for before it is sent. */
const useReason = () => {
  const given = useRef<Reason | undefined>(undefined);
  const [isAsking, setAsking] = useState(false);
  return {
    given,
    isAsking,
    ask: () => setAsking(true),
    stop: () => {
      setAsking(false);
      given.current = undefined;
    },
  };
};

/** The correction of a visit as it is typed, over the visit as it was read last. */
export const useEditVisit = ({ visit: opened, zone, onClose }: VisitDialogProps) => {
  const { visitOf, readAgain } = useRevisions(opened, zone);
  const reason = useReason();
  // What was sent goes out again with its correction, and what was refused needs nothing but that.
  const [again, setAgain] = useState(
    opened.aggregatorStatus === 'Success' || opened.aggregatorStatus === 'Failed',
  );
  const sends = useCapabilities()?.sandataEnabled ?? false;

  const evaluate = (form: VisitForm, rev: number) => evaluateEdit(form, visitOf(rev), { zone, sends, again });

  const save = useSave({
    ...SAVE_VISIT,
    values: formOf(opened, zone),
    rev: opened.rev,
    input: (form: VisitForm, rev) =>
      visitInput(
        visitOf(rev),
        editFields(evaluate(form, rev), reason.given.current && reasonFields(reason.given.current)),
      ),
    check: (form) => {
      const { visit, after } = evaluate(form, save.base.rev);
      return checkTimes(visit, after, serverNow(), zone);
    },
    placeOf: (fault) => ({ ...fault, field: PLACES[fault.field] ?? fault.field }),
    asks: (form) => {
      // What is no time or date yet says so at its own field.
      if (isUnfinished(form)) return true;
      const { changed, resend } = evaluate(form, save.base.rev);
      if (changed && !reason.given.current) reason.ask();
      else if (!changed && !resend) onClose();
      else return false;
      return true;
    },
    readAgain,
    onRefused: (refusal) => {
      reason.stop();
      if (isBehind(refusal)) void refreshVisits();
      return undefined;
    },
    onSaved: ({ data }) => {
      void showOfficeVisit(data);
      toast.success(EDITED);
      onClose();
    },
  });

  return {
    save,
    ...evaluate(save.values, save.base.rev),
    again,
    setAgain,
    isAsking: reason.isAsking,
    stopAsking: reason.stop,
    give: (given: Reason) => {
      reason.given.current = given;
      save.submit();
    },
  };
};

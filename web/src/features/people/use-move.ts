import { getCarePlans } from '@homecare/domain/care-plans/contract.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { type Question, questionsIn } from '@homecare/domain/people/questions.ts';
import type { PersonRow, PersonWrite } from '@homecare/domain/people/schema.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { useState } from 'react';
import { markStale } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { readNote, updatePerson } from './api.ts';

/** Archive and Set Active: care plans and visits change with the person. */
const movePerson = async (id: number, data: PersonWrite) => {
  const sent = await updatePerson(id, data);
  if (sent.ok) void markStale(getCarePlans, getEvvList);
  return sent;
};

/** One archive or Set Active being sent: what the server refused or asks, and whether it is on its way. */
export const useMove = (person: PersonRow, onDone: () => void) => {
  const [rev, setRev] = useState(person.rev);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ readonly data: PersonWrite; readonly open: readonly Question[] }>();
  const [refusal, setRefusal] = useState<{ readonly info: string; readonly errors: readonly FieldError[] }>();

  const send = async (data: PersonWrite, confirmed: readonly string[] = []) => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    const sent = await movePerson(person.ID, { ...data, confirmed: [...confirmed], rev });
    if (sent.ok) {
      for (const message of sent.data.messages) toast.success(message);
      onDone();
      return;
    }
    if (sent.reason === 'unanswered') {
      setAsked({ data: { ...data, confirmed: [...confirmed] }, open: questionsIn(sent.errors) });
      setBusy(false);
      return;
    }
    // Somebody changed the record meanwhile: the user reads who, and may go on.
    const fresh = sent.reason === 'stale' ? await readNote(person.ID) : undefined;
    if (fresh?.ok) setRev(fresh.data.rev);
    setRefusal({ info: sent.info, errors: sent.errors });
    setBusy(false);
  };

  const keep = () => {
    if (!asked) return;
    setAsked(undefined);
    return send(asked.data, [...(asked.data.confirmed ?? []), ...asked.open.map(({ message }) => message)]);
  };

  return {
    send: (data: PersonWrite) => send(data),
    busy,
    refusal,
    questions: asked?.open,
    keep,
    cancelQuestions: () => setAsked(undefined),
  };
};

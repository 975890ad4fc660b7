import { getCarePlans } from '@homecare/domain/care-plans/contract.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { type Question, questionsIn } from '@homecare/domain/people/questions.ts';
import type { PersonRow, PersonWrite } from '@homecare/domain/people/schema.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { useState } from 'react';
import { differences } from '../../platform/form/values.ts';
import { markStale } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { readRowAgain, updatePerson } from './api.ts';

/** Archive and Set Active: care plans and visits change with the person. */
const movePerson = async (id: number, data: PersonWrite) => {
  const sent = await updatePerson(id, data);
  if (sent.ok) void markStale(getCarePlans, getEvvList);
  return sent;
};

interface StaleMove {
  /** Who and when, in the server's words. */
  readonly info: string;
  readonly fresh: PersonRow;
  readonly theirs: readonly string[];
  readonly both: readonly string[];
}

/** One archive or Set Active being sent: what the server refused or asks, and whether it is on its way. */
export const useMove = (person: PersonRow, onDone: () => void) => {
  /** What the user has seen of the person. */
  const [seen, setSeen] = useState(person);
  const [stale, setStale] = useState<StaleMove>();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ readonly data: PersonWrite; readonly open: readonly Question[] }>();
  const [refusal, setRefusal] = useState<{ readonly info: string; readonly errors: readonly FieldError[] }>();

  const send = async (data: PersonWrite, confirmed: readonly string[] = []) => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    setStale(undefined);
    const sent = await movePerson(person.ID, { ...data, confirmed: [...confirmed], rev: seen.rev });
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
    const fresh = sent.reason === 'stale' ? await readRowAgain(person.ID) : undefined;
    if (fresh && fresh.rev !== seen.rev)
      setStale({ info: sent.info, fresh, theirs: differences(fresh, seen), both: [] });
    else setRefusal({ info: sent.info, errors: sent.errors });
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
    /** Somebody else saved the person: shown, and nothing is sent over it before the user goes on. */
    stale,
    keepMine: () => {
      if (stale) setSeen(stale.fresh);
      setStale(undefined);
    },
    takeTheirs: onDone,
    questions: asked?.open,
    keep,
    cancelQuestions: () => setAsked(undefined),
  };
};

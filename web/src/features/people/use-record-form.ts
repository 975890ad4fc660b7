import { providerOf } from '@homecare/domain/candidates/rules.ts';
import type { Candidate } from '@homecare/domain/candidates/schema.ts';
import { askAboutChange } from '@homecare/domain/people/change.ts';
import { type Earlier, earlierOf } from '@homecare/domain/people/history.ts';
import { askAboutPerson } from '@homecare/domain/people/questions.ts';
import type { Person } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { useCallback, useRef, useState } from 'react';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { candidatesChanged } from '../candidates/api.ts';
import { INSERT_PERSON, readPersonAgain, UPDATE_PERSON } from './api.ts';
import {
  checkForm,
  type FormContext,
  formOf,
  type PersonForm,
  placeError,
  recordOf,
  writeOf,
} from './person-form.ts';
import { useQuestions } from './use-questions.tsx';

/** State and steps of one record being edited: check, ask for the change date, save, settle conflicts. */
export const useRecordForm = (
  stored: Person | undefined,
  context: FormContext,
  onSaved: () => void,
  candidate?: Candidate,
) => {
  const { kind, mode } = context;
  const [base, setBase] = useState(stored);
  const fresh = useRef(stored);
  const questions = useQuestions();
  /** What the save replaces, while the day is asked from which the new holds. */
  const [earlier, setEarlier] = useState<readonly Earlier[]>();
  const changeDate = useRef<string>(undefined);

  const changesOf = (values: PersonForm) => writeOf(values, base && formOf(base), context);
  const asks = (values: PersonForm): boolean => {
    const record = recordOf(values, kind);
    const open = base
      ? askAboutChange(recordOf(formOf(base), kind), record, kind, context.today)
      : askAboutPerson(record, kind, context.today);
    if (changeDate.current === undefined && questions.askFirst(open)) return true;
    // A slip that is mended never held on any day.
    const replaced = base && !context.correcting ? earlierOf(base, record) : [];
    if (changeDate.current === undefined && replaced.length > 0) {
      setEarlier(replaced);
      return true;
    }
    if (!base || Object.keys(changesOf(values)).length > 0) return false;
    onSaved();
    return true;
  };
  const save = useSave({
    ...(stored ? UPDATE_PERSON : INSERT_PERSON),
    values: formOf(stored ?? (candidate ? providerOf(candidate) : {})),
    rev: stored?.rev,
    live: true,
    check: (values: PersonForm) => checkForm(values, context),
    asks,
    input: (values: PersonForm, rev: number) => {
      const data = { ...changesOf(values), confirmed: questions.confirmed() };
      if (!base) return { data: { ...data, ...(candidate && { candidateId: candidate.id }) } };
      const since = changeDate.current && { changeDate: changeDate.current };
      return { id: base.ID, data: { ...data, ...since, rev } };
    },
    placeOf: placeError,
    readAgain: async () => {
      if (!base) return undefined;
      fresh.current = await readPersonAgain(base.ID);
      return fresh.current && { value: formOf(fresh.current), rev: fresh.current.rev };
    },
    onTaken: () => setBase(fresh.current),
    onRefused: (sent) => {
      const asked = questions.ask(sent);
      if (!asked) changeDate.current = undefined;
      return asked;
    },
    onSaved: ({ data }, values) => {
      if (candidate) candidatesChanged();
      for (const message of data.messages) toast.success(message);
      if (data.messages.length === 0)
        toast.success(`${personName(values)} ${mode === 'insert' ? 'created' : 'saved'}`);
      onSaved();
    },
  });

  // What is needed may differ now: sentences that are shown follow.
  const submitted = useRef(false);
  const { trigger } = save.form;
  const followOpener = useCallback(() => {
    if (submitted.current) void trigger();
  }, [trigger]);

  return {
    save,
    base,
    /** After a change of something else of the same record. */
    setBase: (next: Person) => {
      setBase(next);
      save.raise(next.rev);
    },
    earlier,
    saveFrom: (date: string) => {
      changeDate.current = date;
      setEarlier(undefined);
      save.submit();
    },
    cancelEarlier: () => setEarlier(undefined),
    questions: questions.dialogFor(save.submit),
    submit: () => {
      submitted.current = true;
      changeDate.current = undefined;
      save.submit();
    },
    followOpener,
  };
};

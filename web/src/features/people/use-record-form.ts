import { providerOf } from '@homecare/domain/candidates/rules.ts';
import type { Candidate } from '@homecare/domain/candidates/schema.ts';
import { askAboutChange } from '@homecare/domain/people/change.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { type Earlier, earlierOf } from '@homecare/domain/people/history.ts';
import { askAboutPerson } from '@homecare/domain/people/questions.ts';
import type { Person } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { useCallback, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
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

/** What must be answered before a save: what is unlikely, and since when a new name or address counts. */
const useAsking = (base: Person | undefined, context: FormContext, onUnchanged: () => void) => {
  const { kind } = context;
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
    // A slip that is fixed never held on any day.
    const replaced = base && !context.correcting ? earlierOf(base, record) : [];
    if (changeDate.current === undefined && replaced.length > 0) {
      setEarlier(replaced);
      return true;
    }
    if (!base || Object.keys(changesOf(values)).length > 0) return false;
    onUnchanged();
    return true;
  };
  const onRefused: typeof questions.ask = (sent) => {
    const asked = questions.ask(sent);
    if (!asked) changeDate.current = undefined;
    return asked;
  };
  return { questions, earlier, setEarlier, changeDate, changesOf, asks, onRefused };
};

/** After the first try to save, what is wrong is found again whenever something opens or closes fields. */
const useFollowOpener = (
  { trigger }: Pick<UseFormReturn<PersonForm>, 'trigger'>,
  save: () => Promise<boolean>,
) => {
  const submitted = useRef(false);
  const followOpener = useCallback(() => {
    if (submitted.current) void trigger();
  }, [trigger]);
  const submit = () => {
    submitted.current = true;
    return save();
  };
  return { submit, followOpener };
};

const draftName = (stored: Person | undefined, kind: PersonKind, candidate: Candidate | undefined) =>
  stored ? `person ${stored.ID}` : candidate ? `candidate ${candidate.id}` : `new ${kind}`;

interface RecordFormOptions {
  /** Who is hired with it. */
  readonly candidate: Candidate | undefined;
  /** It can be typed in: what is typed is kept until it is saved. */
  readonly isDraftKept: boolean;
  readonly onSaved: () => void;
}

/** State and steps of one record being edited: check, ask for the change date, save, settle conflicts. */
export const useRecordForm = (
  stored: Person | undefined,
  context: FormContext,
  { candidate, isDraftKept, onSaved }: RecordFormOptions,
) => {
  const [base, setBase] = useState(stored);
  const fresh = useRef(stored);
  const { questions, changeDate, changesOf, ...asking } = useAsking(base, context, onSaved);
  const save = useSave({
    ...(stored ? UPDATE_PERSON : INSERT_PERSON),
    values: formOf(stored ?? (candidate ? providerOf(candidate) : {})),
    rev: stored?.rev,
    draft: isDraftKept ? draftName(stored, context.kind, candidate) : undefined,
    live: true,
    check: (values: PersonForm) => checkForm(values, context),
    asks: asking.asks,
    input: (values: PersonForm, rev: number) => {
      const data = { ...changesOf(values), confirmed: questions.confirmed() };
      if (!base) return { data: { ...data, ...(candidate && { candidateId: candidate.id }) } };
      return { id: base.ID, data: { ...data, changeDate: changeDate.current, rev } };
    },
    placeOf: placeError,
    readAgain: async () => {
      if (!base) return undefined;
      fresh.current = await readPersonAgain(base.ID);
      return fresh.current && { value: formOf(fresh.current), rev: fresh.current.rev };
    },
    onTaken: () => setBase(fresh.current),
    onRefused: asking.onRefused,
    onSaved: ({ data }, values) => {
      if (candidate) candidatesChanged();
      const words = `${personName(values)} ${context.mode === 'insert' ? 'created' : 'saved'}`;
      for (const message of data.messages.length > 0 ? data.messages : [words]) toast.success(message);
      onSaved();
    },
  });

  const { submit, followOpener } = useFollowOpener(save.form, () => {
    changeDate.current = undefined;
    return save.saveNow();
  });
  return {
    save,
    base,
    /** After a change of something else of the same record. */
    setBase: (next: Person) => {
      setBase(next);
      save.raise(next.rev);
    },
    earlier: asking.earlier,
    saveFrom: (date: string) => {
      changeDate.current = date;
      asking.setEarlier(undefined);
      save.submit();
    },
    cancelEarlier: () => asking.setEarlier(undefined),
    questions: questions.dialogFor(save.submit),
    submit,
    unsaved: { pending: save.pending, saveNow: submit, giveUp: save.giveUp },
    followOpener,
  };
};

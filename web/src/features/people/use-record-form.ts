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

/** Questions before saving: unlikely values, and from when on a new name or address applies. */
const useAsking = (base: Person | undefined, context: FormContext, onUnchanged: () => void) => {
  const { kind } = context;
  const questions = useQuestions();
  /** The values that saving replaces, while the dialog asks from which day on the new ones apply. */
  const [earlier, setEarlier] = useState<readonly Earlier[]>();
  const changeDate = useRef<string>(undefined);

  const changesOf = (values: PersonForm) => writeOf(values, base && formOf(base), context);
  const asks = (values: PersonForm): boolean => {
    const record = recordOf(values, kind);
    const open = base
      ? askAboutChange(recordOf(formOf(base), kind), record, kind, context.today)
      : askAboutPerson(record, kind, context.today);
    if (changeDate.current === undefined && questions.askFirst(open)) return true;
    // A corrected slip was never valid on any day.
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

/** After the first attempt to save, checks the form again whenever fields open or close. */
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
  /** The candidate being hired. */
  readonly candidate: Candidate | undefined;
  /** The form is editable, so its input is kept until it is saved. */
  readonly isDraftKept: boolean;
  readonly onSaved: () => void;
}

/** State and steps of editing one record: check, ask for the date of a change, save, and resolve conflicts. */
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
    /** Something else in the same record was saved. */
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

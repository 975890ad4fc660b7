import { providerOf } from '@homecare/domain/candidates/rules.ts';
import type { Candidate } from '@homecare/domain/candidates/schema.ts';
import type { FieldError, Reason, Refusal } from '@homecare/domain/errors.ts';
import { askAboutChange } from '@homecare/domain/people/change.ts';
import { type Earlier, earlierOf } from '@homecare/domain/people/history.ts';
import { askAboutPerson, type Question, questionsIn, unanswered } from '@homecare/domain/people/questions.ts';
import type { Person } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { useCallback, useRef, useState } from 'react';
import { type FieldPath, type Resolver, useForm } from 'react-hook-form';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { focusField } from '../../ui/form.tsx';
import { candidatesChanged } from '../candidates/api.ts';
import { insertPerson, readPersonAgain, updatePerson } from './api.ts';
import { differences, nestErrors, problemsOf } from './form-problems.ts';
import {
  checkForm,
  FORM_FIELDS,
  type FormContext,
  formOf,
  type PersonForm,
  placeError,
  recordOf,
  writeOf,
} from './person-form.ts';

/** Somebody else saved the record while it was being edited. */
export interface Stale {
  /** Who and when, in the server's words. */
  readonly info: string;
  readonly fresh: Person;
}

const isFormPath = (field: string): field is FieldPath<PersonForm> =>
  FORM_FIELDS.some((name) => name === field.split('.')[0]);

/** State and steps of one record being edited: check, ask for the change date, save, settle conflicts. */
export const useRecordForm = (
  stored: Person | undefined,
  context: FormContext,
  onSaved: () => void,
  candidate?: Candidate,
) => {
  const { kind, mode } = context;
  const [base, setBase] = useState(stored);
  const [refusal, setRefusal] = useState<Refusal<Reason>>();
  const [stale, setStale] = useState<Stale>();
  const [asked, setAsked] = useState<{ readonly values: PersonForm; readonly earlier: readonly Earlier[] }>();
  const [questions, setQuestions] = useState<{
    readonly values: PersonForm;
    readonly changeDate: string | undefined;
    readonly open: readonly Question[];
  }>();
  /** Sentences that were answered with a yes; a question of another value is another sentence. */
  const confirmed = useRef<readonly string[]>([]);
  const [saving, setSaving] = useState(false);
  const attempt = useAttempt();

  const resolver: Resolver<PersonForm> = (values) => {
    const errors = checkForm(values, context);
    return errors.length > 0 ? { values: {}, errors: nestErrors(errors) } : { values, errors: {} };
  };
  const form = useForm<PersonForm>({
    defaultValues: formOf(stored ?? (candidate ? providerOf(candidate) : {})),
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  });

  const showErrors = (errors: readonly FieldError[]) => {
    for (const { field, message } of errors)
      if (isFormPath(field)) form.setError(field, { type: 'server', message });
  };

  const refuse = async (sent: Refusal<Reason>, id: number | undefined) => {
    const placed = sent.errors.filter(({ field }) => isFormPath(field)).map(placeError);
    showErrors(placed);
    if (placed[0]) focusField(placed[0].field);
    const fresh =
      sent.reason === 'stale' && id !== undefined
        ? await readPersonAgain(id).catch(() => undefined)
        : undefined;
    if (fresh && fresh.rev !== base?.rev) setStale({ info: sent.info, fresh });
    else if (placed.length < sent.errors.length || sent.errors.length === 0) setRefusal(sent);
  };

  const send = (values: PersonForm, changeDate: string | undefined) => {
    if (!base) {
      const data = {
        ...writeOf(values, undefined, context),
        confirmed: [...confirmed.current],
        ...(candidate && { candidateId: candidate.id }),
      };
      return attempt(data, (key) => insertPerson(data, key));
    }
    const data = writeOf(values, formOf(base), context);
    if (Object.keys(data).length === 0) return undefined;
    return updatePerson(base.ID, {
      ...data,
      ...(changeDate && { changeDate }),
      confirmed: [...confirmed.current],
      rev: base.rev,
    });
  };

  const save = async (values: PersonForm, changeDate?: string) => {
    setAsked(undefined);
    setRefusal(undefined);
    setStale(undefined);
    setSaving(true);
    const sent = await send(values, changeDate);
    setSaving(false);
    if (sent && !sent.ok) {
      if (sent.reason === 'unanswered') setQuestions({ values, changeDate, open: questionsIn(sent.errors) });
      else await refuse(sent, base?.ID);
      return;
    }
    if (candidate) candidatesChanged();
    const messages = sent?.data.messages ?? [];
    for (const message of messages) toast.success(message);
    if (sent && messages.length === 0)
      toast.success(`${personName(values)} ${mode === 'insert' ? 'created' : 'saved'}`);
    onSaved();
  };

  // What is needed may differ now: sentences that are shown follow.
  const submitted = useRef(false);
  const { trigger } = form;
  const followOpener = useCallback(() => {
    if (submitted.current) void trigger();
  }, [trigger]);

  const askDateOrSave = (values: PersonForm) => {
    // A slip that is mended never held on any day.
    const earlier = base && !context.correcting ? earlierOf(base, recordOf(values, kind)) : [];
    if (earlier.length > 0) setAsked({ values, earlier });
    else return save(values);
  };

  const keep = () => {
    if (!questions) return;
    const { values, changeDate, open } = questions;
    confirmed.current = [...confirmed.current, ...open.map(({ message }) => message)];
    setQuestions(undefined);
    return changeDate === undefined ? askDateOrSave(values) : save(values, changeDate);
  };

  const submit = form.handleSubmit(
    (values) => {
      const record = recordOf(values, kind);
      const all = base
        ? askAboutChange(recordOf(formOf(base), kind), record, kind, context.today)
        : askAboutPerson(record, kind, context.today);
      const open = unanswered(all, confirmed.current);
      if (open.length > 0) setQuestions({ values, changeDate: undefined, open });
      else return askDateOrSave(values);
    },
    (errors) => {
      const [first] = problemsOf(errors);
      if (first) focusField(first.name);
    },
  );

  /** The new record with what was typed here put on top. */
  const keepMine = () => {
    if (!stale || !base) return;
    const typed = form.getValues();
    const mine = new Set(differences(typed, formOf(base)));
    const fresh = formOf(stale.fresh);
    const kept = Object.fromEntries(Object.entries(typed).filter(([name]) => mine.has(name)));
    form.reset(fresh);
    form.reset({ ...fresh, ...kept }, { keepDefaultValues: true });
    setBase(stale.fresh);
    setStale(undefined);
  };
  const takeTheirs = () => {
    if (!stale) return;
    form.reset(formOf(stale.fresh));
    setBase(stale.fresh);
    setStale(undefined);
  };

  return {
    form,
    base,
    setBase,
    refusal,
    stale,
    keepMine,
    takeTheirs,
    asked,
    cancelAsked: () => setAsked(undefined),
    questions: questions?.open,
    keep,
    cancelQuestions: () => setQuestions(undefined),
    save,
    submit: () => {
      submitted.current = true;
      void submit();
    },
    followOpener,
    saving,
  };
};

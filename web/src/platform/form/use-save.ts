import type { Call, OutputOf, ReasonOf } from '@homecare/domain/call.ts';
import type { Done, FieldError, Reason, Refusal } from '@homecare/domain/errors.ts';
import { useRef, useState } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { focusField } from '../../ui/form.tsx';
import type { SendInput } from '../call-request.ts';
import { fieldProps } from './field-props.ts';
import { type Sending, useSending } from './use-action.ts';
import { type BaseOptions, type Stale, useBase } from './use-base.ts';
import { differences, errorsOf, nestErrors, putOnTop, type Stored } from './values.ts';

export interface SaveOptions<C extends Call, V extends FieldValues> extends Sending<C>, BaseOptions<V> {
  /** What is sent for the values; the revision is that of what they were typed over. */
  readonly input: (values: V, rev: number) => SendInput<C>;
  /** A form of many fields: the rules also follow what is typed, from the first time that a field is left. */
  readonly live?: boolean;
  /** Once the rules find nothing: true where something is asked first, and `submit` comes again, or where nothing is to be sent. */
  readonly asks?: (values: V) => boolean;
  /** The file of an upload. */
  readonly file?: File | undefined;
  /** The rules that the server has too: what they find is reported at its field and nothing is sent. */
  readonly check?: (values: V) => readonly FieldError[];
  readonly onSaved: (sent: Done<OutputOf<C>>, values: V) => void;
  /** A form that stays open after it was saved: what is stored now. What was typed in the meantime stays on top. */
  readonly savedAs?: (sent: Done<OutputOf<C>>, values: V) => Stored<V>;
  /** What is saved here is a part of a record: a change to its other parts is not in the way. */
  readonly alone?: boolean;
  /** The field of the form for a fault of the server, where the two have different names. */
  readonly placeOf?: (fault: FieldError, values: V) => FieldError;
  /** The sentences of rules and server in the language of the reader. */
  readonly say?: (sentence: string) => string;
  /** What a refusal means besides: faults to show in place of its own, or true where it is a question that is asked elsewhere. */
  readonly onRefused?: (refusal: Refusal<ReasonOf<C>>, values: V) => readonly FieldError[] | true | undefined;
}

/** A form whose rules also follow what is typed asks them through a resolver; what it shows first stays until it is reset. */
const useFields = <V extends FieldValues>({
  values,
  live,
  check,
}: Pick<SaveOptions<Call, V>, 'values' | 'live' | 'check'>) => {
  const rules = useRef(check);
  rules.current = check;
  const [first] = useState(values);
  const [resolver] = useState(
    (): Resolver<V> => async (typed) => {
      const found = rules.current?.(typed) ?? [];
      return found.length > 0 ? { values: {}, errors: nestErrors(found) } : { values: typed, errors: {} };
    },
  );
  return useForm<V>({ values: first, shouldFocusError: false, ...(live && { resolver, mode: 'onTouched' }) });
};

/** Why nothing was saved, beside the fields that say it themselves. */
const useRefusal = <V extends FieldValues>(
  form: UseFormReturn<V>,
  { check, placeOf, live }: Pick<SaveOptions<Call, V>, 'check' | 'placeOf' | 'live'>,
  isField: (name: string) => name is FieldPath<V>,
) => {
  const [refusal, setRefusal] = useState<string>();
  /** What the form is in: fields are looked for in it alone. */
  const place = useRef<HTMLDivElement & HTMLFormElement>(null);
  const focus = (name: string) => focusField(name, place.current ?? undefined);
  /** Faults at their fields, the first of each; the first one gets the focus. Answers whether all have a place that is seen. */
  const show = (faults: readonly FieldError[]): boolean => {
    const values = form.getValues();
    const placed = placeOf ? faults.map((fault) => placeOf(fault, values)) : faults;
    form.clearErrors();
    for (const { field, message } of placed.toReversed())
      if (isField(field)) form.setError(field, { type: 'rule', message });
    const first = placed.find(({ field }) => isField(field));
    return first !== undefined && focus(first.field) && placed.every(({ field }) => isField(field));
  };
  /** What would be sent, where the rules find nothing wrong with it. */
  const checked = (): V | undefined => {
    setRefusal(undefined);
    const values = structuredClone(form.getValues());
    const found = check?.(values) ?? [];
    if (!show(found)) setRefusal(found[0]?.message);
    return found.length > 0 ? undefined : values;
  };
  /** The same by the rules that follow the typing. */
  const checkedLive = () =>
    new Promise<V | undefined>((resolve) => {
      setRefusal(undefined);
      void form.handleSubmit(
        (values) => resolve(structuredClone(values)),
        (errors) => {
          const [wrong] = errorsOf(errors);
          if (wrong) focus(wrong.field);
          resolve(undefined);
        },
      )();
    });
  return { refusal, setRefusal, place, show, checked, check: live ? checkedLive : async () => checked() };
};

/** One way to save what was typed (CONTRIBUTING.md, 'A form'): the screen adds fields and words. */
export const useSave = <C extends Call, V extends FieldValues>(options: SaveOptions<C, V>) => {
  const sending = useSending(options);
  const form = useFields(options);
  const known = useBase(form, options, sending.isUnderWay);
  const { base, stale, isTyped, take } = known;
  const isField = (name: string): name is FieldPath<V> => (name.split('.')[0] ?? '') in base.value;
  const shown = useRefusal(form, options, isField);
  const { say = (sentence: string) => sentence } = options;

  /** A refusal as it is in the form, also one of another action on the same record. */
  const refuse = async (sent: Refusal<Reason>, faults = sent.errors, found?: Stale<V>) => {
    const isPlaced = shown.show(faults);
    const other = found ?? (await known.findStale(sent));
    known.setStale(other);
    if (!other && !isPlaced) shown.setRefusal(sent.info);
  };
  const submit = async (): Promise<void> => {
    if (sending.isUnderWay()) return;
    // What they changed is nothing of this form: it is put beside theirs. Otherwise the user chooses first.
    const isBeside = stale?.theirs.length === 0;
    if (isBeside) known.keepMine();
    const values = await shown.check();
    if (!values || options.asks?.(values)) return;
    await sendOver(options, { sending, form, known, refuse }, values, isBeside ? stale.fresh.rev : base.rev);
  };

  return {
    ...fieldProps(form, isField, say),
    ...known,
    form,
    refuse,
    place: shown.place,
    show: shown.show,
    checked: shown.checked,
    refusal: shown.refusal && say(shown.refusal),
    pending: sending.pending,
    progress: sending.progress,
    stop: sending.stop,
    submit: (): void => void submit(),
    undo: () => {
      take(base);
      shown.setRefusal(undefined);
    },
    /** Read while drawing it redraws with the first change; asked for later it is still true. */
    get isDirty() {
      return form.formState.isDirty || isTyped();
    },
    /** Redraws with every key: what a form of many fields reads in its fields instead. */
    get values(): V {
      return form.watch();
    },
    get changed() {
      return differences(form.watch(), base.value);
    },
    get problems() {
      return errorsOf(form.formState.errors);
    },
  };
};

interface Parts<C extends Call, V extends FieldValues> {
  readonly sending: ReturnType<typeof useSending<C>>;
  readonly form: UseFormReturn<V>;
  readonly known: ReturnType<typeof useBase<V>>;
  readonly refuse: (sent: Refusal<Reason>, faults?: readonly FieldError[], found?: Stale<V>) => Promise<void>;
}

/** Sends what was typed over a revision; a part of a record goes once more over one whose other parts alone have changed. */
const sendOver = async <C extends Call, V extends FieldValues>(
  options: SaveOptions<C, V>,
  parts: Parts<C, V>,
  values: V,
  over: number,
): Promise<void> => {
  const { sending, form, known, refuse } = parts;
  let moved: number | undefined;
  const wanted = { input: options.input(values, over), ...(options.file && { file: options.file }) };
  const sent = await sending.run(wanted, async (answer) => {
    if (answer.ok) return;
    const meant = options.onRefused?.(answer, values);
    if (meant === true) return;
    const found = await known.findStale(answer);
    if (options.alone && found?.theirs.length === 0) moved = found.fresh.rev;
    else await refuse(answer, meant ?? answer.errors, found);
  });
  if (moved !== undefined) return sendOver(options, parts, values, moved);
  if (!sent?.ok) return;
  const saved = options.savedAs?.(sent, values);
  if (saved) known.rebase(saved, putOnTop(form.getValues(), values, saved.value));
  options.onSaved(sent, values);
};

/** What FormDialog and FormPage need of a form, whatever its fields are. */
export type Saving = Pick<
  ReturnType<typeof useSave<Call, FieldValues>>,
  'place' | 'pending' | 'refusal' | 'isDirty' | 'problems' | 'submit' | 'undo' | 'keepMine' | 'takeTheirs'
> & {
  readonly changed: readonly string[];
  readonly stale: Pick<Stale<unknown>, 'info' | 'theirs' | 'both'> | undefined;
};

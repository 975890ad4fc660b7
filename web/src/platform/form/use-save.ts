import type { Call, OutputOf, ReasonOf } from '@homecare/domain/call.ts';
import type { Done, FieldError, Reason, Refusal } from '@homecare/domain/errors.ts';
import { useEffect, useRef, useState } from 'react';
import {
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { focusField } from '../../ui/form.tsx';
import type { SendInput } from '../call-request.ts';
import { type Sending, useSending } from './use-action.ts';
import { differences, errorsOf, nestErrors, putOnTop, type Stored } from './values.ts';

/** Somebody else saved while this was typed: nothing was written, and nothing of theirs is taken over unseen. */
export interface Stale<V> {
  /** Who and when, in the server's words. */
  readonly info: string;
  readonly fresh: Stored<V>;
  /** Names of the values that they changed, and of those that are changed here too. */
  readonly theirs: readonly string[];
  readonly both: readonly string[];
}

export interface SaveOptions<C extends Call, V extends FieldValues> extends Sending<C> {
  /** What the form opens with: it is read once, and again when a newer revision comes and nothing is typed. */
  readonly values: V;
  readonly rev?: number | undefined;
  /** What is sent for the values; the revision is that of what they were typed over. */
  readonly input: (values: V, rev: number) => SendInput<C>;
  /** A form of many fields: the rules also follow what is typed, from the first time that a field is left. */
  readonly live?: boolean;
  /** Once the rules find nothing: true where something is asked first, and `submit` comes again, or where nothing is to be sent. */
  readonly asks?: (values: V) => boolean;
  /** The file of an upload. */
  readonly file?: File | undefined;
  /** The rules that the server has too: what they find is told at its field and nothing is sent. */
  readonly check?: (values: V) => readonly FieldError[];
  readonly onSaved: (sent: Done<OutputOf<C>>, values: V) => void;
  /** A form that stays open after it was saved: what is stored now. What was typed meanwhile stays on top. */
  readonly savedAs?: (sent: Done<OutputOf<C>>, values: V) => Stored<V>;
  /** The record as it is now, for whoever was not the only one to change it. */
  readonly readAgain?: () => Promise<Stored<V> | undefined>;
  /** What is saved here is a part of a record: a change to its other parts does not stand in the way. */
  readonly alone?: boolean;
  /** The field of the form for a fault of the server, where the two have different names. */
  readonly placeOf?: (fault: FieldError, values: V) => FieldError;
  /** The sentences of rules and server in the language of the reader. */
  readonly say?: (sentence: string) => string;
  /** After the user took over what somebody else saved. */
  readonly onTaken?: () => void;
  /** What a refusal means besides: faults to tell in place of its own, or true where it is a question that is asked elsewhere. */
  readonly onRefused?: (refusal: Refusal<ReasonOf<C>>, values: V) => readonly FieldError[] | true | undefined;
}

const TYPED = { type: 'rule' } as const;

/** One way to save what was typed (CONTRIBUTING.md, 'A form'): the screen adds fields and words. */
export const useSave = <C extends Call, V extends FieldValues>(options: SaveOptions<C, V>) => {
  const { call, changes, keyed } = options;
  const sending = useSending({ call, ...(changes && { changes }), ...(keyed !== undefined && { keyed }) });
  const [base, setBase] = useState<Stored<V>>({ value: options.values, rev: options.rev ?? 0 });
  const [first] = useState(options.values);
  const latest = useRef(options);
  latest.current = options;
  const [resolver] = useState(
    (): Resolver<V> => async (values) => {
      const found = latest.current.check?.(values) ?? [];
      return found.length > 0 ? { values: {}, errors: nestErrors(found) } : { values, errors: {} };
    },
  );
  const form = useForm<V>({
    values: first,
    shouldFocusError: false,
    ...(options.live && { resolver, mode: 'onTouched' }),
  });
  const [refusal, setRefusal] = useState<string>();
  const [stale, setStale] = useState<Stale<V>>();
  /** What the form stands in: fields are looked for in it alone. */
  const place = useRef<HTMLDivElement & HTMLFormElement>(null);

  const isField = (name: string): name is FieldPath<V> => (name.split('.')[0] ?? '') in base.value;
  /** Faults at their fields, the first of each; the first one gets the focus. Answers whether all have a place that is seen. */
  const show = (faults: readonly FieldError[]): boolean => {
    const { placeOf } = options;
    const values = form.getValues();
    const placed = placeOf ? faults.map((fault) => placeOf(fault, values)) : faults;
    form.clearErrors();
    for (const { field, message } of placed.toReversed())
      if (isField(field)) form.setError(field, { ...TYPED, message });
    const first = placed.find(({ field }) => isField(field));
    const isSeen = first !== undefined && focusField(first.field, place.current ?? undefined);
    return isSeen && placed.every(({ field }) => isField(field));
  };
  const rebase = (fresh: Stored<V>, value: V) => {
    form.reset(fresh.value);
    if (value !== fresh.value) form.reset(value, { keepDefaultValues: true });
    setBase(fresh);
    setStale(undefined);
    if (stale && fresh === stale.fresh) options.onTaken?.();
  };
  const take = (fresh: Stored<V>) => rebase(fresh, fresh.value);
  const undo = () => {
    take(base);
    setRefusal(undefined);
  };

  const { values: stored, rev = 0 } = options;
  const isTyped = () => differences(form.getValues(), base.value).length > 0;
  const follow = useRef(() => {});
  follow.current = () => {
    if (rev > base.rev && !isTyped()) take({ value: stored, rev });
  };
  useEffect(() => follow.current());

  const findStale = async (sent: Refusal<Reason>): Promise<Stale<V> | undefined> => {
    if (sent.reason !== 'stale') return undefined;
    const fresh = await options.readAgain?.().catch(() => undefined);
    if (!fresh || fresh.rev === base.rev) return undefined;
    const theirs = [...differences(fresh.value, base.value), ...(fresh.elsewhere ?? [])];
    const mine = differences(form.getValues(), base.value);
    return { info: sent.info, fresh, theirs, both: theirs.filter((name) => mine.includes(name)) };
  };
  /** A refusal as it stands in the form, also one of another action on the same record. */
  const refuse = async (sent: Refusal<Reason>, faults = sent.errors, found?: Stale<V>) => {
    const isPlaced = show(faults);
    const other = found ?? (await findStale(sent));
    setStale(other);
    if (!other && !isPlaced) setRefusal(sent.info);
  };

  /** What would be sent, where the rules find nothing wrong with it. */
  const checked = (): V | undefined => {
    setRefusal(undefined);
    const values = structuredClone(form.getValues());
    const found = options.check?.(values) ?? [];
    if (!show(found)) setRefusal(found[0]?.message);
    return found.length > 0 ? undefined : values;
  };
  /** The same by the rules that follow the typing. */
  const checkedLive = () =>
    new Promise<V | undefined>((resolve) => {
      setRefusal(undefined);
      const tell = (errors: FieldErrors<V>) => {
        const [wrong] = errorsOf(errors);
        if (wrong) focusField(wrong.field, place.current ?? undefined);
        resolve(undefined);
      };
      void form.handleSubmit((values) => resolve(structuredClone(values)), tell)();
    });
  const keepMine = () =>
    stale && rebase(stale.fresh, putOnTop(form.getValues(), base.value, stale.fresh.value));

  const sendOver = async (values: V, over: number): Promise<void> => {
    let moved: number | undefined;
    const wanted = { input: options.input(values, over), ...(options.file && { file: options.file }) };
    const sent = await sending.run(wanted, async (answer) => {
      if (answer.ok) return;
      const meant = options.onRefused?.(answer, values);
      if (meant === true) return;
      const found = await findStale(answer);
      if (options.alone && found?.theirs.length === 0) moved = found.fresh.rev;
      else await refuse(answer, meant ?? answer.errors, found);
    });
    if (moved !== undefined) return sendOver(values, moved);
    if (!sent?.ok) return;
    const saved = options.savedAs?.(sent, values);
    if (saved) rebase(saved, putOnTop(form.getValues(), values, saved.value));
    options.onSaved(sent, values);
  };

  const submit = async (): Promise<void> => {
    if (sending.isUnderWay()) return;
    // What they changed is nothing of this form: it is put beside theirs. Otherwise the user chooses first.
    const isBeside = stale?.theirs.length === 0;
    if (isBeside) keepMine();
    const values = options.live ? await checkedLive() : checked();
    if (!values || options.asks?.(values)) return;
    await sendOver(values, isBeside ? stale.fresh.rev : base.rev);
  };

  /** A value that was typed or chosen; what was wrong with it is over. */
  const put = (name: string, value: unknown) => {
    if (!isField(name)) return;
    form.clearErrors(name);
    void form.register(name).onChange({ target: { name, value } });
  };
  const { say = (sentence: string) => sentence } = options;
  const errorOf = (name: string) => {
    const found = errorsOf(form.formState.errors).find(({ field }) => field === name);
    return found && say(found.message);
  };
  const fieldOf = (name: string) => ({ 'data-field': name, error: errorOf(name) });

  return {
    form,
    place,
    base,
    pending: sending.pending,
    progress: sending.progress,
    stop: sending.stop,
    refusal: refusal && say(refusal),
    stale,
    /** Read while drawing it redraws with the first change; asked for later it still tells the truth. */
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
    errorOf,
    set: (change: Partial<V>) => {
      for (const [name, value] of Object.entries(change)) put(name, value);
    },
    /** For an input whose event holds the text: TextInput, Textarea, PasswordInput, NativeSelect. */
    text: <P extends FieldPath<V>>(name: P) => ({
      ...fieldOf(name),
      value: form.watch(name),
      onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
        put(name, event.currentTarget.value),
    }),
    /** For an input that hands over the value itself: DateBox, NumberBox, MaskBox, Select. */
    box: <P extends FieldPath<V>>(name: P) => ({
      ...fieldOf(name),
      value: form.watch(name),
      onChange: (value: PathValue<V, P>) => put(name, value),
    }),
    /** For Checkbox and Switch. */
    tick: <P extends FieldPath<V>>(name: P) => ({
      ...fieldOf(name),
      checked: form.watch(name) === true,
      onChange: (event: { readonly currentTarget: { readonly checked: boolean } }) =>
        put(name, event.currentTarget.checked),
    }),
    submit: (): void => void submit(),
    undo,
    take,
    /** After a save of something else of the same record: only its revision moved on. */
    raise: (next: number) => setBase((before) => ({ ...before, rev: next })),
    show,
    refuse,
    checked,
    keepMine,
    takeTheirs: () => stale && take(stale.fresh),
  };
};

/** What FormDialog and FormPage need of a form, whatever its fields are. */
export type Saving = Pick<
  ReturnType<typeof useSave<Call, FieldValues>>,
  'place' | 'pending' | 'refusal' | 'isDirty' | 'problems' | 'submit' | 'undo' | 'keepMine' | 'takeTheirs'
> & {
  readonly changed: readonly string[];
  readonly stale: Pick<Stale<unknown>, 'info' | 'theirs' | 'both'> | undefined;
};

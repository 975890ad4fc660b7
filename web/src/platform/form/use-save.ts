import type { Call, OutputOf, ReasonOf } from '@homecare/domain/call.ts';
import type { Done, FieldError, Reason, Refusal } from '@homecare/domain/errors.ts';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { SendInput } from '../call-request.ts';
import { whyTaken } from '../role-copy.ts';
import { fieldProps } from './field-props.ts';
import { type Sending, useSending } from './use-action.ts';
import { type BaseOptions, type Stale, useBase } from './use-base.ts';
import { type FormDraft, type OfferedDraft, useFormDraft } from './use-draft.ts';
import { type RuleOptions, useFields, useShownFaults } from './use-fields.ts';
import { differences, errorsOf, putOnTop, type Stored } from './values.ts';

export interface SaveOptions<C extends Call, V extends FieldValues>
  extends Sending<C>,
    BaseOptions<V>,
    RuleOptions<V>,
    FormDraft<V> {
  /** Builds the input. `rev` is the revision that the values were typed over. */
  readonly input: (values: V, rev: number) => SendInput<C>;
  /** Runs after the rules pass. Returns true to stop: a question comes first and calls `submit` again, or there is nothing to send. */
  readonly asks?: (values: V) => boolean;
  /** The file of an upload. */
  readonly file?: File | undefined;
  readonly onSaved: (sent: Done<OutputOf<C>>, values: V) => void;
  /** For a form that stays open: the values now stored. Input typed meanwhile is kept. */
  readonly savedAs?: (sent: Done<OutputOf<C>>, values: V) => Stored<V>;
  /** The form saves only part of a record, and changes to other parts do not conflict. */
  readonly alone?: boolean;
  /** Translates sentences of rules and server. */
  readonly say?: (sentence: string) => string;
  /** Interprets a refusal: returns other errors to show, or true if a question is asked elsewhere. */
  readonly onRefused?: (refusal: Refusal<ReasonOf<C>>, values: V) => readonly FieldError[] | true | undefined;
}

/** The one way to save a form (CONTRIBUTING.md, 'A form'). The screen adds fields and texts. */
export const useSave = <C extends Call, V extends FieldValues>(options: SaveOptions<C, V>) => {
  const sending = useSending(options);
  const form = useFields(options);
  const known = useBase(form, options, sending.isUnderWay);
  const { base, stale, isTyped, take } = known;
  const isField = (name: string): name is FieldPath<V> => (name.split('.')[0] ?? '') in base.value;
  const shown = useShownFaults(form, options, isField);
  const draft = useFormDraft(form, base.value, options);
  const { say = (sentence: string) => sentence } = options;

  /** Shows a refusal in the form, including that of another action on the same record. */
  const refuse = async (sent: Refusal<Reason>, faults = sent.errors, found?: Stale<V>) => {
    const isPlaced = shown.show(faults);
    const other = found ?? (await known.findStale(sent));
    known.setStale(other);
    if (!other && !isPlaced) shown.setRefusal(sent.info);
  };
  const submit = async (): Promise<boolean> => {
    if (sending.isUnderWay()) return false;
    // If others changed nothing in this form, both changes are combined. Otherwise the user chooses first.
    const isBeside = stale?.theirs.length === 0;
    if (isBeside) known.keepMine();
    const values = await shown.check();
    if (!values || options.asks?.(values)) return false;
    const parts = { sending, form, known, refuse, forgetDraft: draft.forget };
    return sendOver(options, parts, values, isBeside ? stale.fresh.rev : base.rev);
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
    /** Set if a custom role lacks the call: the form is read-only, and its button says why. */
    closed: whyTaken(options.call),
    submit: (): void => void submit(),
    /** The same for callers that wait. Returns whether it was saved. */
    saveNow: submit,
    draft: draft.offered,
    /** Discards the input. */
    giveUp: draft.forget,
    undo: () => {
      take(base);
      shown.setRefusal(undefined);
    },
    /** Tracked when read during a render, but also correct when read later. */
    get isDirty() {
      return form.formState.isDirty || isTyped();
    },
    /** Re-renders on every key. Long forms read their values in the fields instead. */
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
  readonly forgetDraft: () => void;
}

/** Sends the input based on a revision. Part of a record is sent again if only other parts have changed. Returns whether it was saved. */
const sendOver = async <C extends Call, V extends FieldValues>(
  options: SaveOptions<C, V>,
  parts: Parts<C, V>,
  values: V,
  over: number,
): Promise<boolean> => {
  const { sending, form, known, refuse, forgetDraft } = parts;
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
  if (!sent?.ok) return false;
  forgetDraft();
  const saved = options.savedAs?.(sent, values);
  if (saved) known.rebase(saved, putOnTop(form.getValues(), values, saved.value));
  options.onSaved(sent, values);
  return true;
};

/** What FormDialog and FormPage need of any form. */
export type Saving = Pick<
  ReturnType<typeof useSave<Call, FieldValues>>,
  'place' | 'pending' | 'refusal' | 'isDirty' | 'problems' | 'submit' | 'undo' | 'keepMine' | 'takeTheirs'
> & {
  readonly changed: readonly string[];
  readonly stale: Pick<Stale<unknown>, 'info' | 'theirs' | 'both'> | undefined;
  readonly closed?: string | undefined;
  readonly draft?: OfferedDraft | undefined;
  /** Also deletes the draft on the device. */
  readonly giveUp?: () => void;
};

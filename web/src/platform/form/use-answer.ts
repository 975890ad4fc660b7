import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { useEffect, useRef } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { fieldProps } from './field-props.ts';
import { useFormDraft } from './use-draft.ts';
import { type RuleOptions, useFields, useShownFaults } from './use-fields.ts';
import { differences, errorsOf } from './values.ts';

export interface AnswerOptions<V extends FieldValues> extends Omit<RuleOptions<V>, 'live'> {
  /** Initial values. */
  readonly values: V;
  /** Without it the caller uses `checked`, if there are several answers to choose from. */
  readonly onAnswer?: (values: V) => void;
  /** The caller is sending what follows from the answer. */
  readonly pending?: boolean;
  /** Why the last answer had no effect. */
  readonly refused?: Refusal<Reason> | undefined;
  /** For long texts: name under which the input is kept on the device until `giveUp`. */
  readonly draft?: string | undefined;
  /** Fields to clear before a refusal is shown, because they must be typed again. */
  readonly cleared?: (refused: Refusal<Reason>) => Partial<V>;
}

/** A form that sends nothing itself but passes its values to the caller. After the first try, its rules also run while typing. */
export const useAnswer = <V extends FieldValues>(answer: AnswerOptions<V>) => {
  const options = { ...answer, live: true };
  const { pending = false, refused } = options;
  const form = useFields(options);
  const opened = useRef(options.values);
  const isField = (name: string): name is FieldPath<V> => (name.split('.')[0] ?? '') in opened.current;
  const shown = useShownFaults(form, options, isField);
  const fields = fieldProps(form, isField, (sentence) => sentence);
  const draft = useFormDraft(form, opened.current, { draft: options.draft });
  const showRefused = useRef((_: Refusal<Reason>) => {});
  showRefused.current = (sent) => {
    // The error of a cleared field explains why it was cleared, so do not report it as missing.
    const values = { ...form.getValues(), ...options.cleared?.(sent) };
    form.reset(values, { keepDefaultValues: true, keepIsSubmitted: true });
    if (!shown.show(sent.errors)) shown.setRefusal(sent.info);
  };
  useEffect(() => {
    if (refused) showRefused.current(refused);
  }, [refused]);
  return {
    ...fields,
    form,
    place: shown.place,
    /** The values, if the rules find no errors. */
    checked: (): V | undefined => (pending ? undefined : shown.checked()),
    refusal: shown.refusal,
    pending,
    draft: draft.offered,
    giveUp: draft.forget,
    submit: async (): Promise<void> => {
      const values = pending ? undefined : await shown.check();
      if (values) options.onAnswer?.(values);
    },
    undo: () => form.reset(opened.current),
    /** Tracked when read during a render, but also correct when read later. */
    get isDirty() {
      return form.formState.isDirty || differences(form.getValues(), opened.current).length > 0;
    },
    get values(): V {
      return form.watch();
    },
    get changed() {
      return differences(form.watch(), opened.current);
    },
    get problems() {
      return errorsOf(form.formState.errors);
    },
    // Answers are not stored, so nobody else can have changed them.
    stale: undefined,
    keepMine: () => {},
    takeTheirs: () => {},
  };
};

import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { useEffect, useRef } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { fieldProps } from './field-props.ts';
import { useFormDraft } from './use-draft.ts';
import { type RuleOptions, useFields, useShownFaults } from './use-fields.ts';
import { differences, errorsOf } from './values.ts';

export interface AnswerOptions<V extends FieldValues> extends Omit<RuleOptions<V>, 'live'> {
  /** What the form opens with. */
  readonly values: V;
  /** Without it whoever asked calls `checked`, where there are several answers. */
  readonly onAnswer?: (values: V) => void;
  /** Whoever asked is sending what follows from the answer. */
  readonly pending?: boolean;
  /** Why nothing followed from the last answer. */
  readonly refused?: Refusal<Reason> | undefined;
  /** A long text: what is typed is kept on the device under this name until `giveUp`. */
  readonly draft?: string | undefined;
  /** Before a refusal is shown: fields that are to be typed anew after it. */
  readonly cleared?: (refused: Refusal<Reason>) => Partial<V>;
}

/**
 * A form that sends nothing itself: what is typed answers the question of whoever opened it. After the first try its rules
 * follow what is typed.
 */
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
    // What is wrong with a field that was emptied here is why it was, not that it is empty.
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
    /** The values, where the rules find nothing wrong with them. */
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
    /** Read while drawing it redraws with the first change; asked for later it is still true. */
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
    // Nobody else can save an answer.
    stale: undefined,
    keepMine: () => {},
    takeTheirs: () => {},
  };
};

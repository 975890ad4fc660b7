import type { FieldError } from '@homecare/domain/errors.ts';
import { useRef, useState } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { focusField } from '../../ui/form.tsx';
import { errorsOf, nestErrors } from './values.ts';

/** What is wrong with what was typed, and where that is said. */
export interface RuleOptions<V extends FieldValues> {
  /** A form of many fields: the rules also follow what is typed, from the first time that a field is left. */
  readonly live?: boolean;
  /** The rules that the server has too: what they find is reported at its field and nothing is sent. */
  readonly check?: (values: V) => readonly FieldError[];
  /** The field of the form for a fault of the server, where the two have different names. */
  readonly placeOf?: (fault: FieldError, values: V) => FieldError;
}

/** A form whose rules also follow what is typed asks them through a resolver; what it shows first stays until it is reset. */
export const useFields = <V extends FieldValues>({
  values,
  live,
  check,
}: Pick<RuleOptions<V>, 'live' | 'check'> & { readonly values: V }) => {
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
export const useShownFaults = <V extends FieldValues>(
  form: UseFormReturn<V>,
  { check, placeOf, live }: RuleOptions<V>,
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

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

/** The rules of a form, and where their errors appear. */
export interface RuleOptions<V extends FieldValues> {
  /** For long forms: the rules also run while typing, once a field has been left. */
  readonly live?: boolean;
  /** The same rules as on the server. Their errors are shown at the fields and nothing is sent. */
  readonly check?: (values: V) => readonly FieldError[];
  /** Maps a server error to the form's field if their names differ. */
  readonly placeOf?: (fault: FieldError, values: V) => FieldError;
}

/** The state of a form. Live rules run in its resolver. The initial values apply until the form is reset. */
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

/** Why saving failed, beyond the errors at the fields. */
export const useShownFaults = <V extends FieldValues>(
  form: UseFormReturn<V>,
  { check, placeOf, live }: RuleOptions<V>,
  isField: (name: string) => name is FieldPath<V>,
) => {
  const [refusal, setRefusal] = useState<string>();
  /** The element around the form, to which the search for fields is limited. */
  const place = useRef<HTMLDivElement & HTMLFormElement>(null);
  const focus = (name: string) => focusField(name, place.current ?? undefined);
  /** Shows the first error of each field and focuses the first field. Returns whether every error has a visible place. */
  const show = (faults: readonly FieldError[]): boolean => {
    const values = form.getValues();
    const placed = placeOf ? faults.map((fault) => placeOf(fault, values)) : faults;
    form.clearErrors();
    for (const { field, message } of placed.toReversed())
      if (isField(field)) form.setError(field, { type: 'rule', message });
    const first = placed.find(({ field }) => isField(field));
    return first !== undefined && focus(first.field) && placed.every(({ field }) => isField(field));
  };
  /** The values to send, if the rules find no errors. */
  const checked = (): V | undefined => {
    setRefusal(undefined);
    const values = structuredClone(form.getValues());
    const found = check?.(values) ?? [];
    if (!show(found)) setRefusal(found[0]?.message);
    return found.length > 0 ? undefined : values;
  };
  /** The same with live rules. */
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

import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import { errorsOf } from './values.ts';

/** A change event of an input with a text or a checkbox. */
interface InputEvent<K extends string, T> {
  readonly currentTarget: Readonly<Record<K, T>>;
}

/** Properties that connect inputs to their form: value, error and change handler. */
export const fieldProps = <V extends FieldValues>(
  form: UseFormReturn<V>,
  isField: (name: string) => name is FieldPath<V>,
  say: (sentence: string) => string,
) => {
  /** Stores a changed value and clears its error. */
  const put = (name: string, value: unknown) => {
    if (!isField(name)) return;
    form.clearErrors(name);
    void form.register(name).onChange({ target: { name, value } });
  };
  const errorOf = (name: string) => {
    const found = errorsOf(form.formState.errors).find(({ field }) => field === name);
    return found && say(found.message);
  };
  const fieldOf = (name: string) => ({ 'data-field': name, error: errorOf(name) });
  return {
    errorOf,
    set: (change: Partial<V>) => {
      for (const [name, value] of Object.entries(change)) put(name, value);
    },
    /** For inputs whose event contains the text: TextInput, Textarea, PasswordInput, NativeSelect. */
    text: <P extends FieldPath<V>>(name: P) => ({
      ...fieldOf(name),
      value: form.watch(name),
      onChange: ({ currentTarget }: InputEvent<'value', string>) => put(name, currentTarget.value),
    }),
    /** For inputs that pass the value itself: DateBox, NumberBox, MaskBox, Select. */
    box: <P extends FieldPath<V>>(name: P) => ({
      ...fieldOf(name),
      value: form.watch(name),
      onChange: (value: PathValue<V, P>) => put(name, value),
    }),
    /** For Checkbox and Switch. */
    tick: <P extends FieldPath<V>>(name: P) => ({
      ...fieldOf(name),
      checked: form.watch(name) === true,
      onChange: ({ currentTarget }: InputEvent<'checked', boolean>) => put(name, currentTarget.checked),
    }),
  };
};

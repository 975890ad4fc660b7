import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import { errorsOf } from './values.ts';

/** An event that holds a text or a tick. */
interface InputEvent<K extends string, T> {
  readonly currentTarget: Readonly<Record<K, T>>;
}

/** What inputs get of the form they are in: value, error, and where a change goes. */
export const fieldProps = <V extends FieldValues>(
  form: UseFormReturn<V>,
  isField: (name: string) => name is FieldPath<V>,
  say: (sentence: string) => string,
) => {
  /** A value that was typed or chosen; what was wrong with it is over. */
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
    /** For an input whose event holds the text: TextInput, Textarea, PasswordInput, NativeSelect. */
    text: <P extends FieldPath<V>>(name: P) => ({
      ...fieldOf(name),
      value: form.watch(name),
      onChange: ({ currentTarget }: InputEvent<'value', string>) => put(name, currentTarget.value),
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
      onChange: ({ currentTarget }: InputEvent<'checked', boolean>) => put(name, currentTarget.checked),
    }),
  };
};

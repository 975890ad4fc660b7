import { PERSON } from '@homecare/domain/people/dictionary.ts';
import { Autocomplete } from '@mantine/core';
import { useController } from 'react-hook-form';
import formClasses from '../../ui/fields.module.css';
import { ReadValue } from '../../ui/fields.tsx';
import { useUnlessPressed } from '../../ui/unless-pressed.ts';
import type { PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';

const { label, max } = PERSON.Language;

/** Suggests the agency's language groups, but accepts any other language. */
export const LanguageInput = () => {
  const { readOnly, languages } = useRecord();
  const { field, fieldState } = useController<PersonForm, 'Language'>({ name: 'Language' });
  const error = useUnlessPressed(fieldState.error?.message);
  if (readOnly)
    return (
      <ReadValue label={label} field="Language">
        {field.value}
      </ReadValue>
    );
  return (
    <div className={formClasses.field}>
      <Autocomplete
        ref={field.ref}
        size="xs"
        label={label}
        data-field="Language"
        data={[...languages]}
        withScrollArea={false}
        value={field.value}
        maxLength={max}
        autoComplete="off"
        error={error}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </div>
  );
};

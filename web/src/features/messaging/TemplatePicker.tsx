import { withTemplate } from '@homecare/domain/messaging/rules.ts';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTemplates } from './api.ts';

interface TemplatePickerProps {
  /** The current message, whose links are kept. */
  readonly message: string;
  readonly onPick: (text: string) => void;
}

/** Puts a template's text into the message box. */
export const TemplatePicker = ({ message, onPick }: TemplatePickerProps) => {
  const { data: templates = [], isError } = useTemplates();
  const [chosen, setChosen] = useState('');
  const pick = (value: string) => {
    setChosen(value);
    const textOf = (wanted: string) => templates.find(({ id }) => String(id) === wanted)?.text;
    const text = textOf(value);
    if (text !== undefined) onPick(withTemplate(message, text, textOf(chosen)));
  };
  return (
    <NativeSelect
      label="Template"
      data={[
        { value: '', label: templates.length > 0 ? 'None' : 'No templates' },
        ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={chosen}
      error={isError ? 'Couldn’t load templates' : undefined}
      onChange={(event) => pick(event.currentTarget.value)}
    />
  );
};

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTemplates } from './api.ts';

interface TemplatePickerProps {
  readonly onPick: (text: string) => void;
}

/** Puts the text of a template into the message box. */
export const TemplatePicker = ({ onPick }: TemplatePickerProps) => {
  const { data: templates = [], isError } = useTemplates();
  const [chosen, setChosen] = useState('');
  const pick = (value: string) => {
    setChosen(value);
    const template = templates.find(({ id }) => String(id) === value);
    if (template) onPick(template.text);
  };
  return (
    <NativeSelect
      label="Template"
      data={[
        { value: '', label: templates.length > 0 ? 'None' : 'There are no templates' },
        ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={chosen}
      error={isError ? 'Templates could not be loaded' : undefined}
      onChange={(event) => pick(event.currentTarget.value)}
    />
  );
};

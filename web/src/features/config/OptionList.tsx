import { Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { FormSection, focusField } from '../../ui/form.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, rowIcon } from '../../ui/icons.ts';
import classes from './config.module.css';

interface OptionListProps {
  /** Name of the table in the draft. */
  readonly name: 'pcItems' | 'hmItems';
  readonly title: string;
  readonly items: readonly string[];
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (items: readonly string[]) => void;
}

/** One task table of a type: add, rename, reorder and remove items. Existing care plans keep their rows. */
export const OptionList = ({ name, title, items, errorOf, onChange }: OptionListProps) => {
  const [fresh, setFresh] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const rename = (at: number, text: string) => onChange(items.map((item, n) => (n === at ? text : item)));
  const move = (at: number, to: number) => {
    const moved = [...items];
    const [item] = moved.splice(at, 1);
    if (item === undefined) return;
    moved.splice(to, 0, item);
    onChange(moved);
    focusField(`${name}.${to}`);
  };
  const remove = (at: number) => {
    onChange(items.filter((_, n) => n !== at));
    box.current?.focus();
  };
  const add = () => {
    const text = fresh.trim();
    if (text === '') return box.current?.focus();
    onChange([...items, text]);
    setFresh('');
    box.current?.focus();
  };
  return (
    <FormSection
      id={`config-${name}`}
      title={title}
      note={items.length === 1 ? '1 option' : `${items.length} options`}
    >
      {errorOf(name) && <p className={classes.error}>{errorOf(name)}</p>}
      <ol className={classes.options} aria-label={title}>
        {items.map((item, at) => (
          // Rows have no other identity than their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a row is
          <li className={classes.option} key={at}>
            <TextInput
              aria-label={`${title}, option ${at + 1}`}
              data-field={`${name}.${at}`}
              autoComplete="off"
              value={item}
              error={errorOf(`${name}.${at}`)}
              onChange={(event) => rename(at, event.currentTarget.value)}
            />
            <IconButton
              label={`Move ${item} up`}
              icon={<IconArrowUp {...rowIcon} />}
              disabledReason={at === 0 ? 'It is the first' : undefined}
              onClick={() => move(at, at - 1)}
            />
            <IconButton
              label={`Move ${item} down`}
              icon={<IconArrowDown {...rowIcon} />}
              disabledReason={at === items.length - 1 ? 'It is the last' : undefined}
              onClick={() => move(at, at + 1)}
            />
            <IconButton
              label={`Remove ${item}`}
              icon={<IconTrash {...rowIcon} />}
              danger
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ol>
      <div className={classes.add}>
        <TextInput
          ref={box}
          label={`New option of ${title}`}
          autoComplete="off"
          value={fresh}
          onChange={(event) => setFresh(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button leftSection={<IconPlus {...menuIcon} />} onClick={add}>
          Add
        </Button>
      </div>
    </FormSection>
  );
};

import {
  FORMAT_NAMES,
  FORMATS,
  type LayoutColumn,
  SOURCE_NAMES,
  SOURCES,
} from '@homecare/domain/payroll/layouts.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import classes from './config.module.css';

const FIXED = '';
const SOURCE_CHOICES = [
  { value: FIXED, label: 'Fixed text' },
  ...SOURCE_NAMES.map((value) => ({ value, label: SOURCES[value] })),
];

interface LayoutColumnRowProps {
  readonly at: number;
  readonly isLast: boolean;
  readonly column: LayoutColumn;
  readonly required: boolean;
  readonly error: string | undefined;
  readonly onChange: (column: LayoutColumn) => void;
  readonly onRequired: (required: boolean) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** One column: its head, and its source or a fixed text. */
export const LayoutColumnRow = ({
  at,
  isLast,
  column,
  required,
  error,
  onChange,
  onRequired,
  onMove,
  onRemove,
}: LayoutColumnRowProps) => {
  const number = at + 1;
  return (
    <li className={classes.layoutColumn}>
      <TextInput
        label={`Column ${number}`}
        placeholder="Head"
        autoComplete="off"
        data-field={`columns.${at}`}
        value={column.head}
        error={error}
        onChange={(event) => onChange({ ...column, head: event.currentTarget.value })}
      />
      <NativeSelect
        label="From"
        aria-label={`From, column ${number}`}
        data={SOURCE_CHOICES}
        value={column.from ?? FIXED}
        onChange={(event) => {
          const from = SOURCE_NAMES.find((one) => one === event.currentTarget.value) ?? null;
          onChange({ ...column, from, const: from === null ? (column.const ?? '') : null });
        }}
      />
      {column.from === null ? (
        <TextInput
          label="Text"
          aria-label={`Text, column ${number}`}
          autoComplete="off"
          value={column.const ?? ''}
          onChange={(event) => onChange({ ...column, const: event.currentTarget.value })}
        />
      ) : (
        <NativeSelect
          label="Written"
          aria-label={`Written, column ${number}`}
          data={FORMAT_NAMES.map((value) => ({ value, label: FORMATS[value] }))}
          value={column.format}
          onChange={(event) => {
            const format = FORMAT_NAMES.find((one) => one === event.currentTarget.value);
            if (format) onChange({ ...column, format });
          }}
        />
      )}
      <Checkbox
        label="Required"
        aria-label={`Required, column ${number}`}
        checked={required}
        onChange={(event) => onRequired(event.currentTarget.checked)}
      />
      <span className={classes.layoutButtons}>
        <IconButton
          label={`Move column ${number} up`}
          icon={<IconArrowUp {...rowIcon} />}
          disabledReason={at === 0 ? 'It is the first one' : undefined}
          onClick={() => onMove(at - 1)}
        />
        <IconButton
          label={`Move column ${number} down`}
          icon={<IconArrowDown {...rowIcon} />}
          disabledReason={isLast ? 'It is the last one' : undefined}
          onClick={() => onMove(at + 1)}
        />
        <IconButton
          label={`Remove column ${number}`}
          icon={<IconTrash {...rowIcon} />}
          danger
          onClick={onRemove}
        />
      </span>
    </li>
  );
};

import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import classes from './FilterChips.module.css';

export interface FilterChip {
  readonly key: string;
  /** The filter in words. */
  readonly label: string;
  readonly onRemove: () => void;
}

interface FilterChipsProps {
  readonly chips: readonly FilterChip[];
  readonly onClear: () => void;
}

/** The active filters of a list, each removable; nothing if there are none. */
export const FilterChips = ({ chips, onClear }: FilterChipsProps) => {
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Filters of the list">
      {chips.map(({ key, label, onRemove }) => (
        <li key={key}>
          <button type="button" className={classes.chip} aria-label={`Remove ${label}`} onClick={onRemove}>
            <span className={classes.text} data-cut>
              {label}
            </span>
            <IconX size={13} stroke={2} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button size="compact-xs" variant="subtle" onClick={onClear}>
          Clear all
        </Button>
      </li>
    </ul>
  );
};

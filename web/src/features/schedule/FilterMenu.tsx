import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import classes from './Board.module.css';

interface FilterMenuProps<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly value: readonly T[];
  /** Label of an option; by default the option itself. */
  readonly say?: ((option: T) => string) | undefined;
  readonly onChange: (value: T[]) => void;
}

const labelOf = <T extends string>(value: readonly T[], say: (option: T) => string) => {
  const [first, ...others] = value;
  if (first === undefined) return 'All';
  return others.length === 0 ? say(first) : `${say(first)} and ${others.length} more`;
};

/** 'Town All' or 'Town Aurora and 5 more', which opens a list of checkboxes. */
export const FilterMenu = <T extends string>({
  label,
  options,
  value,
  say = (option) => option,
  onChange,
}: FilterMenuProps<T>) => (
  <Popover position="bottom-start" shadow="md" trapFocus>
    <Popover.Target>
      <Button
        className={classes.menu ?? ''}
        data-on={value.length > 0 || undefined}
        variant={value.length > 0 ? 'light' : 'default'}
        rightSection={<IconSelector size={14} aria-hidden />}
        disabled={options.length === 0}
      >
        <span className={classes.words}>
          <span className="ink2">{label}</span>&nbsp;&nbsp;{labelOf(value, say)}
        </span>
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label={label}>
      <Stack gap={8} mah={320} style={{ overflowY: 'auto' }} pr={12}>
        <Checkbox size="sm" label="All" checked={value.length === 0} onChange={() => onChange([])} />
        {options.map((option) => (
          <Checkbox
            key={option}
            size="sm"
            label={say(option)}
            checked={value.includes(option)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...value, option] : value.filter((one) => one !== option),
              )
            }
          />
        ))}
      </Stack>
    </Popover.Dropdown>
  </Popover>
);

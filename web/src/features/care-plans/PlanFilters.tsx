import { EXCLUDED_GROUPS } from '@homecare/domain/care-plans/list.ts';
import { NativeSelect, Switch } from '@mantine/core';
import { useCapabilities } from '../../platform/site.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import classes from './CarePlanList.module.css';
import { type ListView, SORT_CHOICES, SWITCHES, sortChoiceOf, sortOfChoice } from './list-view.ts';

interface FilterProps {
  readonly view: ListView;
  readonly onChange: (next: Partial<ListView>) => void;
}

interface SelectProps extends FilterProps {
  readonly month: string;
  /** In a sheet each is under its label; in the bar the value says what it is. */
  readonly labelled: boolean;
}

const NO_GROUPS: readonly string[] = [];
const excludedOf = (value: string) => EXCLUDED_GROUPS.find((group) => group === value) ?? 'All';

/** Month, Care Plan Group and Excluded Group. */
export const PlanSelects = ({ view, month, labelled, onChange }: SelectProps) => {
  const groups = useCapabilities()?.langGroup ?? NO_GROUPS;
  const named = (label: string) => (labelled ? { label } : { 'aria-label': label });
  // In the bar All says of what; a chosen group speaks for itself.
  const all = (name: string) => (labelled ? 'All' : `${name}: All`);
  return (
    <>
      <MonthBox
        {...named('Month')}
        className={classes.month}
        value={month}
        onChange={(next) => onChange({ month: next })}
      />
      <NativeSelect
        {...named('Care Plan Group')}
        className={classes.group ?? ''}
        value={view.group}
        data={[
          { value: '', label: all('Group') },
          ...groups.map((group) => ({ value: group, label: group })),
        ]}
        onChange={(event) => onChange({ group: event.currentTarget.value })}
      />
      <NativeSelect
        {...named('Excluded Group')}
        className={classes.group ?? ''}
        value={view.excluded}
        data={EXCLUDED_GROUPS.map((group) => ({
          value: group,
          label: group === 'All' ? all('Excluded') : group,
        }))}
        onChange={(event) => onChange({ excluded: excludedOf(event.currentTarget.value) })}
      />
    </>
  );
};

/** The order, where there are no heads of columns to press. */
export const PlanOrder = ({ view, onChange }: FilterProps) => (
  <NativeSelect
    label="Sort by"
    value={sortChoiceOf(view.sort)}
    data={SORT_CHOICES.map(({ value, label }) => ({ value, label }))}
    onChange={(event) => onChange({ sort: sortOfChoice(event.currentTarget.value) })}
  />
);

/** The switches of the list; a switch that changes no row keeps the page. */
export const PlanSwitches = ({ view, size, onChange }: FilterProps & { readonly size: 'xs' | 'md' }) =>
  SWITCHES.map(({ key, label }) => (
    <Switch
      key={key}
      size={size}
      label={label}
      checked={view[key]}
      onChange={(event) => onChange({ [key]: event.currentTarget.checked })}
    />
  ));

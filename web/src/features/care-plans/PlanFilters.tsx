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
  /** In a sheet each select has a label; in the bar its value names the filter. */
  readonly labelled: boolean;
}

const NO_GROUPS: readonly string[] = [];
const excludedOf = (value: string) => EXCLUDED_GROUPS.find((group) => group === value) ?? 'All';

/** Month, Care Plan Group and Excluded Group. */
export const PlanSelects = ({ view, month, labelled, onChange }: SelectProps) => {
  const groups = useCapabilities()?.langGroup ?? NO_GROUPS;
  const named = (label: string) => (labelled ? { label } : { 'aria-label': label });
  // In the bar, 'All' names the filter; a chosen value is clear by itself.
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

/** Chooses the order where there are no column heads to click. */
export const PlanOrder = ({ view, onChange }: FilterProps) => (
  <NativeSelect
    label="Sort by"
    value={sortChoiceOf(view.sort)}
    data={SORT_CHOICES.map(({ value, label }) => ({ value, label }))}
    onChange={(event) => onChange({ sort: sortOfChoice(event.currentTarget.value) })}
  />
);

/** The switches of the list. One that changes no rows keeps the page. */
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

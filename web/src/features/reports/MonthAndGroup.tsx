import type { Group } from '@homecare/domain/billing/contract.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { ReportGroupSelect } from './ReportGroupSelect.tsx';

interface MonthAndGroupProps {
  readonly classes: Readonly<Record<string, string | undefined>>;
  readonly month: string;
  readonly group: Group;
  readonly onChange: (next: { readonly month?: string; readonly group?: Group }) => void;
}

/** What both pages of money are about: a month, and all clients, private ones or the others. */
export const MonthAndGroup = ({ classes, month, group, onChange }: MonthAndGroupProps) => (
  <>
    <MonthBox
      label="Month"
      className={classes.month}
      value={month}
      onChange={(next) => onChange({ month: next })}
    />
    <ReportGroupSelect
      className={classes.group}
      value={group}
      onChange={(next) => onChange({ group: next })}
    />
  </>
);

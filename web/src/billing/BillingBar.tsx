import type { Group } from '@homecare/domain/billing/contract.ts';
import { GROUPS } from '@homecare/domain/billing/contract.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { Button, NativeSelect, Switch } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { useCapabilities } from '../sites/api.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { rowIcon } from '../ui/icons.ts';
import { MonthBox } from '../ui/MonthBox.tsx';
import { ReasonButton } from '../ui/ReasonButton.tsx';
import classes from './BillingPage.module.css';

/** What is looked at; kept until sign-out. */
export interface BillingView {
  readonly client: number | null;
  /** Code of a care plan type; '' is all. */
  readonly code: string;
  /** '' follows today. */
  readonly month: string;
  readonly group: Group;
  readonly showDeleted: boolean;
  readonly showEmpty: boolean;
}
export const FIRST_VIEW: BillingView = {
  client: null,
  code: '',
  month: '',
  group: 'all',
  showDeleted: false,
  showEmpty: false,
};

const GROUP_NAMES: Record<Group, string> = {
  all: 'All',
  private: 'Private Only',
  nonprivate: 'Non-private',
};
const groupOf = (value: string) => GROUPS.find((group) => group === value) ?? 'all';

interface SelectorsProps {
  readonly view: BillingView;
  readonly month: string;
  readonly clients: readonly PersonRow[] | undefined;
  readonly codes: readonly string[];
  readonly onChange: (next: Partial<BillingView>) => void;
}

/** Client, care plan code, month, report group, and two switches (specification part 2, 2.6). */
export const Selectors = ({ view, month, clients, codes, onChange }: SelectorsProps) => (
  <div className={classes.selectors}>
    <div className={classes.client}>
      <PersonPicker
        label="Client"
        field="client"
        people={clients}
        value={view.client}
        optional
        onChange={(client) => {
          onChange({ client, code: '' });
          return true;
        }}
      />
    </div>
    <NativeSelect
      label="Code"
      className={classes.code ?? ''}
      value={view.code}
      data={[{ value: '', label: 'All codes' }, ...codes]}
      onChange={(event) => onChange({ code: event.currentTarget.value })}
    />
    <MonthBox
      label="Month"
      className={classes.month}
      value={month}
      onChange={(next) => onChange({ month: next })}
    />
    <NativeSelect
      label="Report group"
      className={classes.group ?? ''}
      value={view.group}
      data={GROUPS.map((group) => ({ value: group, label: GROUP_NAMES[group] }))}
      onChange={(event) => onChange({ group: groupOf(event.currentTarget.value) })}
    />
    <div className={classes.switches}>
      <Switch
        label="Deleted care plans"
        checked={view.showDeleted}
        onChange={(event) => onChange({ showDeleted: event.currentTarget.checked })}
      />
      <Switch
        label="Show empty"
        checked={view.showEmpty}
        onChange={(event) => onChange({ showEmpty: event.currentTarget.checked })}
      />
    </div>
  </div>
);

const NOT_PRINTED = 'This report is not there yet';

interface ButtonsProps {
  readonly onStatusSet: () => void;
  readonly onNotAssigned: () => void;
  readonly onClaims: () => void;
  readonly onRefresh: () => void;
}

const Report = ({ children }: { readonly children: ReactNode }) => (
  <ReasonButton reason={NOT_PRINTED}>{children}</ReasonButton>
);

/** Reports and what is done with a whole month; premium ones, HCPF Upload and refresh where the agency has them. */
export const BillingButtons = ({ onStatusSet, onNotAssigned, onClaims, onRefresh }: ButtonsProps) => {
  const capabilities = useCapabilities();
  if (!capabilities) return null;
  const { premium, billing, version } = capabilities;
  return (
    <div className={classes.reports}>
      <Report>Month Report</Report>
      <Report>Client Report</Report>
      <Report>List Monthly Report</Report>
      {premium && <Button onClick={onNotAssigned}>Non existing billing</Button>}
      <Report>Status Report</Report>
      {premium && <Report>Est. Billing</Report>}
      <div className={classes.month_actions}>
        {premium && <Button onClick={onStatusSet}>Status Set</Button>}
        {billing && <Button onClick={onClaims}>HCPF Upload</Button>}
        {version >= 2 && (
          <IconButton label="Refresh scans" icon={<IconRefresh {...rowIcon} />} onClick={onRefresh} />
        )}
      </div>
    </div>
  );
};

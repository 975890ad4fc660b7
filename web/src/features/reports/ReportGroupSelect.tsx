import { GROUPS, type Group } from '@homecare/domain/billing/contract.ts';
import { REPORT_GROUPS } from '@homecare/domain/reports/parameters.ts';
import { NativeSelect } from '@mantine/core';

const groupOf = (value: string): Group => GROUPS.find((group) => group === value) ?? 'all';

interface ReportGroupSelectProps {
  readonly className?: string | undefined;
  readonly value: Group;
  readonly onChange: (group: Group) => void;
}

/** All, private or other clients, on the pages whose reports can be asked for a group. */
export const ReportGroupSelect = ({ className, value, onChange }: ReportGroupSelectProps) => (
  <NativeSelect
    label="Report group"
    className={className ?? ''}
    value={value}
    data={GROUPS.map((group) => ({ value: group, label: REPORT_GROUPS[group] }))}
    onChange={(event) => onChange(groupOf(event.currentTarget.value))}
  />
);

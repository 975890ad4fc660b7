import { GROUPS, type Group } from '@homecare/domain/billing/contract.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { Flex, Switch } from '@mantine/core';
import { keptId, keptMonth } from '../../platform/kept-view.ts';
import { PageButton } from '../../platform/PageButton.tsx';
import type { PageState } from '../../platform/page-state.ts';
import { useCapabilities } from '../../platform/site.ts';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { MonthAndGroup } from '../reports/MonthAndGroup.tsx';
import { ReportButton } from '../reports/ReportButton.tsx';
import { PAYROLL_EXPORT } from './export-path.ts';
import classes from './PayrollPage.module.css';

/** What is looked at; kept until sign-out, over a reload too. */
export type PayrollView = {
  readonly provider: number | null;
  /** '' follows today. */
  readonly month: string;
  /** Archived providers can be chosen too. */
  readonly showArchived: boolean;
  readonly group: Group;
};
export const PAYROLL_VIEW = 'payroll.view';
export const readPayrollView = (kept: PageState): PayrollView => ({
  provider: keptId(kept.provider),
  month: keptMonth(kept.month),
  showArchived: kept.showArchived === true,
  group: GROUPS.find((group) => group === kept.group) ?? 'all',
});

interface SelectorsProps {
  readonly view: PayrollView;
  readonly month: string;
  readonly providers: readonly PersonRow[] | undefined;
  readonly onChange: (next: Partial<PayrollView>) => void;
}

/** Provider, month, show archived, report group (docs/rules/payroll.md, rule 18). */
export const Selectors = ({ view, month, providers, onChange }: SelectorsProps) => (
  // A fault below one field moves none of the others.
  <Flex wrap="wrap" align="flex-start" gap="10px 12px">
    <div className={classes.provider}>
      <PersonPicker
        label="Provider"
        field="provider"
        people={providers}
        value={view.provider}
        optional
        onChange={(provider) => {
          onChange({ provider });
          return true;
        }}
      />
    </div>
    <MonthAndGroup classes={classes} month={month} group={view.group} onChange={onChange} />
    <div className={classes.switches}>
      <Switch
        label="Show archived"
        checked={view.showArchived}
        onChange={(event) => onChange({ showArchived: event.currentTarget.checked })}
      />
    </div>
  </Flex>
);

interface ButtonsProps {
  readonly view: Pick<PayrollView, 'provider' | 'group'>;
  readonly month: string;
}

/** Documents of the month; the forms of employees where the agency has premium. */
export const PayrollButtons = ({ view, month }: ButtonsProps) => {
  const capabilities = useCapabilities();
  if (!capabilities) return null;
  const raw = { from: month, to: month, private: view.group };
  const ofProvider = { ...raw, id: view.provider === null ? '' : String(view.provider) };
  return (
    <div className={classes.reports}>
      <ReportButton file="AllPayroll" raw={raw}>
        Month Report
      </ReportButton>
      <ReportButton file="Provider" raw={ofProvider}>
        Provider Report
      </ReportButton>
      <ReportButton file="FlatPayroll" raw={raw}>
        List Monthly Report
      </ReportButton>
      <ReportButton file="EstPayroll" raw={raw}>
        Est. Payroll
      </ReportButton>
      <PageButton to={PAYROLL_EXPORT}>Export Payroll</PageButton>
      {capabilities.premium && (
        <ReportButton file="NewEpmPayroll" raw={{ from: month, to: month }}>
          New or Return Employee Forms
        </ReportButton>
      )}
    </div>
  );
};

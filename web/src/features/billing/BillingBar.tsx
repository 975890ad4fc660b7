import { GROUPS, type Group } from '@homecare/domain/billing/contract.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { packOf } from '@homecare/domain/states/registry.ts';
import { uploadName } from '@homecare/domain/states/rules.ts';
import { Button, NativeSelect, Switch } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { keptId, keptMonth } from '../../platform/kept-view.ts';
import type { PageState } from '../../platform/page-state.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useToday } from '../../platform/use-today.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { useProofWords } from '../claims/use-proof-words.ts';
import { MonthAndGroup } from '../reports/MonthAndGroup.tsx';
import { ReportButton } from '../reports/ReportButton.tsx';
import classes from './BillingPage.module.css';

/** The view of the page. It is kept until sign-out and survives a reload. */
export type BillingView = {
  readonly client: number | null;
  /** Code of a care plan type; '' for all. */
  readonly code: string;
  /** '' follows today. */
  readonly month: string;
  readonly group: Group;
  readonly showDeleted: boolean;
  readonly showEmpty: boolean;
  /** Only cards with a line that the payer will deny because of its visit. */
  readonly willDeny: boolean;
  /** Unsaved cards open with verified times, until another client or month is chosen. */
  readonly isVerified: boolean;
};
export const BILLING_VIEW = 'billing.view';
export const readBillingView = (kept: PageState): BillingView => ({
  client: keptId(kept.client),
  code: typeof kept.code === 'string' ? kept.code : '',
  month: keptMonth(kept.month),
  group: GROUPS.find((group) => group === kept.group) ?? 'all',
  showDeleted: kept.showDeleted === true,
  showEmpty: kept.showEmpty === true,
  willDeny: kept.willDeny === true,
  isVerified: kept.isVerified === true,
});

interface SelectorsProps {
  readonly view: BillingView;
  readonly month: string;
  readonly clients: readonly PersonRow[] | undefined;
  readonly codes: readonly string[];
  /** The agency sends claims. */
  readonly withProof: boolean;
  readonly onChange: (next: Partial<BillingView>) => void;
}

const UnprovenSwitch = ({ view, onChange }: Pick<SelectorsProps, 'view' | 'onChange'>) => (
  <Switch
    label={useProofWords().result.deny}
    checked={view.willDeny}
    onChange={(event) => onChange({ willDeny: event.currentTarget.checked })}
  />
);

/** Client, care plan code, month, report group and switches. */
export const Selectors = ({ view, month, clients, codes, withProof, onChange }: SelectorsProps) => (
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
    <MonthAndGroup classes={classes} month={month} group={view.group} onChange={onChange} />
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
      {withProof && <UnprovenSwitch view={view} onChange={onChange} />}
    </div>
  </div>
);

interface ButtonsProps {
  readonly view: Pick<BillingView, 'client' | 'group'>;
  readonly month: string;
  readonly onStatusReport: () => void;
  readonly onStatusSet: () => void;
  readonly onNotAssigned: () => void;
  readonly onClaims: () => void;
  readonly onRefresh: () => void;
}

/** Reports, and actions on a whole month: premium ones, the claim file and refresh, if the agency has them. */
export const BillingButtons = ({
  view,
  month,
  onStatusReport,
  onStatusSet,
  onNotAssigned,
  onClaims,
  onRefresh,
}: ButtonsProps) => {
  const capabilities = useCapabilities();
  const today = useToday().toString();
  if (!capabilities) return null;
  const { premium, billing, version, state } = capabilities;
  const raw = { from: month, to: month, private: view.group };
  const ofClient = { ...raw, id: view.client === null ? '' : String(view.client) };
  return (
    <div className={classes.reports}>
      <ReportButton file="AllClients" raw={raw}>
        Month Report
      </ReportButton>
      <ReportButton file="Client" raw={ofClient}>
        Client Report
      </ReportButton>
      <ReportButton file="FlatClients" raw={raw}>
        List Monthly Report
      </ReportButton>
      {premium && <Button onClick={onNotAssigned}>Non existing billing</Button>}
      <Button onClick={onStatusReport}>Status Report</Button>
      {premium && (
        <ReportButton file="EstBilling" raw={raw}>
          Est. Billing
        </ReportButton>
      )}
      <div className={classes.month_actions}>
        {premium && <Button onClick={onStatusSet}>Status Set</Button>}
        {billing && <Button onClick={onClaims}>{uploadName(packOf(state), today)}</Button>}
        {version >= 2 && (
          <IconButton label="Refresh scans" icon={<IconRefresh {...rowIcon} />} onClick={onRefresh} />
        )}
      </div>
    </div>
  );
};

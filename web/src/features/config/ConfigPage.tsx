import { todayIn } from '@homecare/domain/calendar.ts';
import type { Refusal } from '@homecare/domain/errors.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { getBalance } from '@homecare/domain/sites/contract.ts';
import { Button } from '@mantine/core';
import { IconCoin, IconHistory, IconMessages, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeptTab } from '../../platform/filter-address.ts';
import { type FormGuard, useFormGuard } from '../../platform/form/form-guard.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar } from '../../ui/Page.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { SkillsPanel } from '../availability/SkillsPanel.tsx';
import { NormsPanel } from '../calculator/NormsPanel.tsx';
import { useTemplates } from '../messaging/api.ts';
import { SendLogDialog } from '../messaging/SendLogDialog.tsx';
import { AutopilotPanel } from '../offers/AutopilotPanel.tsx';
import { SettingsLogDialog } from '../record-log/RecordLogDialog.tsx';
import { UPDATE_SANDATA, usePostcodes, useSettings, useTypes } from './api.ts';
import { ConnectionsPanel } from './ConnectionsPanel.tsx';
import classes from './config.module.css';
import { HolidaysPanel } from './HolidaysPanel.tsx';
import { PayerPanel } from './PayerPanel.tsx';
import { PayrollPanel } from './PayrollPanel.tsx';
import { PostcodesPanel } from './PostcodesPanel.tsx';
import { SitePanel } from './SitePanel.tsx';
import { StatePanel } from './StatePanel.tsx';
import { settingLabel } from './setting-labels.ts';
import { TemplatesPanel } from './TemplatesPanel.tsx';
import { TypesPanel } from './TypesPanel.tsx';

const TABS = [
  'types',
  'postcodes',
  'templates',
  'payroll',
  'skills',
  'autopilot',
  'holidays',
  'ihss',
  'site',
  'state',
  'payer',
  'connections',
] as const;
type Tab = (typeof TABS)[number];

const ASKING = 'Asking whether it is set up';

/** Buttons of external services. They say why they are disabled until the service is set up. */
const ServiceButtons = () => {
  const services = useSettings().data?.services;
  const onRefused = ({ info }: Refusal) => toast.error(`Error: ${info}`);
  const update = useAction({
    ...UPDATE_SANDATA,
    onDone: ({ info }) => toast.success(info ?? SAVED),
    onRefused,
  });
  const balance = useAction({
    call: getBalance,
    onDone: ({ data }) => toast.success(`Success: Balance is: $${data.amount}`),
    onRefused,
  });
  return (
    <>
      <ReasonButton
        reason={services ? (services.updateSandata ?? undefined) : ASKING}
        leftSection={<IconRefresh {...menuIcon} />}
        loading={update.pending}
        onClick={() => void update.run({})}
      >
        Update Sandata
      </ReasonButton>
      <ReasonButton
        reason={services ? (services.balance ?? undefined) : ASKING}
        leftSection={<IconCoin {...menuIcon} />}
        loading={balance.pending}
        onClick={() => void balance.run({})}
      >
        Twilio Balance
      </ReasonButton>
    </>
  );
};

interface PanelProps {
  readonly tab: Tab;
  readonly zone: string;
  readonly guard: FormGuard;
}

const Panel = ({ tab, zone, guard }: PanelProps) => {
  if (tab === 'types') return <TypesPanel zone={zone} guard={guard} />;
  if (tab === 'postcodes') return <PostcodesPanel guard={guard} />;
  if (tab === 'templates') return <TemplatesPanel guard={guard} />;
  if (tab === 'payroll') return <PayrollPanel />;
  if (tab === 'skills')
    return (
      <div className={classes.content}>
        <SkillsPanel />
      </div>
    );
  if (tab === 'autopilot') return <AutopilotPanel guard={guard} zone={zone} />;
  if (tab === 'holidays') return <HolidaysPanel />;
  if (tab === 'ihss') return <NormsPanel today={todayIn(zone, serverNow()).toString()} />;
  if (tab === 'state') return <StatePanel guard={guard} />;
  if (tab === 'payer') return <PayerPanel guard={guard} />;
  if (tab === 'connections') return <ConnectionsPanel guard={guard} />;
  return <SitePanel guard={guard} />;
};

/** /config, only for admins. */
export const ConfigPage = () => {
  const [tab, setTab] = useKeptTab('config.tab', TABS, 'types');
  const [showsLog, setShowsLog] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  const zone = useCapabilities()?.timeZone;
  const guard = useFormGuard();
  const counts = {
    types: useTypes().data?.length,
    postcodes: usePostcodes().data?.length,
    templates: useTemplates().data?.length,
  };
  return (
    <div className={classes.page}>
      <FilterBar
        isOverForms
        actions={
          <>
            <Button leftSection={<IconMessages {...menuIcon} />} onClick={() => setShowsLog(true)}>
              Send log
            </Button>
            <ServiceButtons />
            <Button leftSection={<IconHistory {...menuIcon} />} onClick={() => setShowsHistory(true)}>
              History
            </Button>
          </>
        }
      >
        <CountTabs
          label="Configuration"
          look="segments"
          controls="config-panel"
          tabs={[
            { key: 'types', label: 'Care plan types', count: counts.types },
            { key: 'postcodes', label: 'Outside area', count: counts.postcodes },
            { key: 'templates', label: 'Templates', count: counts.templates },
            { key: 'payroll', label: 'Payroll', count: null },
            { key: 'skills', label: 'Skills', count: null },
            { key: 'autopilot', label: 'Autopilot', count: null },
            { key: 'holidays', label: 'Holidays', count: null },
            { key: 'ihss', label: 'IHSS norms', count: null },
            { key: 'site', label: 'Site', count: null },
            { key: 'state', label: 'State rules', count: null },
            { key: 'payer', label: 'Payer', count: null },
            { key: 'connections', label: 'Connections', count: null },
          ]}
          value={tab}
          onChange={(next) => guard.go(() => setTab(next))}
        />
      </FilterBar>
      <div className={classes.panel} id="config-panel" role="tabpanel" aria-label="Configuration">
        {zone && <Panel tab={tab} zone={zone} guard={guard} />}
      </div>
      {showsHistory && <SettingsLogDialog labelOf={settingLabel} onClose={() => setShowsHistory(false)} />}
      {showsLog && zone && <SendLogDialog zone={zone} onClose={() => setShowsLog(false)} />}
      {guard.dialogs}
    </div>
  );
};

import { todayIn } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconReportAnalytics } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useNow } from '../../platform/use-now.ts';
import { smallIcon } from '../../ui/icons.ts';
import { MoreMenu } from '../../ui/RowMenu.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { REFRESH_SECONDS } from './api.ts';
import { EvvDay } from './EvvDay.tsx';

const ExceptionsView = lazy(async () => ({
  default: (await import('./ExceptionsView.tsx')).ExceptionsView,
}));
const CallReportDialog = lazy(async () => ({
  default: (await import('./CallReportDialog.tsx')).CallReportDialog,
}));

type Shown = 'day' | 'exceptions';

const EvvAdmin = ({ zone, isRehearsal }: { readonly zone: string; readonly isRehearsal: boolean }) => {
  const now = useNow(REFRESH_SECONDS);
  const today = todayIn(zone, now).toString();
  const [view, setView] = useKept<Shown>('evv-admin.shown', 'day');
  useFiltersInAddress({
    list: 'evv-admin',
    filters: { shown: view },
    first: { shown: 'day' },
    onFilters: ({ shown }) => setView(shown === 'exceptions' ? shown : 'day'),
  });
  const [reporting, setReporting] = useState(false);
  const isDay = view === 'day';
  const isPhone = useIsPhone();
  const turn = () => setView(isDay ? 'exceptions' : 'day');
  const turnWords = isDay ? 'Exceptions' : 'Day list';
  const TurnIcon = isDay ? IconAlertTriangle : IconArrowLeft;
  const report = () => setReporting(true);
  const buttons = isPhone ? (
    <MoreMenu
      label="More of the visits"
      entries={[
        { label: turnWords, icon: TurnIcon, onSelect: turn },
        { label: 'Call Report', icon: IconReportAnalytics, onSelect: report },
      ]}
    />
  ) : (
    <>
      <Button leftSection={<TurnIcon {...smallIcon} />} data-folds data-tip={turnWords} onClick={turn}>
        {turnWords}
      </Button>
      <Button
        leftSection={<IconReportAnalytics {...smallIcon} />}
        data-folds
        data-tip="Call Report"
        onClick={report}
      >
        Call Report
      </Button>
    </>
  );
  return (
    <>
      {isDay ? (
        <EvvDay zone={zone} now={now} today={today} isRehearsal={isRehearsal} buttons={buttons} />
      ) : (
        <Suspense>
          <ExceptionsView zone={zone} today={today} buttons={buttons} />
        </Suspense>
      )}
      {reporting && (
        <Suspense>
          <CallReportDialog today={today} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Evv Admin: the day list and, beside it, what will not bill (docs/rules/visits.md, rules 32 and 37). */
export const EvvAdminPage = () => {
  const capabilities = useCapabilities();
  if (!capabilities) return null;
  const { timeZone, sandataEnabled, rehearsal } = capabilities;
  return <EvvAdmin zone={timeZone} isRehearsal={sandataEnabled && rehearsal} />;
};

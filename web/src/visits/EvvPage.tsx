import { todayIn } from '@homecare/domain/calendar.ts';
import { plannedInstants } from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Popover, UnstyledButton } from '@mantine/core';
import { IconCalendarOff, IconChevronLeft, IconChevronRight, IconCloudOff } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { failureOf, freshnessOf } from '../shell/query.ts';
import { useSession } from '../shell/session.ts';
import { useCapabilities } from '../sites/api.ts';
import { phoneIcon } from '../ui/icons.ts';
import { EmptyState, ErrorState, useSlow } from '../ui/states.tsx';
import { REFRESH_SECONDS, useSchedule } from './api.ts';
import classes from './EvvPage.module.css';
import { LocationDialog } from './LocationDialog.tsx';
import { TasksDialog } from './TasksDialog.tsx';
import { useCheck } from './use-check.ts';
import { useNow } from './use-now.ts';
import { VisitCard } from './VisitCard.tsx';
import { dayAfter, dayText } from './visit-words.ts';

const Calendar = lazy(async () => ({ default: (await import('../ui/Calendar.tsx')).Calendar }));

interface DayBarProps {
  readonly date: string;
  readonly today: string;
  readonly onChange: (date: string) => void;
}

const DayBar = ({ date, today, onChange }: DayBarProps) => {
  const [opened, setOpened] = useState(false);
  const pick = (next: string) => {
    setOpened(false);
    onChange(next);
  };
  return (
    <div className={classes.days}>
      <UnstyledButton
        className={classes.step}
        aria-label="Previous day"
        onClick={() => pick(dayAfter(date, -1))}
      >
        <IconChevronLeft {...phoneIcon} />
      </UnstyledButton>
      <Popover opened={opened} onChange={setOpened} trapFocus shadow="md">
        <Popover.Target>
          <UnstyledButton
            className={classes.day}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened((now) => !now)}
            onKeyDown={(event) => {
              if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
              event.preventDefault();
              pick(dayAfter(date, event.key === 'PageUp' ? -1 : 1));
            }}
          >
            {date === today ? `Today, ${dayText(date)}` : dayText(date)}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label="Calendar">
          <Suspense fallback={null}>
            {opened && <Calendar value={date} min={undefined} max={undefined} onPick={pick} />}
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <UnstyledButton className={classes.step} aria-label="Next day" onClick={() => pick(dayAfter(date, 1))}>
        <IconChevronRight {...phoneIcon} />
      </UnstyledButton>
    </div>
  );
};

/** No way to the server: what is not recorded yet, or how old the list is. */
const ConnectionNote = ({ waiting, stale }: { readonly waiting: number; readonly stale: string }) => {
  if (waiting === 0 && !stale) return null;
  const what = waiting === 1 ? '1 check is' : `${waiting} checks are`;
  return (
    <div className={classes.offline} data-tone="warn" role="status">
      <IconCloudOff {...phoneIcon} />
      <span>
        <b>No connection.</b> {waiting > 0 ? `${what} not recorded yet. Keep this page open.` : `${stale}.`}
      </span>
    </div>
  );
};

const Bones = () => (
  <div role="status">
    <span className="visually-hidden">Loading visits…</span>
    {[1, 2, 3].map((card) => (
      <div key={card} className={classes.bone} />
    ))}
  </div>
);

const byStart = (zone: string) => (a: Visit, b: Visit) =>
  Temporal.Instant.compare(plannedInstants(a, zone).start, plannedInstants(b, zone).start) || a.id - b.id;

const Schedule = ({ providerId, zone }: { readonly providerId: number; readonly zone: string }) => {
  const now = useNow(5);
  const today = todayIn(zone, now).toString();
  // undefined follows today, also over midnight.
  const [chosen, setChosen] = useState<string>();
  const [tasksOf, setTasksOf] = useState<number>();
  const date = chosen ?? today;
  const query = useSchedule(providerId, date);
  const check = useCheck();
  const visits = query.data?.toSorted(byStart(zone));
  const slow = useSlow(visits === undefined && !query.isError);
  const failure = failureOf(query, 'Your visits could not be loaded');
  const freshness = freshnessOf(query);
  return (
    <div className={classes.page}>
      <ConnectionNote waiting={check.waiting.length} stale={query.isRefetchError ? freshness : ''} />
      <DayBar date={date} today={today} onChange={(next) => setChosen(next === today ? undefined : next)} />
      {slow && <Bones />}
      {failure && <ErrorState {...failure} />}
      {visits?.length === 0 && <EmptyState icon={IconCalendarOff} title={`No visits on ${dayText(date)}`} />}
      <ul className={classes.cards} aria-label={`Visits of ${dayText(date)}`}>
        {visits?.map((visit) => (
          <VisitCard
            key={visit.id}
            visit={visit}
            date={date}
            now={now}
            zone={zone}
            check={check.stateOf(visit)}
            onCheck={check.start}
            onTasks={({ id }) => setTasksOf(id)}
          />
        ))}
      </ul>
      {visits && !query.isRefetchError && (
        <p className={classes.fresh}>{`${freshness}, every ${REFRESH_SECONDS} s`}</p>
      )}
      <LocationDialog
        question={check.question}
        onTryAgain={check.tryAgain}
        onGoOn={check.goOn}
        onCancel={check.cancel}
      />
      <TasksDialog
        visit={visits?.find((visit) => visit.id === tasksOf)}
        zone={zone}
        onClose={() => setTasksOf(undefined)}
      />
    </div>
  );
};

/** A field employee's own visits of a day (specification part 3, section 2, 'EVV'). */
export const EvvPage = () => {
  const providerId = Number(useSession()?.evv_id || Number.NaN);
  const zone = useCapabilities()?.timeZone;
  if (!Number.isInteger(providerId)) return <Navigate to="/login" replace />;
  return zone ? <Schedule providerId={providerId} zone={zone} /> : null;
};

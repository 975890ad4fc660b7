import { addDays, todayIn } from '@homecare/domain/calendar.ts';
import { plannedInstants } from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Box } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { REFRESH_SECONDS, refreshSchedule, useKeptSchedule, useSchedule } from '../features/visits/api.ts';
import { clockOf, failureOf } from '../platform/query.ts';
import { useNow } from '../platform/use-now.ts';
import { EmptyState, ErrorState, useSlow } from '../ui/states.tsx';
import { CannotComeSheet } from './CannotComeSheet.tsx';
import { DayBar } from './DayBar.tsx';
import classes from './EvvPage.module.css';
import { type FormFilling, FormSheet } from './FormSheet.tsx';
import { IncidentSheet } from './IncidentSheet.tsx';
import { KeptPapers } from './KeptPapers.tsx';
import { LocationDialog } from './LocationDialog.tsx';
import { ConnectionNote, PhoneFoot, RefusedNotes } from './PhoneNotes.tsx';
import { NextLine, PhoneToday } from './PhoneToday.tsx';
import { PlansToSign } from './PlansToSign.tsx';
import { RefusedForms } from './RefusedForms.tsx';
import { RequestNotes } from './RequestNotes.tsx';
import { TasksDialog } from './TasksDialog.tsx';
import type { PhoneTabProps } from './tab-props.ts';
import { useAbsences } from './use-absences.ts';
import { useCheck, withAttempts } from './use-check.ts';
import { useForms } from './use-forms.ts';
import { useKeepDay } from './use-kept-days.ts';
import { useSigning } from './use-signing.ts';
import { useWhenFewer } from './use-when-fewer.ts';
import { VisitCard } from './VisitCard.tsx';
import { dayWords, useWords } from './words.ts';
import { followWorker } from './worker.ts';

const VisitsSkeleton = () => (
  <div role="status">
    <span className="visually-hidden">{useWords().loading}</span>
    {[1, 2, 3].map((card) => (
      <div key={card} className={classes.bone} />
    ))}
  </div>
);

const byStart = (zone: string) => (a: Visit, b: Visit) =>
  Temporal.Instant.compare(plannedInstants(a, zone).start, plannedInstants(b, zone).start) || a.id - b.id;

/** Today and tomorrow stay on the phone. */
const useKeptDays = (providerId: number, today: string, tomorrow: string) => {
  useKeepDay(today, useKeptSchedule(providerId, today).data);
  useKeepDay(tomorrow, useKeptSchedule(providerId, tomorrow).data);
};

/** The caregiver's visits of a day. */
export const VisitsTab = ({ providerId, zone, officePhone, callTooMinutes }: PhoneTabProps) => {
  const words = useWords();
  const now = useNow(5);
  const today = todayIn(zone, now).toString();
  // undefined follows today, also over midnight.
  const [chosen, setChosen] = useState<string>();
  const [tasksOf, setTasksOf] = useState<number>();
  const [leaving, setLeaving] = useState<Visit>();
  const [reporting, setReporting] = useState<Visit>();
  const [filling, setFilling] = useState<FormFilling>();
  const absenceOf = useAbsences(zone);
  const signing = useSigning();
  const formsAt = useForms();
  const date = chosen ?? today;
  const isToday = date === today;
  const day = dayWords(words, date);
  const query = useSchedule(providerId, date);
  const check = useCheck();
  // What another tab or the service worker has sent is asked for at once, else the card would step back until the next poll.
  useWhenFewer(check.waiting.length, () => void refreshSchedule());
  useKeptDays(providerId, today, addDays(today, 1));
  const busy = useRef(check.isBusy);
  useEffect(() => {
    busy.current = check.isBusy;
  });
  useEffect(() => followWorker(() => busy.current()), []);
  const visits = query.data?.toSorted(byStart(zone)).map((visit) => withAttempts(visit, check.waiting, zone));
  const slow = useSlow(visits === undefined && !query.isError);
  const failure = failureOf(query, words.loadFailed);
  const at = query.dataUpdatedAt ? clockOf(query.dataUpdatedAt) : '';
  return (
    <div className={classes.page}>
      <ConnectionNote stale={query.isRefetchError ? words.stale(at) : ''} />
      <RefusedNotes refused={check.refused} />
      <RequestNotes kinds={['cannotCome', 'incident', 'sign']} />
      <RefusedForms formsAt={formsAt} onOpen={setFilling} />
      <KeptPapers />
      <DayBar date={date} today={today} onChange={(next) => setChosen(next === today ? undefined : next)} />
      {isToday && <NextLine providerId={providerId} visits={visits} now={now} zone={zone} today={today} />}
      {slow && <VisitsSkeleton />}
      {failure && <ErrorState {...failure} />}
      {visits?.length === 0 && <EmptyState icon={IconCalendarOff} title={words.noVisits(day)} />}
      <ul className={classes.cards} aria-label={words.visitsOf(day)}>
        {visits?.map((visit) => (
          <VisitCard
            key={visit.id}
            visit={visit}
            date={date}
            now={now}
            zone={zone}
            officePhone={officePhone}
            check={check.stateOf(visit)}
            onCheck={check.start}
            onTasks={({ id }) => setTasksOf(id)}
            absence={absenceOf(visit)}
            onCannotCome={setLeaving}
            onIncident={setReporting}
            signing={signing}
            forms={formsAt({ visitId: visit.id, clientId: visit.ClientID })}
            onFill={setFilling}
          />
        ))}
      </ul>
      {visits && !query.isRefetchError && (
        <Box component="p" c="dimmed" fz={13} ta="center">
          {words.fresh(at, REFRESH_SECONDS)}
        </Box>
      )}
      {isToday && <PlansToSign signing={signing} />}
      {isToday && <PhoneToday officePhone={officePhone} />}
      <PhoneFoot officePhone={isToday ? '' : officePhone} zone={zone} />
      <LocationDialog
        question={check.question}
        onTryAgain={check.tryAgain}
        onGoOn={check.goOn}
        onCancel={check.cancel}
      />
      {leaving && (
        <CannotComeSheet
          visit={leaving}
          zone={zone}
          officePhone={officePhone}
          callTooMinutes={callTooMinutes}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {reporting && (
        <IncidentSheet
          visit={reporting}
          zone={zone}
          officePhone={officePhone}
          onClose={() => setReporting(undefined)}
        />
      )}
      {filling && <FormSheet {...filling} onClose={() => setFilling(undefined)} />}
      <TasksDialog
        visit={visits?.find((visit) => visit.id === tasksOf)}
        zone={zone}
        onClose={() => setTasksOf(undefined)}
      />
    </div>
  );
};

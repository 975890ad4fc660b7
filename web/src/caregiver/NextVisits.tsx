import { addDays, sayTime, todayIn } from '@homecare/domain/calendar.ts';
import { nextOnPhone } from '@homecare/domain/visits/next-visits.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeptSchedule } from '../features/visits/api.ts';
import { useNow } from '../platform/use-now.ts';
import { Pill } from '../ui/Pill.tsx';
import { CannotComeSheet } from './CannotComeSheet.tsx';
import { useOutbox } from './outbox.ts';
import own from './PhoneBar.module.css';
import type { PhoneTabProps } from './tab-props.ts';
import { useAbsences } from './use-absences.ts';
import { withAttempts } from './use-check.ts';
import { dayWords, useWords, type Words } from './words.ts';

const dayOf = (words: Words, date: string, today: string) => {
  if (date === today) return words.todayShort;
  return date === addDays(today, 1) ? words.tomorrowShort : dayWords(words, date);
};

interface LineProps {
  readonly visit: Visit;
  readonly today: string;
  readonly absence: ReturnType<ReturnType<typeof useAbsences>>;
  readonly onLeave: (visit: Visit) => void;
}

/** One visit, with the only question asked here: whether the caregiver can come. */
const Line = ({ visit, today, absence, onLeave }: LineProps) => {
  const words = useWords();
  const { ClientName, Date: date, PlanStartTime, PlanEndTime, Status } = visit;
  const isActive = Status === 'Active';
  const hours = words.clock(`${sayTime(PlanStartTime)} – ${sayTime(PlanEndTime)}`);
  const when = isActive
    ? words.inProgressUntil(words.clock(sayTime(PlanEndTime)))
    : `${dayOf(words, date, today)} ${hours}`;
  return (
    <li className={own.next}>
      <div>
        <p className="ink2">{when}</p>
        <b>{ClientName}</b>
        {absence && (
          <p className="ink2">{absence === 'reported' ? words.officeNotified : words.notNotifiedYet}</p>
        )}
      </div>
      {isActive && (
        <Pill tone="ok" icon={IconCheck}>
          {words.Active}
        </Pill>
      )}
      {!isActive && !absence && (
        <Button size="md" aria-label={words.cannotComeTo(ClientName)} onClick={() => onLeave(visit)}>
          {words.cannotCome}
        </Button>
      )}
    </li>
  );
};

/** The caregiver's visits of today and tomorrow, which are stored on the phone, below the offers. */
export const NextVisits = ({ providerId, zone, officePhone, callTooMinutes }: PhoneTabProps) => {
  const words = useWords();
  const now = useNow(30);
  const today = todayIn(zone, now).toString();
  const days = [useKeptSchedule(providerId, today), useKeptSchedule(providerId, addDays(today, 1))];
  const { attempts } = useOutbox();
  const absenceOf = useAbsences(zone);
  const [leaving, setLeaving] = useState<Visit>();
  const waiting = attempts.filter(({ refused }) => refused === null);
  const visits = days.flatMap(({ data }) => data ?? []).map((visit) => withAttempts(visit, waiting, zone));
  const next = nextOnPhone(visits, now, zone);
  if (next.length === 0) return null;
  return (
    <section className={own.card} aria-label={words.nextVisits}>
      <ul className={own.nextList}>
        {next.map((visit) => (
          <Line key={visit.id} visit={visit} today={today} absence={absenceOf(visit)} onLeave={setLeaving} />
        ))}
      </ul>
      {leaving && (
        <CannotComeSheet
          visit={leaving}
          zone={zone}
          officePhone={officePhone}
          callTooMinutes={callTooMinutes}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
};

import { getHours, type HoursOfCaregiver } from '@homecare/domain/availability/contract.ts';
import { hoursOf, sayTime, WEEKDAYS } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { clockOf, failureOf } from '../platform/query.ts';
import { ErrorState } from '../ui/states.tsx';
import { useKeptRead } from './answers.ts';
import { CalendarCard } from './CalendarCard.tsx';
import classes from './EvvPage.module.css';
import { HoursSheet } from './HoursSheet.tsx';
import { OwnTime } from './OwnTime.tsx';
import { useOwnWeek } from './own-week.ts';
import own from './PhoneBar.module.css';
import { ConnectionNote } from './PhoneNotes.tsx';
import { RequestNotes } from './RequestNotes.tsx';
import { useWaitingRequests } from './requests.ts';
import { ThisWeek } from './ThisWeek.tsx';
import type { PhoneTabProps } from './tab-props.ts';
import { useWords } from './words.ts';

const MyHours = ({
  stored,
  onChange,
}: {
  readonly stored: HoursOfCaregiver;
  readonly onChange: () => void;
}) => {
  const words = useWords();
  const { windows, wishedMinutes, mostMinutes, farthestMiles } = stored.hours;
  const facts = [
    wishedMinutes !== null && words.wishedAWeek(hoursOf(wishedMinutes)),
    mostMinutes !== null && words.mostAWeek(hoursOf(mostMinutes)),
    farthestMiles !== null && words.atMostMiles(farthestMiles),
  ].filter(Boolean);
  return (
    <section className={own.card} aria-label={words.myHours}>
      <div className={own.head}>
        <h2 className={own.title}>{words.myHours}</h2>
        <Button size="md" onClick={onChange}>
          {words.change}
        </Button>
      </div>
      {windows === null ? (
        <p>{words.anyTime}</p>
      ) : (
        <dl className={own.days}>
          {WEEKDAYS.map((day, at) => (
            <div key={day} style={{ display: 'contents' }}>
              <dt>{words.weekdays[at]}</dt>
              <dd>
                {windows[day].length === 0
                  ? words.notAvailable
                  : windows[day]
                      .map(({ from, to }) => words.clock(`${sayTime(from)} – ${sayTime(to)}`))
                      .join(', ')}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {facts.length > 0 && <p className="ink2">{facts.join(' · ')}</p>}
    </section>
  );
};

/** Hours of this week, the pay for them so far, and when the caregiver can work. */
export const MyWeekTab = ({ providerId }: PhoneTabProps) => {
  const words = useWords();
  const week = useOwnWeek();
  const hours = useKeptRead(getHours, { id: providerId });
  const [editing, setEditing] = useState(false);
  const waiting = useWaitingRequests().find(({ request }) => request.kind === 'hours');
  // Shows input that is still unsent.
  const stored =
    hours.data && waiting?.request.kind === 'hours'
      ? { ...hours.data, hours: waiting.request.input.hours }
      : hours.data;
  const failure = failureOf(hours, words.loadFailedShort);
  const isOld = week.isRefetchError || hours.isRefetchError;
  return (
    <div className={classes.page}>
      <ConnectionNote
        stale={isOld && hours.dataUpdatedAt > 0 ? words.stale(clockOf(hours.dataUpdatedAt)) : ''}
      />
      <RequestNotes kinds={['hours']} />
      {failure && <ErrorState {...failure} />}
      {week.data && <ThisWeek week={week.data} />}
      <OwnTime />
      {stored && <MyHours stored={stored} onChange={() => setEditing(true)} />}
      <CalendarCard providerId={providerId} />
      {editing && stored && (
        <HoursSheet providerId={providerId} stored={stored} onClose={() => setEditing(false)} />
      )}
    </div>
  );
};

import { addDays, sayTime, showDate } from '@homecare/domain/calendar.ts';
import { listOwnPapers } from '@homecare/domain/notices/contract.ts';
import { nextOnPhone } from '@homecare/domain/visits/next-visits.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { useKeptSchedule } from '../features/visits/api.ts';
import { keep } from '../platform/kept.ts';
import { useRead } from '../platform/query.ts';
import { Pill } from '../ui/Pill.tsx';
import { CallOffice } from './CallOffice.tsx';
import { useOwnWeek } from './own-week.ts';
import own from './PhoneBar.module.css';
import { ThisWeek } from './ThisWeek.tsx';
import { PHONE_TAB } from './tab-props.ts';
import { useAbsences } from './use-absences.ts';
import { useWords, type Words } from './words.ts';

const sayNext = (words: Words, { Date: date, ClientName, ...visit }: Visit, today: string) => {
  const until = words.clock(sayTime(visit.PlanEndTime));
  if (visit.Status === 'Active') return words.nowWith(ClientName, until);
  const start = words.clock(sayTime(visit.PlanStartTime));
  return words.next(date === today ? start : `${words.tomorrowShort} ${start}`, ClientName);
};

interface NextLineProps {
  readonly providerId: number;
  /** Today's visits as far as known, with what was pressed on this phone. */
  readonly visits: readonly Visit[] | undefined;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly today: string;
}

/** The next thing to do today or tomorrow, since both days are on the phone. Its space is reserved until it is known. */
export const NextLine = ({ providerId, visits, now, zone, today }: NextLineProps) => {
  const words = useWords();
  const { data: tomorrow } = useKeptSchedule(providerId, addDays(today, 1));
  const absenceOf = useAbsences(zone);
  const mine = [...(visits ?? []), ...(tomorrow ?? [])].filter((visit) => absenceOf(visit) === undefined);
  const [next] = nextOnPhone(mine, now, zone);
  const isKnown = visits !== undefined && (next !== undefined || tomorrow !== undefined);
  return (
    <p className={own.nextLine} role="status">
      {isKnown && (next ? sayNext(words, next, today) : words.noneNext)}
    </p>
  );
};

const PAPER_TONES = { danger: 'danger', warn: 'warn', info: 'info' } as const;

/** The caregiver's own documents that need a new date, most urgent first. Loaded each time and not stored on the phone. */
const MyPapers = () => {
  const words = useWords();
  const { data } = useRead(listOwnPapers, {}, { staleTime: 0 });
  if (!data || data.length === 0) return null;
  const stateOf = (tone: keyof typeof PAPER_TONES, day: string | null) => {
    if (day === null) return words.paperMissing;
    return tone === 'danger' ? words.expired(showDate(day)) : words.expires(showDate(day));
  };
  return (
    <section className={own.card} aria-label={words.myPapers}>
      <h2 className={own.title}>{words.myPapers}</h2>
      <ul className={own.papers}>
        {data.map(({ rule, tone, day }) => (
          <li key={rule}>
            <b>{words.papers[rule]}</b>
            <Pill tone={PAPER_TONES[tone]}>{stateOf(tone, day)}</Pill>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Below today's visits: the week so far, expiring documents, and the office. */
export const PhoneToday = ({ officePhone }: { readonly officePhone: string }) => {
  const week = useOwnWeek();
  return (
    <>
      {week.data && <ThisWeek week={week.data} onHours={() => keep(PHONE_TAB, 'week')} />}
      <MyPapers />
      <CallOffice phone={officePhone} />
    </>
  );
};

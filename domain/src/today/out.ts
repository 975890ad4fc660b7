import { addDays, todayIn } from '../calendar.ts';
import { type Around, startOfDay, type TodayFacts } from './facts.ts';
import type { Today } from './schema.ts';

/** Who is out today: call-outs first, then time off, by name; with how many of their visits of today have nobody (docs/rules/today.md, rule 11). */

type Away = Today['out'][number];

const at = (stamp: string) => Temporal.Instant.from(stamp);

/** Call-outs that hold at any time of the day, each through its last day. */
const calledOut = ({ callOuts = [] }: TodayFacts, { today, zone }: Around): Omit<Away, 'open'>[] => {
  const [start, end] = [at(startOfDay(today, zone)), at(startOfDay(addDays(today, 1), zone))];
  return callOuts
    .filter(
      ({ from, until }) =>
        Temporal.Instant.compare(at(from), end) < 0 && Temporal.Instant.compare(at(until), start) > 0,
    )
    .map(({ ProviderID, Provider, until }) => ({
      id: ProviderID,
      name: Provider,
      why: 'calledOut',
      through: todayIn(zone, at(until).subtract({ seconds: 1 })).toString(),
      hours: null,
    }));
};

/** Whole days, and hours of today that are not over. */
const onTimeOff = ({ timeOff = [] }: TodayFacts, { now, zone, today }: Around): Omit<Away, 'open'>[] => {
  const clock = now.toZonedDateTimeISO(zone).toPlainTime().toString();
  return timeOff
    .filter(({ status, from, through }) => status === 'Approved' && from <= today && through >= today)
    .filter(({ throughTime }) => throughTime === null || throughTime > clock)
    .map(({ providerId, Provider, through, fromTime, throughTime }) => ({
      id: providerId,
      name: Provider,
      why: 'timeOff',
      through,
      hours: fromTime === null || throughTime === null ? null : { from: fromTime, to: throughTime },
    }));
};

export const outToday = (facts: TodayFacts, around: Around): Away[] => {
  const byName = (a: Omit<Away, 'open'>, b: Omit<Away, 'open'>) => a.name.localeCompare(b.name);
  const all = [...calledOut(facts, around).toSorted(byName), ...onTimeOff(facts, around).toSorted(byName)];
  const openOf = (person: number) =>
    facts.open?.filter(({ ProviderID, date }) => ProviderID === person && date === around.today).length ?? 0;
  return all
    .filter(({ id }, place) => all.findIndex((one) => one.id === id) === place)
    .map((one) => ({ ...one, open: openOf(one.id) }));
};

import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import { spanOn } from '@homecare/domain/care-plans/rules.ts';
import type { WeekRows } from '@homecare/domain/care-plans/schema.ts';
import { sum } from '@homecare/domain/sum.ts';

/** Prior authorizations of the example agency: some run out, some exceed their plans, some end soon. */

/** What a client gets of a type in all plans together. */
export interface ExampleCare {
  readonly clientId: number;
  readonly typeId: number;
  readonly weeks: readonly WeekRows[];
}

export interface ExamplePar {
  readonly client_id: number;
  readonly type_id: number;
  readonly number: string;
  readonly from_date: string;
  readonly through_date: string;
  readonly units: number;
}

const weekUnits = (weeks: readonly WeekRows[]) =>
  sum(
    weeks.flatMap((week) =>
      WEEKDAYS.map((day) => {
        const span = spanOn(week, day);
        return span ? Math.ceil((span.end - span.start + week[2][day]) / 15) : 0;
      }),
    ),
  );

/** Percent of what the plans need, chosen by client so that every start makes the same ones. */
const SHARES = [100, 55, 99, 112, 101, 92, 100, 75];
/** The agency has cards for this many weeks; earlier days are not in its books. */
const WEEKS_BACK = 11;

/** Today's authorization and the one before. A client whose last one has ended has none now. */
export const examplePars = (
  { clientId, typeId, weeks }: ExampleCare,
  today: Temporal.PlainDate,
): ExamplePar[] => {
  const isOver = clientId % 29 === 3;
  const begun = isOver ? 12 : clientId % 12;
  const month = today.with({ day: 1 });
  const from = month.subtract({ months: begun });
  const share = SHARES[clientId % SHARES.length] ?? 100;
  const last = from.add({ years: 1 });
  const known = today.subtract({ weeks: WEEKS_BACK });
  const first = Temporal.PlainDate.compare(from, known) < 0 ? known : from;
  const days = first.until(last, { largestUnit: 'days' }).days;
  const units = Math.max(1, Math.round((weekUnits(weeks) * days * share) / 700));
  const of = { client_id: clientId, type_id: typeId, units };
  const number = String(clientId * 100 + typeId);
  const years = [from.subtract({ years: 1 }), from];
  return years.map((first, at) => ({
    ...of,
    number: number.padStart(at === 0 ? 9 : 10, '0'),
    from_date: first.toString(),
    through_date: first.add({ years: 1 }).subtract({ days: 1 }).toString(),
  }));
};

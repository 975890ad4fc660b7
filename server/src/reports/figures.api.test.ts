import { CARD_STATUSES } from '@homecare/domain/billing/schema.ts';
import { weekdayOf } from '@homecare/domain/calendar.ts';
import { fold } from '@homecare/domain/fold.ts';
import { previewReport } from '@homecare/domain/reports/contract.ts';
import type { CellValue, ReportPreview } from '@homecare/domain/reports/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeNamesIn } from '../../testing/code-names.ts';
import {
  daysBetween,
  lastOf,
  lengthOf,
  type MadeAgency,
  type MadeCard,
  type MadeDay,
  type MadePerson,
  type MadePlan,
  type MadeVisit,
  makeAgency,
  minutesOn,
  paidHoursOf,
  plannedOn,
  unitsOf,
} from '../../testing/report-agency.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { PAGE_REPORTS } from './documents.ts';

/**
 * Compares every report, line by line, with plain loops over the lists the agency was made from. Today is 2026-11-20. For totals on
 * every medium, see every-report.api.test.ts.
 */

const TODAY = '2026-11-20';

let server: TestServer;
let admin: Caller;
let agency: MadeAgency;
beforeAll(async () => {
  server = await testServer();
  agency = await makeAgency(server.site.pool);
  const { secrets } = server.site;
  await server.site.pool.query('update people set ssn_cipher = $1 where ssn_cipher is not null', [
    secrets.encrypt('123-45-6789'),
  ]);
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const ask = async (file: string, input: Record<string, string>, caller = admin): Promise<ReportPreview> => {
  const { data, text } = await caller.call(previewReport, { file, ...input });
  if (!data) throw new Error(`${file}: ${text}`);
  return data;
};
const columnOf = (report: ReportPreview, title: string): CellValue[] => {
  const at = report.columns.findIndex((column) => column.title === title);
  expect(`${title} ${at >= 0}`).toBe(`${title} true`);
  return report.rows.map((row) => row[at] ?? null);
};
const totalOf = (report: ReportPreview, title: string) =>
  report.totals[report.columns.findIndex((column) => column.title === title)];

type Line = readonly (CellValue | undefined)[];
const sorted = (lines: readonly Line[]) => lines.map((line) => JSON.stringify(line)).toSorted();

// ---- counting by plain loops

const sum = (values: readonly number[]) => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
const hundredths = (minutes: number) => Math.round((minutes * 100) / 60);
const tenths = (part: number, whole: number) => Math.floor((part * 1000) / whole);
const dayBefore = (day: string) => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
const daysSince = (day: string, until = TODAY) => daysBetween(day, until).length - 1;
/** The same day some months later, or the month's last day if it is shorter. */
const monthsAfter = (day: string, months: number) => Temporal.PlainDate.from(day).add({ months }).toString();

const isActive = ({ start, archived, left, returned }: MadePerson, day: string) => {
  if (day < start || (archived !== null && day >= archived)) return false;
  return left === null || day < left || day >= (returned ?? '');
};
const runs = ({ start, end }: MadePlan, day: string) => start <= day && (end === null || day < end);
const runningOf = (key: 'client' | 'provider', { id }: MadePerson, day: string) =>
  agency.plans.filter((plan) => plan[key].id === id && runs(plan, day));
const weekOf = ({ week }: MadePlan) =>
  hundredths(sum(Object.values(week).map(([start, end]) => lengthOf({ start, end }))));
const plannedIn = (plan: MadePlan, from: string, through: string) =>
  sum(plannedOn(plan, from, through).map((date) => minutesOn(plan, date)));
const ofMonth = (month: string) => agency.cards.filter((card) => card.month === month);
const amountOf = (card: MadeCard) => unitsOf(card) * card.rate;
/** Hours of the days through a date, with work and travel rounded separately. */
const hoursUntil = (days: readonly MadeDay[], through: string) => {
  const own = days.filter(({ date }) => date <= through);
  return hundredths(sum(own.map(lengthOf))) + hundredths(sum(own.map(({ travel }) => travel)));
};
const hoursIn = (days: readonly MadeDay[], from: string, through: string) =>
  hoursUntil(days, through) - hoursUntil(days, dayBefore(from));
const unitsUntil = ({ days }: MadeCard, through: string) =>
  unitsOf({ days: days.filter(({ date }) => date <= through) });
const distinct = <T>(values: readonly T[]) => [...new Set(values)];
const countsOf = (values: readonly string[]): [string, number][] =>
  distinct(values)
    .toSorted()
    .map((value) => [value, values.filter((one) => one === value).length]);
const shot = (mmddyyyy: string) => `${mmddyyyy.slice(5)}-${mmddyyyy.slice(0, 4)}`;

const YEAR = Array.from({ length: 11 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`);
const HALVES = [
  ['2026-10-01', '2026-10-15', '1st'],
  ['2026-10-16', '2026-10-31', '2nd'],
] as const;

/** Halves of October with a planned day; all of them are over. */
const halves = () =>
  agency.plans.flatMap((plan) =>
    HALVES.flatMap(([from, through, name], period) => {
      const days = plannedOn(plan, from, through);
      const key = `${plan.id} 2026-10 ${period}`;
      const isCovered = ofMonth('2026-10').some(
        (card) => card.plan.id === plan.id && days.some((day) => card.from <= day && day <= card.through),
      );
      const minutes = sum(days.map((date) => minutesOn(plan, date)));
      const page = agency.scans.get(key);
      return days.length > 0 ? [{ plan, days, through, name, key, isCovered, minutes, page }] : [];
    }),
  );

/** Visits checked for the six elements, with what each is missing. */
const checkedVisits = () =>
  agency.visits
    .filter(({ status }) => status !== 'Planned')
    .map((visit) => ({
      visit,
      missing: [
        visit.plan.aggregatorCode === null && 'type of service',
        (visit.status === 'Active' || !visit.isPlaced) && 'location',
        !visit.plan.provider.hasSsn && 'individual providing',
        visit.status === 'Active' && 'start and end',
      ].filter((element) => element !== false),
    }));

const inSeason = (person: MadePerson) =>
  daysBetween('2025-10-01', '2026-03-31').some((day) => isActive(person, day));
const hadShot = ({ shot: month }: MadePerson) => month !== null && month >= '2025-07' && month <= '2026-06';

const VACCINES: Record<string, readonly [string, string | null]> = {
  1: ['Vaccinated', null],
  0: ['Unvaccinated', null],
  2: ['Exempt', 'Medical'],
  3: ['Exempt', 'Religious'],
  4: ['Exempt', 'Live-in'],
};
const activeToday = () => agency.providers.filter((person) => isActive(person, TODAY));

const savers = (last: string) =>
  agency.providers.filter((one) => {
    const since = one.returned !== null && one.returned > one.start ? one.returned : one.start;
    return isActive(one, last) && daysSince(since, last) >= 180 && monthsAfter(one.dob, 18 * 12) <= last;
  });

/** Sunday to Saturday, cut at the month. */
const weeks = (month: string) => {
  const found: string[][] = [];
  for (const day of daysBetween(`${month}-01`, lastOf(month)))
    if (found.length === 0 || weekdayOf(Temporal.PlainDate.from(day)) === 'Sun') found.push([day]);
    else found.at(-1)?.push(day);
  return found.map((days) => ({ from: days[0] ?? '', through: days.at(-1) ?? '' }));
};

const excludedWords = (excluded: string) => {
  const state =
    monthsAfter(excluded, 12) <= TODAY ? 'Ended' : monthsAfter(excluded, 11) <= TODAY ? 'Soon' : '';
  return [shot(excluded), state].filter(Boolean).join(', ');
};
const byDay = (isExcluded: boolean) => ({
  by: 'Time In',
  input: { day: 'Friday', date: TODAY },
  titles: ['Time In', 'Time Out', 'Client', 'Provider', 'Hours', ...(isExcluded ? ['Excluded'] : [])],
  lines: () =>
    agency.plans
      .filter((plan) => (plan.excluded !== null) === isExcluded && plannedOn(plan, TODAY, TODAY).length > 0)
      .map((plan) => [
        plan.week.Fri?.[0],
        plan.week.Fri?.[1],
        plan.client.name,
        plan.provider.name,
        hundredths(minutesOn(plan, TODAY)),
        ...(plan.excluded === null ? [] : [excludedWords(plan.excluded)]),
      ]),
});

const stateOn = (border: string, soon: string) =>
  border < TODAY ? 'Expired' : soon <= TODAY ? 'Soon' : null;
const parLines = (name: string, par: string | null): Line[] => {
  const state = par && stateOn(par, Temporal.PlainDate.from(par).subtract({ months: 2 }).toString());
  return par && state ? [[name, 'PAR', par, state]] : [];
};
const expiring = (): Line[] => [
  ...agency.providers
    .filter(({ archived }) => archived === null)
    .flatMap(({ name, checked, idExpires }): Line[] => {
      const old = checked && stateOn(monthsAfter(checked, 36), monthsAfter(checked, 35));
      const card =
        idExpires &&
        stateOn(idExpires, Temporal.PlainDate.from(idExpires).subtract({ months: 1 }).toString());
      return [
        ...(checked && old ? [[name, 'Background Check', monthsAfter(checked, 36), old]] : []),
        ...(idExpires === null ? [[name, 'DL/ID', null, 'Missing or wrong']] : []),
        ...(idExpires && card ? [[name, 'DL/ID', idExpires, card]] : []),
        // Nobody has entered these.
        ...['Staff Evaluation', 'Safety Training', 'Skill Validation'].map((what) => [
          name,
          what,
          null,
          'Missing or wrong',
        ]),
      ];
    }),
  ...agency.clients
    .filter(({ archived }) => archived === null)
    .flatMap(({ id, name, parExpiration }): Line[] => [
      [name, 'Home visit', null, 'Missing or wrong'],
      ...parLines(name, parExpiration),
      ...(agency.plans.some((plan) => plan.client.id === id && plan.code === 'IHSSPC' && plan.end === null)
        ? [[name, 'IHSS share form', null, 'Missing or wrong']]
        : []),
    ]),
  ...agency.plans.flatMap(({ excluded, end, client, provider }): Line[] => {
    if (excluded === null || end !== null) return [];
    const ends = monthsAfter(excluded, 12);
    const state = ends <= TODAY ? 'Expired' : monthsAfter(excluded, 11) <= TODAY ? 'Soon' : null;
    return state ? [[`${provider.name} for ${client.name}`, 'Excluded time', ends, state]] : [];
  }),
];

const flowOf = (people: readonly MadePerson[], month: string) => {
  const [first, last] = [`${month}-01`, lastOf(month)];
  const isIn = (day: string | null) => day !== null && first <= day && day <= last;
  /** People who left before they came were never there. */
  const there = people.filter(({ start, archived }) => archived === null || start < archived);
  return [
    there.filter((one) => isActive(one, dayBefore(first))).length,
    there.filter(({ start }) => isIn(start)).length,
    there.filter(({ left, returned }) => left !== null && isIn(returned)).length,
    there.filter(({ left }) => isIn(left)).length + there.filter(({ archived }) => isIn(archived)).length,
    there.filter((one) => isActive(one, last)).length,
  ];
};

interface Expected {
  /** The column that determines the order. */
  readonly by: string;
  readonly input: Record<string, string>;
  readonly titles: readonly string[];
  readonly lines: () => readonly Line[];
  /** The first small table below. */
  readonly summary?: () => readonly Line[];
}

const FLOW = ['opening', 'new', 'returned', 'left', 'closing', 'served'];

const EXPECTED: Record<string, Expected> = {
  ClientStartOfCare: {
    by: 'Start Of Care',
    input: { dateFrom: '2025-03-01', dateTo: '2026-06-30', type: 'private' },
    titles: ['Name', 'Start Of Care', 'Hours a week now', 'State'],
    lines: () =>
      begun().map((one) => [
        one.name,
        one.start,
        sum(runningOf('client', one, TODAY).map(weekOf)),
        one.archived === null ? 'Active' : 'Archived',
      ]),
    summary: () => countsOf(begun().map(({ start }) => start.slice(0, 7))),
  },
  ClientsActive: {
    by: 'Name',
    input: { date: '2026-10-31' },
    titles: ['Name', 'Plans', 'Hours a week'],
    lines: () =>
      agency.clients
        .filter((one) => isActive(one, '2026-10-31'))
        .map((one) => {
          const plans = runningOf('client', one, '2026-10-31');
          return [one.name, plans.length, sum(plans.map(weekOf))];
        }),
  },
  ProvidersActive: {
    by: 'Name',
    input: { date: '2026-10-31' },
    titles: ['Name', 'Clients', 'Hours a week'],
    lines: () =>
      agency.providers
        .filter((one) => isActive(one, '2026-10-31'))
        .map((one) => {
          const plans = runningOf('provider', one, '2026-10-31');
          return [one.name, distinct(plans.map(({ client }) => client.id)).length, sum(plans.map(weekOf))];
        }),
  },
  ClientsHours: {
    by: 'Name',
    input: { year: '2026', quater: '4', type: 'nonprivate' },
    titles: ['Name', 'Code', '2026-10', '2026-11', '2026-12', 'Billed', 'Planned', 'Difference'],
    lines: () =>
      agency.clients
        .filter(({ isPrivate }) => !isPrivate)
        .flatMap(({ id, name }) => {
          const plans = agency.plans.filter(({ client }) => client.id === id);
          return distinct(plans.map(({ code }) => code)).map((code) => {
            const own = plans.filter((plan) => plan.code === code);
            const billed = ['2026-10', '2026-11', '2026-12'].map((month) =>
              sum(
                ofMonth(month)
                  .filter(({ plan }) => own.includes(plan))
                  .map((card) => unitsOf(card) * 25),
              ),
            );
            const planned = sum(
              own.flatMap((plan) =>
                ['2026-10', '2026-11', '2026-12'].map((month) =>
                  hundredths(plannedIn(plan, `${month}-01`, lastOf(month))),
                ),
              ),
            );
            return [name, code, ...billed, sum(billed), planned, sum(billed) - planned];
          });
        }),
  },
  BilledYearlyUnits: {
    by: 'Name',
    input: { year: '2026', type: 'all' },
    titles: ['Name', 'Code', 'Sep', 'Oct', 'Nov', 'Not denied', 'Denied units', 'Authorized', 'Used', 'Left'],
    lines: () =>
      agency.clients.flatMap(({ id, name, units, parExpiration }) => {
        const all = agency.cards.filter(({ plan }) => plan.client.id === id);
        const codes = distinct([...all.map(({ plan }) => plan.code), ...(units === null ? [] : ['PCP'])]);
        return codes.map((code) => {
          const own = all.filter(({ plan }) => plan.code === code);
          const good = own.filter(({ status }) => status !== 'Denied');
          const last = parExpiration ?? '2026-12-31';
          const before = Temporal.PlainDate.from(last).subtract({ years: 1 }).toString();
          const used = sum(good.map((card) => unitsUntil(card, last) - unitsUntil(card, before)));
          return [
            name,
            code,
            ...['2026-09', '2026-10', '2026-11'].map((month) =>
              sum(good.filter((card) => card.month === month).map(unitsOf)),
            ),
            sum(good.map(unitsOf)),
            sum(own.filter(({ status }) => status === 'Denied').map(unitsOf)),
            ...(units !== null && code === 'PCP' ? [units, used, units - used] : [null, null, null]),
          ];
        });
      }),
  },
  ProvidersStart: {
    by: 'Start Date',
    input: { dateFrom: '2025-01-01', dateTo: '2026-12-31' },
    titles: ['Name', 'Start Date', 'First plan', 'First paid day', 'State'],
    lines: () =>
      agency.providers
        .filter(({ start }) => start >= '2025-01-01')
        .map(({ id, name, start, archived }) => {
          const plans = agency.plans.filter(({ provider }) => provider.id === id);
          const paid = agency.cards
            .filter(({ plan }) => plan.provider.id === id)
            .flatMap((card) => card.days.filter(({ payroll }) => payroll).map(({ date }) => date));
          return [
            name,
            start,
            plans.map((plan) => plan.start).toSorted()[0] ?? null,
            paid.toSorted()[0] ?? null,
            archived === null ? 'Active' : 'Archived',
          ];
        }),
    summary: () =>
      countsOf(agency.providers.map(({ start }) => start.slice(0, 7)).filter((month) => month >= '2025')),
  },
  ProvidersReturn: {
    by: 'Return Date',
    input: { dateFrom: '2026-03-01', dateTo: '2026-12-31' },
    titles: ['Name', 'Left on', 'Return Date', 'Days away', 'Plans now'],
    lines: () =>
      agency.providers.flatMap((one) => {
        const { name, left, returned } = one;
        if (returned === null || returned < '2026-03-01') return [];
        const away = left && daysSince(left, returned);
        return [[name, left, returned, away, runningOf('provider', one, TODAY).length]];
      }),
  },
  Vaccination: {
    by: 'Name',
    input: { vac: '3' },
    titles: ['Name', 'State', 'Reason'],
    lines: () =>
      activeToday().flatMap(({ name, vaccine }) => (vaccine === '3' ? [[name, 'Exempt', 'Religious']] : [])),
    // Shares are of everyone, whatever is listed.
    summary: () =>
      ['1', '0', '2', '3', '4'].map((value) => {
        const own = activeToday().filter(({ vaccine }) => (vaccine ?? '0') === value).length;
        const [state, reason] = VACCINES[value] ?? [];
        return [reason ?? state, own, tenths(own, activeToday().length)];
      }),
  },
  FluShot: {
    by: 'Name',
    input: { vac: '1', year: '2025' },
    titles: ['Name', 'Month of shot', 'Mark'],
    lines: () =>
      agency.providers
        .filter((one) => inSeason(one) && hadShot(one))
        .map((one) => [one.name, one.shot, one.archived === null ? null : 'left']),
    summary: () => {
      const season = agency.providers.filter(inSeason);
      const had = season.filter(hadShot).length;
      const without = season.length - had;
      return [
        ['Yes', had, tenths(had, season.length)],
        ['No', without, tenths(without, season.length)],
      ];
    },
  },
  ExpiringDocuments: {
    by: 'Due',
    input: { date: TODAY },
    titles: ['Person', 'What', 'Due', 'State'],
    lines: expiring,
    summary: () => countsOf(expiring().map(([, what]) => String(what))),
  },
  Birthdays: {
    by: 'Day',
    input: { month: '2026-11' },
    titles: ['Day', 'Name', 'Turns'],
    lines: () =>
      [...agency.clients, ...agency.providers]
        .filter(({ dob, archived }) => dob.slice(5, 7) === '11' && archived === null)
        .map(({ dob, name }) => [`2026-${dob.slice(5)}`, name, 2026 - Number(dob.slice(0, 4))]),
  },
  SecureSaving: {
    by: 'Last',
    input: { month: '2026-11' },
    titles: ['Provider ID', 'SSI #', 'Days', 'New'],
    lines: () =>
      savers('2026-11-30').map((one) => {
        const since = one.returned !== null && one.returned > one.start ? one.returned : one.start;
        return [
          String(one.id),
          one.hasSsn ? '123-45-6789' : null,
          daysSince(since, '2026-11-30'),
          savers('2026-10-31').includes(one) ? null : 'this month',
        ];
      }),
  },
  Statistic: {
    by: 'Month',
    input: { year: '2026' },
    titles: [
      'Month',
      ...FLOW.map((what) => `Clients ${what}`),
      ...FLOW.map((what) => `Providers ${what}`),
      ...[
        'Visits planned',
        'Visits Complete',
        'Billed hours',
        'Units',
        'Amount',
        'Status Paid',
        'Status Denied',
      ],
      'Hours per client',
    ],
    lines: () =>
      YEAR.map((month) => {
        const [cards, visits] = [ofMonth(month), agency.visits.filter(({ date }) => date.startsWith(month))];
        const served = distinct(cards.map(({ plan }) => plan.client.id)).length;
        const units = sum(cards.map(unitsOf));
        const of = (status: string) => sum(cards.filter((card) => card.status === status).map(amountOf));
        return [
          month,
          ...flowOf(agency.clients, month),
          served,
          ...flowOf(agency.providers, month),
          distinct(
            cards
              .filter(({ days }) => days.some(({ payroll }) => payroll))
              .map(({ plan }) => plan.provider.id),
          ).length,
          visits.length,
          visits.filter(({ status }) => status === 'Complete').length,
          units * 25,
          units,
          sum(cards.map(amountOf)),
          of('Paid'),
          of('Denied'),
          served === 0 ? null : Math.round((units * 25) / served),
        ];
      }),
  },
  MonthOverview: {
    by: 'Week',
    input: { month: '2026-10' },
    titles: [
      'Week',
      'Planned',
      'Worked by cards',
      'Billed',
      'Paid',
      'Denied hours',
      'Status Billed',
      'Status Denied',
    ],
    lines: () =>
      weeks('2026-10').map(({ from, through }) => {
        const cards = ofMonth('2026-10');
        const denied = cards.filter(({ status }) => status === 'Denied');
        const amount = (status: string) =>
          sum(
            cards
              .filter((card) => card.status === status)
              .map((card) => (unitsUntil(card, through) - unitsUntil(card, dayBefore(from))) * card.rate),
          );
        return [
          `${shot(from)} - ${shot(through)}`,
          sum(
            agency.plans.map(
              (plan) =>
                hundredths(plannedIn(plan, '2026-10-01', through)) -
                hundredths(plannedIn(plan, '2026-10-01', dayBefore(from))),
            ),
          ),
          sum(cards.map(({ days }) => hoursIn(days, from, through))),
          25 * sum(cards.map((card) => unitsUntil(card, through) - unitsUntil(card, dayBefore(from)))),
          sum(
            cards.map(({ days }) =>
              hoursIn(
                days.filter(({ payroll }) => payroll),
                from,
                through,
              ),
            ),
          ),
          25 * sum(denied.map((card) => unitsUntil(card, through) - unitsUntil(card, dayBefore(from)))),
          amount('Billed'),
          amount('Denied'),
        ];
      }),
  },
  VisitsByMonth: {
    by: 'Client',
    input: { month: '2026-11' },
    titles: [
      ...[
        'Client',
        'Provider',
        'Visits planned',
        'Visits Complete',
        'Active',
        'Active past end',
        'Missed',
        'Ahead',
      ],
      ...[
        '% Complete',
        'Edited',
        'Success',
        'Failed',
        'Pending',
        'None',
        'Planned by visits',
        'Actual hours',
      ],
    ],
    lines: () =>
      agency.plans.flatMap((plan) => {
        const own = agency.visits.filter((visit) => visit.plan === plan);
        const count = (is: (visit: MadeVisit) => boolean) => own.filter(is).length;
        const [complete, active] = [
          count(({ status }) => status === 'Complete'),
          count(({ status }) => status === 'Active'),
        ];
        const missed = count(({ status, date }) => status === 'Planned' && date < TODAY);
        if (own.length === 0) return [];
        const due = complete + active + missed;
        return [
          [
            plan.client.name,
            plan.provider.name,
            own.length,
            complete,
            active,
            active,
            missed,
            own.length - due,
            due === 0 ? null : tenths(complete, due),
            count(({ isEdited }) => isEdited),
            count(({ aggregator }) => aggregator === 'Success'),
            count(({ aggregator }) => aggregator === 'Failed'),
            count(({ aggregator }) => aggregator === 'Pending'),
            count(({ aggregator }) => aggregator === null),
            hundredths(sum(own.map(({ date }) => minutesOn(plan, date)))),
            hundredths(sum(own.map(({ minutes }) => minutes))),
          ],
        ];
      }),
  },
  MissingTS: {
    by: 'Provider',
    input: { month: '2026-10' },
    titles: ['Provider', 'Client', 'Plan', 'Half', 'Days in half', 'Planned in half', 'Days since half end'],
    lines: () =>
      halves()
        .filter(({ page }) => page === undefined)
        .map(({ plan, name, days, minutes, through }) => [
          plan.provider.name,
          plan.client.name,
          String(plan.id),
          name,
          days.length,
          hundredths(minutes),
          daysSince(through),
        ]),
    summary: () => countsOf(halves().flatMap(({ page, name }) => (page === undefined ? [name] : []))),
  },
  NoBilledTS: {
    by: 'Client',
    input: { month: '2026-10' },
    titles: ['Client', 'Plan', 'Half', 'Received', 'Planned in half', 'Scan'],
    lines: () =>
      halves()
        .filter(({ page, isCovered }) => page !== undefined && !isCovered)
        .map(({ plan, name, minutes, page }) => [
          plan.client.name,
          String(plan.id),
          name,
          '2026-11-02',
          hundredths(minutes),
          page,
        ]),
  },
  OfficeTimesheets: {
    by: 'Provider',
    input: { month: '2026-10' },
    titles: ['Plan', 'Half', 'Received', 'Pages', 'Original', 'Billed'],
    lines: () =>
      halves().map(({ plan, name, page, key, isCovered }) => [
        String(plan.id),
        name,
        page === undefined ? null : '2026-11-02',
        page === undefined ? 0 : 1,
        page === undefined ? null : agency.codes.get(key)?.includes(6) ? 'no' : 'yes',
        isCovered ? 'yes' : 'no',
      ]),
    summary: () => {
      const came = halves().filter(({ page }) => page !== undefined);
      return [
        ['Expected', halves().length],
        ['Received', came.length],
        ['With errors', came.filter(({ key }) => agency.codes.has(key)).length],
        ['Original missing', came.filter(({ key }) => agency.codes.get(key)?.includes(6)).length],
        ['Missing', halves().length - came.length],
      ];
    },
  },
  DeniedBilling: {
    by: 'Client',
    input: { from: '2026-09-01', to: '2026-10-31' },
    titles: ['Client', 'Provider', 'Units', 'Amount', 'Paid amount', 'Open', 'Status', 'Reason', 'Days open'],
    lines: () =>
      denied().map((card) => [
        card.plan.client.name,
        card.plan.provider.name,
        unitsOf(card),
        amountOf(card),
        0,
        amountOf(card),
        'Denied',
        sayDenied(card),
        10,
      ]),
    summary: () =>
      distinct(denied().map(sayDenied))
        .toSorted()
        .map((reason) => {
          const own = denied().filter((card) => sayDenied(card) === reason);
          const billed = own.filter((card) => unitsOf(card) > 0);
          return [reason, billed.length, sum(own.map(unitsOf)), sum(own.map(amountOf))];
        }),
  },
  HoursCompare: {
    by: 'Client',
    input: { month: '2026-11' },
    titles: ['Plan', 'Planned', 'Worked', 'Billed', 'Paid', 'Billed − worked', 'Paid − worked', 'Mark'],
    lines: () =>
      agency.plans.flatMap((plan) => {
        const cards = ofMonth('2026-11').filter((card) => card.plan === plan);
        const visits = agency.visits.filter((visit) => visit.plan === plan);
        const planned = plannedIn(plan, '2026-11-01', '2026-11-30');
        if (cards.length + visits.length === 0 && planned === 0) return [];
        const worked = hundredths(sum(visits.map(({ minutes }) => minutes)));
        const [billed, paid] = [sum(cards.map((card) => unitsOf(card) * 25)), sum(cards.map(paidHoursOf))];
        const marks = [
          billed - worked > 25 && 'billed above verified',
          paid - billed > 25 && 'paid not billed',
          worked - billed > 25 && 'worked not billed',
        ].filter(Boolean);
        const isExempt = plan.excluded !== null;
        return [
          [
            String(plan.id),
            hundredths(planned),
            isExempt ? 'exempt' : worked,
            billed,
            paid,
            isExempt ? null : billed - worked,
            isExempt ? null : paid - worked,
            isExempt ? null : marks.join(', ') || null,
          ],
        ];
      }),
  },
  EvvElements: {
    by: 'Date',
    input: { dateFrom: '2026-11-01', dateTo: '2026-11-30' },
    titles: ['Date', 'Plan', 'Lacking', 'Edited', 'Sandata'],
    lines: () =>
      checkedVisits()
        .filter(({ missing: lacking }) => lacking.length > 0)
        .map(({ visit, missing: lacking }) => [
          visit.date,
          String(visit.plan.id),
          lacking.join(', '),
          visit.isEdited ? 'code 1' : null,
          visit.aggregator ?? 'none',
        ]),
    summary: () => [
      ['Looked at', checkedVisits().length],
      ['Lacking', checkedVisits().filter(({ missing: lacking }) => lacking.length > 0).length],
      ...(
        [
          ['type of service'],
          ['individual receiving'],
          ['date'],
          ['location'],
          ['individual providing'],
          ['start and end'],
        ] as const
      ).map(([element]) => [
        `No ${element}`,
        checkedVisits().filter(({ missing: lacking }) => lacking.some((one) => one === element)).length,
      ]),
    ],
  },
  CarePlanExpiration: {
    by: 'Due',
    input: {},
    titles: ['Client', 'Plan', 'Start Date', 'Months old', 'Due', 'State'],
    lines: () =>
      agency.plans
        .filter(({ start, end }) => end === null && monthsAfter(start, 11) <= '2026-11-30')
        .map(({ client, id, start }) => [
          client.name,
          String(id),
          start,
          monthsAfter(start, 12) <= '2026-11-30' ? 12 : 11,
          monthsAfter(start, 12),
          monthsAfter(start, 12) <= '2026-11-30' ? 'Expired' : 'Soon',
        ]),
  },
  ExcludedByDay: byDay(true),
  NotExcludedByDay: byDay(false),
};

const begun = () =>
  agency.clients.filter(
    ({ isPrivate, start }) => isPrivate && start >= '2025-03-01' && start <= '2026-06-30',
  );
const denied = () => agency.cards.filter(({ status, month }) => status === 'Denied' && month < '2026-11');
const sayDenied = ({ reason }: MadeCard) =>
  reason === 'CO-29' ? 'CO 29 (by contract): It was sent after the time limit for claims.' : (reason ?? '');

describe.each(PAGE_REPORTS.map(({ entry: { name, file } }) => [name, file] as const))('%s', (_, file) => {
  test('has the lines that a loop over the lists finds', async () => {
    const expected = EXPECTED[file];
    if (!expected) throw new Error(`${file}: no loop counts this report`);
    const report = await ask(file, expected.input);
    // A status has one name, on screen and on paper (docs/rules/reports.md, rule 24).
    const names = report.columns.flatMap(({ title }) => codeNamesIn(title));
    expect(names.filter((name) => !CARD_STATUSES.some((status) => status === name))).toEqual([]);
    const columns = expected.titles.map((title) => columnOf(report, title));
    const lines = expected.lines();
    expect(lines.length).toBeGreaterThan(0);
    expect(sorted(report.rows.map((__, n) => columns.map((column) => column[n])))).toEqual(sorted(lines));
    const order = columnOf(report, expected.by).filter((value) => value !== null);
    expect(order).toEqual(order.toSorted((a, b) => (fold(String(a)) < fold(String(b)) ? -1 : 1)));
    if (expected.summary) expect(report.summaries[0]?.rows).toEqual(expected.summary());
  });
});

test('the two lists of a day together contain all plans of the day', () => {
  const planned = agency.plans.filter((plan) => plannedOn(plan, TODAY, TODAY).length > 0);
  expect(byDay(true).lines().length + byDay(false).lines().length).toBe(planned.length);
});

test('% Complete of the total is computed from sums, not from lines', async () => {
  const report = await ask('VisitsByMonth', { month: '2026-11' });
  const count = (is: (visit: MadeVisit) => boolean) => agency.visits.filter(is).length;
  const ahead = count(({ status, date }) => status === 'Planned' && date >= TODAY);
  expect(totalOf(report, '% Complete')).toBe(
    tenths(
      count(({ status }) => status === 'Complete'),
      agency.visits.length - ahead,
    ),
  );
});

test('EVV Elements shows how many visits were checked, even if none is missing anything', async () => {
  const day = checkedVisits().find(({ missing: lacking }) => lacking.length === 0)?.visit.date ?? '';
  const ofDay = checkedVisits().filter(({ visit }) => visit.date === day);
  // Exempt visits are not checked.
  await server.site.pool.query('update care_plans set excluded = $2 where id = any($1)', [
    ofDay.filter(({ missing: lacking }) => lacking.length > 0).map(({ visit }) => visit.plan.id),
    day,
  ]);
  const report = await ask('EvvElements', { dateFrom: day, dateTo: day });
  expect(report.rows).toEqual([]);
  expect(report.summaries[0]?.rows.slice(0, 2)).toEqual([
    ['Looked at', ofDay.filter(({ missing: lacking }) => lacking.length === 0).length],
    ['Lacking', 0],
  ]);
});

test('Secure Saving shows full numbers to admins, and names people with a missing date', async () => {
  const seen = columnOf(await ask('SecureSaving', { month: '2026-11' }, await server.as('user')), 'SSI #');
  expect(seen.filter((ssn) => ssn !== null).every((ssn) => /^\*\*\*-\*\*-00\d\d$/.test(String(ssn)))).toBe(
    true,
  );
  const [one] = savers('2026-11-30');
  await server.site.pool.query('update people set dob = null where id = $1', [one?.id]);
  const report = await ask('SecureSaving', { month: '2026-11' });
  await server.site.pool.query('update people set dob = $2 where id = $1', [one?.id, one?.dob]);
  expect(columnOf(report, 'Provider ID')).not.toContain(String(one?.id));
  expect(
    report.notes.some((note) => note.startsWith(`${one?.name} (ID ${one?.id}) is not in the file. Missing:`)),
  ).toBe(true);
});

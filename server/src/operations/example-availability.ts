import type {
  HoursWindow,
  PairPreference,
  TimeOff,
  TimeOffStatus,
  WeekWindows,
} from '@homecare/domain/availability/schema.ts';
import { minuteOfDay, perDay, spanMinutes, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { AvailabilityToStore } from '../availability/bulk.ts';
import type { ExamplePlan, Placed } from './example-plans.ts';
import { type Random, randomOf } from './example-random.ts';

/** When the example caregivers can work, and what their clients require. */

const SKILLS = [
  'Catheter care',
  'Dementia care',
  'Diabetes care',
  'Hoyer lift',
  'Medication reminders',
  'Range of motion',
  'Tube feeding',
  'Wound care',
] as const;

const NEVER_REASONS = ['Asked for someone else.', 'Allergic to the client’s cats.', 'Often late.'] as const;
const PREFERRED_REASONS = ['Knows the routine.', 'They get along well.', null] as const;
const AWAY_REASONS = ['Vacation.', 'Doctor appointment.', 'Family visit.', 'School event.', null] as const;

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

interface Planned {
  readonly from: string;
  readonly to: string;
}

const plannedOn = (plans: readonly ExamplePlan[], day: Weekday): Planned[] =>
  plans.flatMap(({ week: { time } }) => {
    const from = time[0][day];
    const to = time[1][day];
    return from === null || to === null ? [] : [{ from, to }];
  });

/** Hours around what is already planned, more on some days; undefined if nights are planned, which means any time. */
const windowOf = (planned: readonly Planned[], random: Random): HoursWindow[] | undefined => {
  if (planned.some(({ from, to }) => to <= from)) return undefined;
  if (planned.length === 0) return random.chance(0.5) ? [{ from: '08:00', to: '16:00' }] : [];
  const first = Math.min(...planned.map(({ from }) => minuteOfDay(from)));
  const last = Math.max(...planned.map(({ to }) => minuteOfDay(to)));
  const from = Math.max(5 * 60, Math.floor(first / 60) * 60 - 60 * random.int(0, 2));
  const to = Math.min(23 * 60, Math.ceil(last / 60) * 60 + 60 * random.int(0, 3));
  return [{ from: clock(Math.min(from, first)), to: clock(Math.max(to, last)) }];
};

const windowsOf = (plans: readonly ExamplePlan[], random: Random): WeekWindows | null => {
  if (random.chance(0.2)) return null;
  const days = new Map(WEEKDAYS.map((day) => [day, windowOf(plannedOn(plans, day), random)]));
  if ([...days.values()].includes(undefined)) return null;
  const windows = perDay((day) => days.get(day) ?? []);
  return WEEKDAYS.every((day) => windows[day].length === 0) ? null : windows;
};

const plannedMinutes = (plans: readonly ExamplePlan[]) =>
  sum(WEEKDAYS.flatMap((day) => plannedOn(plans, day)).map(({ from, to }) => spanMinutes(from, to)));

const FIVE_HOURS = 300;
const SIXTY_HOURS = 3_600;

const hoursOf = (provider: Placed, plans: readonly ExamplePlan[]) => {
  const random = randomOf(`availability ${provider.serial}`);
  const planned = plannedMinutes(plans);
  const wished = Math.min(
    SIXTY_HOURS,
    Math.ceil(planned / FIVE_HOURS) * FIVE_HOURS + FIVE_HOURS * random.int(0, 2),
  );
  const most = Math.max(wished, planned) + FIVE_HOURS * random.int(1, 2);
  return {
    providerId: provider.id,
    windows: windowsOf(plans, random),
    wishedMinutes: wished,
    mostMinutes: Math.min(10_080, most),
    farthestMiles: random.pick([10, 15, 20, 25, null]),
    skills: random.some(SKILLS, random.int(0, 3)),
  };
};

/** A client requires only what their caregivers have, so that the example keeps its own rules. */
const needsOf = (client: Placed, skills: readonly string[]) => {
  const random = randomOf(`needs ${client.serial}`);
  const language = client.draft.Language ?? '';
  const wishes = language !== '' && language !== 'English';
  return {
    clientId: client.id,
    skills: random.chance(0.2) ? skills.slice(0, 1) : [],
    languages: [],
    wishedLanguages: wishes ? [language] : [],
  };
};

const pairsOf = (
  plans: readonly ExamplePlan[],
  providers: readonly Placed[],
): Omit<PairPreference, 'id'>[] => {
  const met = new Set(plans.map(({ provider, client }) => `${provider.id} ${client.id}`));
  const noted = new Set<string>();
  return plans.flatMap(({ provider, client }): Omit<PairPreference, 'id'>[] => {
    const random = randomOf(`pair ${provider.serial} ${client.serial}`);
    const key = `${provider.id} ${client.id}`;
    if (noted.has(key)) return [];
    noted.add(key);
    const preferred = random.chance(0.12)
      ? [
          {
            providerId: provider.id,
            clientId: client.id,
            side: 'client' as const,
            kind: 'preferred' as const,
            reason: random.pick(PREFERRED_REASONS),
          },
        ]
      : [];
    const other = random.pick(providers);
    const refused = `${other.id} ${client.id}`;
    if (!random.chance(0.04) || met.has(refused) || noted.has(refused)) return preferred;
    noted.add(refused);
    const side = random.chance(0.7) ? ('client' as const) : ('caregiver' as const);
    const reason = random.pick(NEVER_REASONS);
    return [...preferred, { providerId: other.id, clientId: client.id, side, kind: 'never', reason }];
  });
};

const STATUSES: readonly (readonly [TimeOffStatus, number])[] = [
  ['Requested', 5],
  ['Approved', 3],
  ['Declined', 1],
];

/** Begins in two to six weeks, so that no visit of the present week becomes open. */
const awayOf = (provider: Placed, today: Temporal.PlainDate): Omit<TimeOff, 'id'>[] => {
  const random = randomOf(`time off ${provider.serial}`);
  if (!random.chance(0.3)) return [];
  const from = today.add({ days: random.int(14, 42) });
  const isPart = random.chance(0.3);
  const through = isPart ? from : from.add({ days: random.int(0, 6) });
  return [
    {
      providerId: provider.id,
      from: from.toString(),
      through: through.toString(),
      fromTime: isPart ? '13:00' : null,
      throughTime: isPart ? '17:00' : null,
      status: random.weighted(STATUSES),
      reason: random.pick(AWAY_REASONS),
    },
  ];
};

export const exampleAvailability = (
  providers: readonly Placed[],
  clients: readonly Placed[],
  plans: readonly ExamplePlan[],
  today: Temporal.PlainDate,
): AvailabilityToStore => {
  const active = providers.filter(({ draft }) => isActive(draft));
  const plansOf = Map.groupBy(plans, ({ provider }) => provider.id);
  const hours = active.map((provider) => hoursOf(provider, plansOf.get(provider.id) ?? []));
  const skillsOf = new Map(hours.map(({ providerId, skills }) => [providerId, skills]));
  const shared = new Map(
    [...Map.groupBy(plans, ({ client }) => client.id)].map(([id, own]) => {
      const [first = [], ...others] = own.map(({ provider }) => skillsOf.get(provider.id) ?? []);
      return [id, first.filter((skill) => others.every((skills) => skills.includes(skill)))];
    }),
  );
  return {
    skills: SKILLS,
    hours,
    needs: clients
      .filter(({ draft }) => isActive(draft))
      .map((one) => needsOf(one, shared.get(one.id) ?? [])),
    pairs: active.length === 0 ? [] : pairsOf(plans, active),
    timeOff: active.flatMap((provider) => awayOf(provider, today)),
  };
};

import { accountInitials } from '@homecare/domain/accounts/rules.ts';
import { addDays, instantOf, visitInstants } from '@homecare/domain/calendar.ts';
import { plannedVisits, visitWindow } from '@homecare/domain/care-plans/rules.ts';
import { metresBetween } from '@homecare/domain/geo.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { iobse, LOCATION_TOLERANCE_METRES } from '@homecare/domain/visits/rules.ts';
import type { PastVisit } from '../visits/service.ts';
import type { ExamplePlan } from './example-plans.ts';
import { type Random, randomOf } from './example-random.ts';

export interface Period {
  readonly from: Temporal.PlainDate;
  readonly now: Temporal.Instant;
  readonly zone: string;
}

/** A plan's visits up to now: most took place, a few were missed, forgotten, held elsewhere or corrected. */
export const pastVisits = (planId: number, plan: ExamplePlan, { from, now, zone }: Period): PastVisit[] => {
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const { StartDate, EndDate, Status, excluded, coversPlanId } = plan.draft;
  const first = StartDate === null ? today : Temporal.PlainDate.from(StartDate);
  const begin = Temporal.PlainDate.compare(first, from) > 0 ? first : from;
  const days = begin.until(today, { largestUnit: 'day' }).days + 1;
  if (days < 1 || StartDate === null) return [];
  const planned = plannedVisits(
    { StartDate, EndDate, Status, excluded, coversPlanId, week: plan.week },
    visitWindow(begin, days),
    { archived: [plan.client.draft.archiveDate ?? null], temporary: [] },
  );
  return planned.flatMap((visit) => {
    const { start, end } = visitInstants(visit.day, visit.start, visit.end, zone);
    const isOver = Temporal.Instant.compare(end, now) < 0;
    if (Temporal.Instant.compare(start, now) > 0) return [];
    const r = randomOf(`visit ${plan.client.serial} ${plan.provider.serial} ${visit.day}`);
    const head = { plan: planId, client: plan.client.id, provider: plan.provider.id, ...visit };
    const made = r.chance(0.025) && isOver ? MISSED : course(r, plan, { start, end, now });
    const created = instantOf(addDays(visit.day, -13), '02:00', zone);
    return [{ ...head, ...made, created: created.toString() }];
  });
};

type Course = Omit<PastVisit, 'plan' | 'day' | 'client' | 'provider' | 'start' | 'end' | 'tasks' | 'created'>;

const MISSED: Course = {
  status: 'Planned',
  aggregator_status: null,
  start_at: null,
  end_at: null,
  start_latitude: null,
  start_longitude: null,
  start_accuracy: null,
  start_distance: null,
  start_location_error: false,
  end_latitude: null,
  end_longitude: null,
  end_accuracy: null,
  end_distance: null,
  end_location_error: false,
  place_latitude: null,
  place_longitude: null,
  start_edited: false,
  end_edited: false,
  iobse: null,
  change_code: null,
  notes: null,
  edited: null,
  edited_by: null,
  edited_via: null,
};

/** A caregiver's visits are 15 minutes apart; deviations of at most this many seconds keep them from overlapping. */
const MOST_OFF = 400;

const course = (
  r: Random,
  plan: ExamplePlan,
  { start, end, now }: { start: Temporal.Instant; end: Temporal.Instant; now: Temporal.Instant },
): Course => {
  const came = start.add({ seconds: Math.max(-MOST_OFF, r.int(-480, 540)) });
  const left = end.add({ seconds: Math.min(MOST_OFF, r.int(-420, 600)) });
  if (Temporal.Instant.compare(came, now) > 0) return MISSED;
  const isRecent = now.epochMilliseconds - end.epochMilliseconds < 36 * 3_600_000;
  const forgot = isRecent && r.chance(0.03);
  const isOver = Temporal.Instant.compare(left, now) <= 0 && !forgot;
  const isByOffice = isOver && r.chance(0.04);
  const isElsewhere = r.chance(0.035);
  const arrival = position(r, plan.client.draft, isElsewhere);
  const departure = position(r, plan.client.draft, isElsewhere && r.chance(0.5));
  const startEdited = isByOffice;
  const by = ({ FirstName, LastName }: PersonDraft) => accountInitials(`${FirstName} ${LastName}`);
  return {
    ...MISSED,
    status: isOver ? 'Complete' : 'Active',
    start_at: came.toString(),
    end_at: isOver ? left.toString() : null,
    ...(startEdited
      ? {}
      : {
          start_latitude: arrival.lat,
          start_longitude: arrival.lon,
          start_accuracy: arrival.accuracy,
          start_distance: arrival.distance,
          start_location_error: arrival.error,
        }),
    ...(isOver && {
      end_latitude: departure.lat,
      end_longitude: departure.lon,
      end_accuracy: departure.accuracy,
      end_distance: departure.distance,
      end_location_error: departure.error,
    }),
    place_latitude: plan.client.draft.AddressLatitude ?? null,
    place_longitude: plan.client.draft.AddressLongitude ?? null,
    start_edited: startEdited,
    iobse: iobse({ billVisit: true, startEdited, endEdited: false }),
    // 2: staff forgot to clock in.
    change_code: startEdited ? 2 : null,
    notes: startEdited ? 'Staff forgot to clock in' : noteOf(r, arrival.error),
    edited: (isOver ? left : came).toString(),
    edited_by: startEdited ? 'M.R.' : by(plan.provider.draft),
    edited_via: startEdited ? 'admin' : r.chance(0.05) ? 'call' : 'app',
    aggregator_status: isOver && plan.type.evvNeeded ? sentStatus(r, left, now) : null,
  };
};

/** The aggregator answers after an hour or so. */
const sentStatus = (r: Random, left: Temporal.Instant, now: Temporal.Instant) =>
  now.epochMilliseconds - left.epochMilliseconds < 3_600_000
    ? null
    : r.weighted<'Success' | 'Failed' | null>([
        ['Success', 93],
        ['Failed', 3],
        [null, 4],
      ]);

const noteOf = (r: Random, isElsewhere: boolean) => {
  if (isElsewhere && r.chance(0.5)) return 'Checked in from the pharmacy.';
  return r.chance(0.05) ? r.pick(NOTES) : null;
};
const NOTES = [
  'Client asked for help with the laundry instead of dusting.',
  'Client had little appetite today.',
  'Daughter was present during the visit.',
  'Client was tired; walk around the block left out.',
  'New medication was delivered, put into the box.',
];

/** Where the phone was: at the door within its accuracy, or somewhere else. */
const position = (r: Random, client: PersonDraft, isElsewhere: boolean) => {
  const home = { lat: client.AddressLatitude ?? 0, lon: client.AddressLongitude ?? 0 };
  const metres = isElsewhere ? r.int(180, 2_600) : r.int(2, 45);
  const angle = r.next() * 2 * Math.PI;
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  const point = {
    lat: round(home.lat + (Math.cos(angle) * metres) / 111_195),
    lon: round(home.lon + (Math.sin(angle) * metres) / (111_195 * Math.cos((home.lat * Math.PI) / 180))),
  };
  const distance = Math.round(metresBetween(home, point) * 10) / 10;
  return {
    ...point,
    accuracy: r.int(4, 25),
    distance,
    // A check against an approximate point is never 'fine' (docs/rules/visits.md, rule 9).
    error: client.AddressApproximate === true || distance > LOCATION_TOLERANCE_METRES,
  };
};

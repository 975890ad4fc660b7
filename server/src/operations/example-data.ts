import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { CARD_STATUSES } from '@homecare/domain/billing/schema.ts';
import type { CarePlanType } from '@homecare/domain/care-plans/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { latinOf } from '@homecare/domain/latin.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { ACTIVE_STATUS, STATUS } from '@homecare/domain/people/kind-and-status.ts';
import { sql } from 'kysely';
import { addExampleLogins } from '../accounts/service.ts';
import { addExampleRecords } from '../aggregator/service.ts';
import { storeAvailability } from '../availability/bulk.ts';
import { addRecords, visitsOfPlans } from '../billing/service.ts';
import { loadTypes } from '../care-plans/reading.ts';
import { insertPlansInBulk } from '../care-plans/service.ts';
import { addEligibility } from '../eligibility/service.ts';
import { addTemplates } from '../messaging/service.ts';
import { addPayCategory } from '../payroll/pay-categories.ts';
import { storeFirstRates } from '../payroll/rates.ts';
import { insertPeopleInBulk } from '../people/bulk.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import { queryRows } from '../platform/db/rows.ts';
import { addScanErrors } from '../timesheets/service.ts';
import { insertVisitHistory, makeVisits } from '../visits/service.ts';
import { type ExampleCare, examplePars } from './example-authorizations.ts';
import { exampleAvailability } from './example-availability.ts';
import { billedMonths, EXAMPLE_RATES, exampleCard } from './example-billing.ts';
import { addExampleClaims } from './example-claims.ts';
import { exampleEligibility, exampleScanErrors } from './example-eligibility.ts';
import { PROVIDER_CAST } from './example-names.ts';
import { addExamplePayroll, PRIVATE_PAY, privateRates } from './example-payroll.ts';
import { castOf, examplePerson, type Setting } from './example-people.ts';
import { readPlaces } from './example-places.ts';
import { type ExamplePlan, examplePlans, type Placed } from './example-plans.ts';
import { addExamplePrivatePay } from './example-private-pay.ts';
import { pastVisits } from './example-visits.ts';

export interface ExampleSize {
  readonly clients: number;
  readonly providers: number;
  /** Months of past visits. */
  readonly months: number;
  readonly say: (line: string) => void;
}

export interface Added {
  readonly providers: number;
  readonly clients: number;
  readonly plans: number;
  readonly pastVisits: number;
  readonly plannedVisits: number;
}

/** Found by name by the buttons that notify many people. */
const EXAMPLE_TEMPLATES = [
  {
    name: 'Missing timesheet',
    text: 'Hello %username%, a timesheet of yours has not reached us yet. Bring or send it to the office, so that your hours can be billed and paid.',
  },
];

/** Plans whose visits are created, and past visits inserted, per statement. */
const PLANS_AT_ONCE = 500;
const VISITS_AT_ONCE = 4_000;

/** Makes the example data of a first start, once: a site that has people keeps them. Returns the caregiver the demo logins belong to. */
export const createExampleData = async (scope: Scope, size: ExampleSize): Promise<{ providerId: number }> => {
  const before = await findDemoProvider(scope.site.db);
  if (before) return { providerId: before };
  const quiet = { ...size, providers: Math.max(1, size.providers), say: () => undefined };
  const added = await addPeople(scope, quiet, 'once');
  if (!added.ok) throw new Error(added.info);
  const { providers, clients, plans, pastVisits, plannedVisits } = added.data;
  if (plans > 0)
    size.say(
      `Example data: ${counted(providers, 'provider')}, ${counted(clients, 'client')}, ${counted(plans, 'care plan')}, ${counted(pastVisits + plannedVisits, 'visit')}.`,
    );
  const [month] = billedMonths({ today: scope.today(), months: size.months });
  if (month) {
    await addExamplePayroll(scope, month);
    await addExamplePrivatePay(
      scope,
      billedMonths({ today: scope.today(), months: size.months }).toReversed(),
    );
    await addExampleClaims(scope.ofPart(), month);
  }
  const providerId = await findDemoProvider(scope.site.db);
  if (!providerId) throw new Error('the example data has no active provider');
  return { providerId };
};

/** The first of the cast or, if people were entered before the example data, their first active caregiver. */
const findDemoProvider = async (db: Scope['site']['db']): Promise<number | undefined> => {
  const [star] = PROVIDER_CAST;
  const { rows } = await sql<{ id: number }>`select id from people where kind = 'Provider' and cur = 'y'
    order by (last_name = ${star?.last} and first_name = ${star?.first}) desc, id limit 1`.execute(db);
  return rows[0]?.id;
};

/**
 * Adds people with plans and visits, all or nothing. The same call on the same day after the same people makes the same data,
 * because each person is made from a serial number that follows the highest id.
 */
export const addExampleData = (scope: Scope, size: ExampleSize) => addPeople(scope, size, 'again');

/** `once` adds only to a site without people. */
type When = 'once' | 'again';

const addPeople = async (scope: Scope, size: ExampleSize, when: When): Promise<Result<Added>> => {
  const types = await loadTypes(scope);
  if (!types.ok) return types;
  const places = readPlaces();
  try {
    return await mutate(scope, 'demo.create', async (tx, record) => {
      // Of two simultaneous first starts, the second waits for the first and then adds nothing.
      await sql`select pg_advisory_xact_lock(hashtext('exampleData'))`.execute(tx);
      const base = await highestId(tx);
      if (when === 'once' && base > 0) {
        record({ entity: 'person', id: null, action: 'run', changes: { added: [null, 0] } });
        return done({ providers: 0, clients: 0, plans: 0, pastVisits: 0, plannedVisits: 0 });
      }
      return addAll(tx, scope, size, { types: types.data, places, base }, record);
    });
  } catch (error) {
    if (!violatedUnique(error)) throw error;
    return refuse('conflict', 'A person of this site has a number of the example data: nothing was added.');
  }
};

const highestId = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from people`.execute(tx);
  return rows[0]?.id ?? 0;
};

const addAll = async (
  tx: Tx,
  scope: Scope,
  size: ExampleSize,
  around: {
    readonly types: readonly CarePlanType[];
    readonly places: Setting['places'];
    /** The highest id of the people before. */
    readonly base: number;
  },
  record: Recorder,
): Promise<Result<Added>> => {
  const now = scope.now();
  const reach = Math.min(1, 0.2 + (size.providers + size.clients) / 1_000);
  const setting: Setting = { today: scope.today(), places: around.places, reach };
  const { base } = around;
  const hasCast = base === 0;
  const made = await addExamplePeople(tx, scope, size, { base, setting }, record);
  if (!made.ok) return made;
  const people = made.data;
  await addPhoneLogins(tx, people.slice(hasCast ? 1 : 0, size.providers), record);
  await analyze(tx);

  const plans = examplePlans(people.slice(0, size.providers), people.slice(size.providers), {
    types: around.types,
    now: now.toZonedDateTimeISO(scope.settings.timeZone).toPlainDateTime(),
    hasCast,
  });
  const planIds = await insertPlansInBulk(tx, scope, plans, around.types, record);
  if (!planIds.ok) return planIds;
  await analyze(tx);
  size.say(counted(plans.length, 'care plan'));

  const { today } = setting;
  const clients = people.slice(size.providers);
  await addEligibility(tx, scope, exampleEligibility(clients, { today, hasCast }), record);
  await addScanErrors(tx, scope, exampleScanErrors(plans, planIds.data, { today, hasCast }), record);

  const availability = exampleAvailability(people.slice(0, size.providers), clients, plans, today);
  await storeAvailability(tx, scope, availability, record);

  const past = await addPast(tx, scope, plans, planIds.data, size, record);
  const planned = await addPlanned(tx, scope, planIds.data, record);
  await analyze(tx);
  if (hasCast) {
    await addPayCategory(tx, { name: PRIVATE_PAY, retired: false }, record);
    await storeFirstRates(tx, scope, privateRates(plans));
    await addRates(tx, scope, record);
    await addTemplates(tx, scope, EXAMPLE_TEMPLATES, record);
  }
  await addPars(tx, scope, planIds.data, record);
  await addPrograms(tx, scope, planIds.data, record);
  await addCards(tx, scope, plans, planIds.data, { ...size, hasCast }, record);
  await addExampleRecords(tx, scope, { people: people.map(({ id }) => id), plans: planIds.data }, record);
  size.say(counted(past + planned, 'visit'));
  return done({
    providers: size.providers,
    clients: size.clients,
    plans: plans.length,
    pastVisits: past,
    plannedVisits: planned,
  });
};

/** Active caregivers check in by phone; the first of the cast gets the demo's login. */
const addPhoneLogins = (tx: Tx, providers: readonly Placed[], record: Recorder) =>
  addExampleLogins(
    tx,
    providers
      .filter(({ draft }) => draft[STATUS] === ACTIVE_STATUS)
      .map(({ id, draft: { FirstName, LastName } }) => ({
        providerId: id,
        login: `${latinOf(`${FirstName}.${LastName}`)
          .toLowerCase()
          .replaceAll(/[^a-z.]/g, '')}${id}`,
        fullName: `${FirstName} ${LastName}`,
      })),
    record,
  );

/** Updates statistics for rows that only this transaction sees, because a plan made for empty tables is slow on full ones. */
const analyze = (tx: Tx) => sql`analyze people, care_plans, visits`.execute(tx);

const addExamplePeople = async (
  tx: Tx,
  scope: Scope,
  size: ExampleSize,
  { base, setting }: { readonly base: number; readonly setting: Setting },
  record: Recorder,
): Promise<Result<Placed[]>> => {
  const hasCast = base === 0;
  const drafts = [
    ...make('Provider', size.providers, base, setting, hasCast),
    ...make('Client', size.clients, base + size.providers, setting, hasCast),
  ];
  const ids = await insertPeopleInBulk(
    tx,
    scope,
    drafts.map(({ draft }) => draft),
    record,
  );
  if (!ids.ok) return ids;
  const people = drafts.flatMap((made, index): Placed[] => {
    const id = ids.data[index];
    return id === undefined ? [] : [{ ...made, id }];
  });
  size.say(`${counted(size.providers, 'provider')}, ${counted(size.clients, 'client')}`);
  return done(people);
};

const make = (kind: PersonKind, count: number, base: number, setting: Setting, hasCast: boolean) =>
  Array.from({ length: count }, (_, index) => {
    const serial = base + index + 1;
    const cast = hasCast ? castOf(kind)[index] : undefined;
    return { serial, draft: examplePerson(kind, serial, setting, cast) };
  });

/** Past visits, in batches so that a year of them fits into memory. */
const addPast = async (
  tx: Tx,
  scope: Scope,
  plans: readonly ExamplePlan[],
  ids: readonly number[],
  { months, say }: ExampleSize,
  record: Recorder,
): Promise<number> => {
  const period = {
    from: scope.today().subtract({ months }),
    now: scope.now(),
    zone: scope.settings.timeZone,
  };
  let batch: ReturnType<typeof pastVisits> = [];
  let written = 0;
  let reported = 0;
  const flush = async () => {
    if (batch.length > 0) await insertVisitHistory(tx, batch, record);
    written += batch.length;
    batch = [];
    if (written - reported < 20_000) return;
    reported = written;
    say(`${counted(written, 'past visit')} so far`);
  };
  for (const [index, plan] of plans.entries()) {
    const id = ids[index];
    if (id !== undefined) batch.push(...pastVisits(id, plan, period));
    if (batch.length >= VISITS_AT_ONCE) await flush();
  }
  await flush();
  return written;
};

/** Visits for today through 13 days ahead, by the rule of every plan. */
const addPlanned = async (
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  record: Recorder,
): Promise<number> => {
  let created = 0;
  for (let at = 0; at < ids.length; at += PLANS_AT_ONCE)
    created += (await makeVisits(tx, scope, ids.slice(at, at + PLANS_AT_ONCE), record)).created;
  return created;
};

/** What the agency is paid per type and what private clients pay, if it has not entered any rates. */
const addRates = async (tx: Tx, scope: Scope, record: Recorder): Promise<void> => {
  const codes = Object.keys(EXAMPLE_RATES);
  const rates = Object.values(EXAMPLE_RATES);
  await sql`update care_plan_type_terms terms set pay_category = ${PRIVATE_PAY} from care_plan_types type
    where type.id = terms.type_id and type.code = 'PRIVATE' and terms.pay_category is null`.execute(tx);
  await sql`update care_plan_type_terms terms set rate = x.inside, addrate = x.outside, source = 'Example rates'
    from unnest(${codes}::text[], ${rates.map(([inside]) => inside)}::int[], ${rates.map(([, outside]) => outside)}::int[])
      as x (code, inside, outside) join care_plan_types type on type.code = x.code
    where terms.type_id = type.id and terms.rate is null`.execute(tx);
  record({
    entity: 'carePlanType',
    id: null,
    action: 'run',
    changes: { rates: [null, scope.user.initials] },
  });
};

/** Authorizations by client and type. A few clients have none yet, which the upload of claims and Authorizations report. */
const addPars = async (tx: Tx, scope: Scope, ids: readonly number[], record: Recorder): Promise<void> => {
  const cares = await queryRows<ExampleCare>(
    tx,
  )`select plan.client_id as "clientId", plan.type_id as "typeId",
      jsonb_agg(plan.json->'time' order by plan.id) as weeks
    from care_plans plan join people client on client.id = plan.client_id
    where plan.id = any(${[...ids]}::int[]) and not client.private_client and client.id % 12 <> 5
    group by plan.client_id, plan.type_id order by plan.client_id, plan.type_id`;
  const pars = JSON.stringify(cares.flatMap((care) => examplePars(care, scope.today())));
  const { numAffectedRows } = await sql`insert into client_pars
      (client_id, type_id, number, from_date, through_date, units, modified, modified_by)
    select client_id, type_id, number, from_date, through_date, units, ${scope.now().toString()}::timestamptz,
      ${scope.user.initials}
    from jsonb_to_recordset(${pars}::jsonb) as par (client_id int, type_id int, number text, from_date date,
      through_date date, units int)`.execute(tx);
  record({
    entity: 'claims',
    id: null,
    action: 'run',
    changes: { authorizations: [null, Number(numAffectedRows ?? 0)] },
  });
};

/** One in this many clients has moved to Community First Choice this month. */
const MOVED_ONE_IN = 24;

/** Some clients' programs by date, and the codes their types have in the newer one. */
const addPrograms = async (tx: Tx, scope: Scope, ids: readonly number[], record: Recorder): Promise<void> => {
  const moved = scope.today().with({ day: 1 }).toString();
  await sql`update care_plan_type_terms set cfc_code = procedure_code, cfc_modifiers = '{U9}'
    where cfc_code is null and procedure_code is not null`.execute(tx);
  const { numAffectedRows } =
    await sql`insert into client_programs (client_id, from_date, program, name, modified, modified_by)
    select client.id, step.from_date, step.program, step.name, ${scope.now().toString()}::timestamptz,
      ${scope.user.initials}
    from people client cross join (values (${moved}::date - interval '2 years', 'Waiver', 'EBD'),
      (${moved}::date, 'CFC', null)) as step (from_date, program, name)
    where client.id % ${MOVED_ONE_IN} = 7 and not client.private_client
      and client.id in (select client_id from care_plans where id = any(${[...ids]}::int[]))`.execute(tx);
  record({
    entity: 'claims',
    id: null,
    action: 'run',
    changes: { programs: [null, Number(numAffectedRows ?? 0)] },
  });
};

/** Rows per statement; a card has 26 columns. */
const CARDS_AT_ONCE = 500;

/** Cards of the complete months of past visits: most of last month, and all before. */
const addCards = async (
  tx: Tx,
  scope: Scope,
  plans: readonly ExamplePlan[],
  ids: readonly number[],
  { months, hasCast }: Pick<ExampleSize, 'months'> & { readonly hasCast: boolean },
  record: Recorder,
): Promise<void> => {
  const setting = { today: scope.today(), zone: scope.settings.timeZone, months };
  let made = 0;
  for (const [index, month] of billedMonths(setting).entries())
    for (let at = 0; at < plans.length; at += CARDS_AT_ONCE) {
      const some = ids.slice(at, at + CARDS_AT_ONCE);
      const { from, through } = daysOfMonth(month);
      const visits = Map.groupBy(await visitsOfPlans(tx, some, from, through), ({ planId }) => planId);
      const cards = some.flatMap((id, n) => {
        const plan = plans[at + n];
        const isLatest = index === 0;
        const shown = hasCast && isLatest ? CARD_STATUSES[made] : undefined;
        const ofPlan = { month, isLatest, shown, visits: visits.get(id) ?? [] };
        const card = plan && exampleCard(id, plan, ofPlan, setting);
        if (card) made += 1;
        return card ? [card] : [];
      });
      await addRecords(tx, scope, cards, record);
    }
};

import { fileURLToPath } from 'node:url';
import type { Role } from '@homecare/domain/call.ts';
import { chromium, type Page } from '@playwright/test';
import { sql } from 'kysely';
import type { BenchSite } from '../bench/site.ts';
import { fallCheck, goodAnswers } from '../server/testing/agency-forms.ts';
import { fallOn } from '../server/testing/incidents.ts';
import { keyOf } from '../web/src/platform/address.ts';
import { PERSON } from '../web/src/platform/person-path.ts';

/** Every screen with something to show, for whatever walks through all of them. */
export interface Screen {
  readonly path: string;
  readonly parts?: readonly string[];
  /** Its address names a record, and each of its parts shows that one. */
  readonly keyed?: true;
  readonly roles: readonly Role[];
}
/** What a page is opened with, by the path of its route; the rest are opened with nothing. */
export type Opened = Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>>;

/** The table of routes is written for the browser, which keeps things of its own. */
export const readRoutes = async (): Promise<readonly Screen[]> => {
  Object.defineProperty(globalThis, 'localStorage', { value: sessionStorage });
  const table = fileURLToPath(new URL('../web/src/app/routes.ts', import.meta.url));
  const { ROUTES }: { ROUTES: readonly Screen[] } = await import(table);
  return ROUTES;
};

const now = Temporal.Now.instant();
const DAY = now.toZonedDateTimeISO('America/Denver').toPlainDate().toString();
const FALL = {
  ...fallOn(DAY),
  knownAt: now.toString(),
};

const idBy = async (db: BenchSite['site']['db'], query: ReturnType<typeof sql>) => {
  const { rows } = await sql<{ id: number }>`${query}`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the example data lacks a record that a screen shows');
  return id;
};

/** A form after a fall, and what was answered to it. */
const fillForm = async (db: BenchSite['site']['db'], client: number) => {
  const form = await idBy(
    db,
    sql`insert into agency_forms (updated, updated_by) values (now(), 'A.O.') returning id`,
  );
  const version = await idBy(
    db,
    sql`insert into agency_form_versions (form_id, no, definition, created, created_by)
      values (${form}, 1, ${JSON.stringify(fallCheck(DAY))}::jsonb, now(), 'A.O.') returning id`,
  );
  const filled = await idBy(
    db,
    sql`insert into filled_forms (version_id, person_id, via, day, at, answers, filled_by, entered)
      values (${version}, ${client}, 'office', ${DAY}, now(), ${JSON.stringify(goodAnswers())}::jsonb, 'Ana Office', now())
      returning id`,
  );
  return { form, filled };
};

export const openedWith = async ({ site: { db } }: BenchSite): Promise<Opened> => {
  const client = await idBy(db, sql`select client_id as id from client_pars order by id limit 1`);
  const provider = await idBy(db, sql`select provider_id as id from care_plans order by id limit 1`);
  const plan = await idBy(db, sql`select id from care_plans where status = 'Active' order by id limit 1`);
  const invoice = await idBy(db, sql`select id from invoices order by id limit 1`);
  const payer = await idBy(db, sql`select client_id as id from invoices order by id limit 1`);
  const par = await idBy(db, sql`select id from client_pars order by id limit 1`);
  // The example agency has had none.
  const incident = await idBy(
    db,
    sql`insert into incidents (client_id, via, facts, entered, entered_by, updated, updated_by) values (${client}, 'office',
      ${JSON.stringify(FALL)}::jsonb, now(), 'A.O.', now(), 'A.O.') returning id`,
  );
  const { form, filled } = await fillForm(db, client);
  const { rows } = await sql<{
    visit: string;
  }>`select planned_day || ' ' || care_plan_id || '  ' || id as visit
    from visits where status = 'Complete' order by planned_day desc, id limit 1`.execute(db);
  return {
    [PERSON]: [{ id: client }, { id: provider }],
    '/createuser': [{ mode: 'Modify', id: client }, { mode: 'Modify', id: provider }, { mode: 'Provider' }],
    '/careplan': [{ mode: 'Modify', id: plan }, { mode: 'Show', id: plan }, { mode: 'Create' }],
    '/authorizations/one': [{ id: par }],
    '/incidents/one': [{ id: incident }],
    '/forms/build': [{ id: form }],
    '/forms/one': [{ id: filled }],
    '/privatepay/account': [{ id: payer }],
    '/privatepay/invoice': [{ id: invoice }],
    '/visitstory': [{ visit: rows[0]?.visit ?? '', around: '' }],
  };
};

/** A person's page has its key in the address; the others have it beside the address. */
const addressOf = (path: string, state: Readonly<Record<string, string | number>>) =>
  path.split('/')[1] === PERSON.slice(1) ? path.replace(PERSON, `${PERSON}/${keyOf(state)}`) : path;

/** A document of the same address, which may run nothing. */
const BLANK = '/readyz';

/** Opens an address as a reload does, with what the page is opened with; `forget` runs before it is loaded. */
export const openScreen = async (
  page: Page,
  path: string,
  state: Readonly<Record<string, string | number>> = {},
  forget: () => void = () => undefined,
) => {
  await page.goto(BLANK);
  await page.evaluate(
    ([to, shown]) => history.replaceState({ __TSR_key: 'reload', __TSR_index: 0, page: shown }, '', to),
    [addressOf(path, state), state] as const,
  );
  forget();
  await page.reload({ waitUntil: 'load' });
};

export const launchBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });

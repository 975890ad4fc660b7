import { readFile } from 'node:fs/promises';
import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import { DEFAULT_AUTOPILOT } from '@homecare/domain/offers/rules.ts';
import type { Offer } from '@homecare/domain/offers/schema.ts';
import type { Browser, Page } from '@playwright/test';
import { openPayer } from '../simulators/src/payer.ts';
import { letWorkAnyTime, postCall, readCall, sendCommand } from './calls.ts';
import { type ClockedAgency, expect, test } from './clocked.ts';
import { expectAccessible, signIn } from './story.ts';

/** A Monday later than the database's own clock, by which jobs become due. */
const soon = Temporal.Now.plainDateISO('America/Denver').add({ days: 8 });
const monday = soon.add({ days: (8 - soon.dayOfWeek) % 7 });
const DAY = monday.toString();
const MONTH = monday.toPlainYearMonth().toString();
const MONTH_AFTER = monday.toPlainYearMonth().add({ months: 1 }).toPlainDate({ day: 1 });
const at = (time: string, date = monday) =>
  date.toZonedDateTime({ timeZone: 'America/Denver', plainTime: time }).toInstant().toString();

const command = async (page: Page, cmd: string, fields: Readonly<Record<string, unknown>>, id?: string) => {
  const answer = await sendCommand(page, cmd, fields, id);
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
};

interface Called {
  readonly planId: number;
  readonly clientId: number;
  readonly client: string;
  /** Where the client lives. */
  readonly home: { readonly latitude: number; readonly longitude: number };
}

/** The demo caregiver has a visit at 6:45, and everybody in the agency can work at any time. */
const prepare = async (page: Page): Promise<Called> => {
  const board: {
    caregivers: { id: number; name: string }[];
    clients: { id: number; name: string; latitude: number; longitude: number }[];
    visits: { planId: number; ClientID: number; ProviderID: number; date: string; start: string }[];
  } = await readCall(page, `schedule/board?from=${DAY}&through=${DAY}`);
  await letWorkAnyTime(
    page,
    board.caregivers.map(({ id }) => id),
  );
  const settings = { ...DEFAULT_AUTOPILOT, isOn: true, people: 2, mostOvertimeCents: null, mostMiles: null };
  const { rev } = await readCall(page, 'offers/get-autopilot');
  await postCall(page, 'offers/save-autopilot', { settings, rev });
  const bekele = board.caregivers.find(({ name }) => name.startsWith('Bekele'));
  const visit = board.visits.find(
    ({ ProviderID, date, start }) => ProviderID === bekele?.id && date === DAY && start === '06:45',
  );
  const client = board.clients.find(({ id }) => id === visit?.ClientID);
  if (!visit || !client) throw new Error('the example data has no visit of Bekele at 6:45');
  return { planId: visit.planId, clientId: client.id, client: client.name, home: client };
};

/** The phone of the client's contact. */
const CONTACT = '+17205550188';

/** A contact of the client wants to be told about changes. */
const addContact = async (page: Page, { clientId }: Called) => {
  const clients: { ID: number; rev: number }[] = await command(page, 'get', { Cur: 'y' });
  const rev = clients.find(({ ID }) => ID === clientId)?.rev;
  await command(page, 'update', { notifyVisit: '(720) 555-0188', rev }, String(clientId));
};

/** Gives a caregiver who was asked another visit at that time, with a client whose own visits are later. */
const addVisitElsewhere = async (page: Page, ProviderID: number) => {
  const clients: { ID: number; LastName: string }[] = await command(page, 'get', { Cur: 'y' });
  const row = (Name: string, served: unknown, free: unknown) => ({
    Name,
    ...Object.fromEntries(WEEKDAYS.map((day) => [day, day === 'Mon' ? served : free])),
  });
  const json = {
    personalCareItems: [row('Bathing', 90, 0)],
    homeMakingItems: [],
    time: [row('Time In', '06:30', null), row('Time Out', '08:00', null), row('Travel Time', 0, 0)],
  };
  await command(page, 'care_insert', {
    ProviderID,
    ClientID: clients.find(({ LastName }) => LastName === 'Coleman')?.ID,
    Type: 'PCP',
    StartDate: DAY,
    createReason: 'Morning help',
    json: JSON.stringify(json),
  });
};

const numberOf = async (page: Page, id: number) => {
  const people: { ID: number; Phone: string }[] = await command(page, 'get', { Cur: 'y' });
  return `+1${people.find(({ ID }) => ID === id)?.Phone.replace(/\D/g, '')}`;
};

const offersOf = async (page: Page, { planId }: Called): Promise<readonly Offer[]> =>
  (await readCall(page, `offers/list?planId=${planId}&day=${DAY}`)).offers;

/** Lets hours pass on a blank page, so that it asks the server nothing after the session has ended. */
const comeBack = async (agency: ClockedAgency, page: Page, instant: string) => {
  await page.goto('about:blank');
  await agency.setClock(instant);
  await signIn(page, 'admin');
};

/** The phone of a caregiver at the client's door, signing in for the first time. */
const openPhone = async (browser: Browser, page: Page, providerId: number, { home }: Called) => {
  const accounts: { id: number; login: string; rev: number; provider_id: number | null }[] = await readCall(
    page,
    'modules/getUsersList.php',
  );
  const account = accounts.find(({ provider_id }) => provider_id === providerId);
  if (!account) throw new Error('the caregiver has no login');
  const temporary = { password: 'Tmp-1', resetPassword: 1, rev: account.rev };
  await command(page, 'user_update', temporary, String(account.id));
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'America/Denver',
    geolocation: { latitude: home.latitude, longitude: home.longitude, accuracy: 10 },
    permissions: ['geolocation'],
    baseURL: new URL(page.url()).origin,
  });
  const phone = await context.newPage();
  await phone.goto('/login');
  await phone.getByLabel('Username').fill(account.login);
  await phone.getByLabel('Password', { exact: true }).fill('Tmp-1');
  await phone.getByRole('button', { name: 'Submit' }).click();
  const dialog = phone.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'New password' }).fill('Own-Password-1');
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill('Own-Password-1');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  return { phone, login: account.login };
};

const openStory = async (page: Page, { client }: Called) => {
  await page.getByRole('link', { name: /^Schedule/ }).click();
  const date = page.getByLabel('Date', { exact: true });
  await date.fill(`${DAY.slice(5)}-${monday.year}`);
  await date.press('Enter');
  await page.getByRole('button', { name: new RegExp(`^6:45 AM to 8:15 AM.*${client}`) }).click();
  return page.getByRole('list', { name: 'What happened' });
};

/** Sends the visit to the aggregator, whose answer arrives seconds later. */
const sendToAggregator = async (agency: ClockedAgency, page: Page, called: Called) => {
  await page.getByRole('link', { name: 'EVV Admin' }).click();
  await page.getByRole('button', { name: 'Exceptions' }).click();
  const row = page.locator('tr[data-key]').filter({ hasText: called.client }).filter({ hasText: '6:45 AM' });
  await row.getByRole('button', { name: /^Send to Sandata/ }).click();
  await expect(page.getByText('Success: Sent to Sandata').first()).toBeVisible();
  let time = Temporal.Instant.from(at('08:16'));
  const answersOf = async () => {
    time = time.add({ seconds: 5 });
    await agency.setClock(time.toString());
    await agency.runJobs();
    const { records } = await readCall(page, `visit-story/get?planId=${called.planId}&day=${DAY}`);
    return records.map(
      ({ answer }: { answer: { isAccepted: boolean } | null }) => answer?.isAccepted ?? null,
    );
  };
  await expect.poll(answersOf, { intervals: [500] }).toEqual([true]);
};

const billMonth = async (page: Page, { client, clientId }: Called, coverId: number) => {
  await page.getByRole('link', { name: 'Billing' }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill(client);
  await page.getByRole('option', { name: new RegExp(`ID ${clientId}$`) }).click();
  await page.getByRole('textbox', { name: 'Month', exact: true }).fill(MONTH);
  const card = page.getByRole('region', { name: new RegExp(`plan ${coverId}$`) });
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Billed').first()).toBeVisible();
};

/** The payer receives, accepts and pays the claims of the month. */
const claimMonth = async (page: Page) => {
  await page.getByRole('button', { name: 'HCPF Upload' }).click();
  const dialog = page.getByRole('main');
  await dialog.getByRole('button', { name: 'Make file' }).click();
  await expect(dialog.getByRole('alert').getByText(/claims? in /)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download file' }).click(),
  ]);
  const payer = openPayer();
  const time = { date: '20991231', time: '1000' };
  const receipts = payer.handle({ at: time, claims: await readFile(await file.path(), 'latin1') });
  await page
    .getByRole('navigation', { name: 'Claims' })
    .getByRole('link', { name: /^Answers/ })
    .click();
  for (const { name, text } of [...receipts, ...payer.handle({ at: time, pay: true })]) {
    const buffer = Buffer.from(text, 'latin1');
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });
    await expect(dialog.getByText(name).first()).toBeVisible();
    // The next file is accepted only after this one has been read.
    await expect(dialog.getByRole('button', { name: 'Load a file from the payer' })).toBeEnabled();
  }
};

/** Returns the exported file. */
const payMonth = async (page: Page) => {
  await page.getByRole('link', { name: 'Payroll', exact: true }).click();
  await page.getByRole('link', { name: 'Export Payroll' }).click();
  await page.getByRole('textbox', { name: 'Month', exact: true }).fill(MONTH);
  await expect(page.getByText('Overtime premium', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const asked = page.getByRole('dialog', { name: `Export ${MONTH}, both halves` });
  const [run] = await Promise.all([
    page.waitForEvent('download'),
    asked.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await expect(asked).toBeHidden();
  return readFile(await run.path(), 'utf8');
};

test('from the call-out at 5:04 to the paid hour: two waves of offers, a refused yes, and a cover that is sent, billed and paid', async ({
  agency,
  browser,
  page,
  watch,
}) => {
  await agency.setClock(at('05:00'));
  await agency.addExample();
  await signIn(page, 'admin');
  const called = await prepare(page);
  await addContact(page, called);

  // The caregiver cannot come at 5:04, and the autopilot asks two others.
  await agency.setClock(at('05:04'));
  await signIn(page, 'evv');
  await page.getByRole('button', { name: `I cannot come to ${called.client}` }).click();
  const sheet = page.getByRole('dialog', { name: 'I cannot come' });
  await sheet.getByRole('radio', { name: 'Car trouble' }).check();
  await sheet.getByRole('button', { name: 'Tell the office' }).click();
  await expect(page.getByText('The office knows that you cannot come.')).toBeVisible();
  await agency.runJobs();
  await signIn(page, 'admin');
  const firstWave = await offersOf(page, called);
  expect(firstWave.map(({ wave }) => wave)).toEqual([1, 1]);

  // The first yes comes from somebody who meanwhile has another visit, and who is told why it does not count.
  const [busy] = firstWave;
  if (!busy) throw new Error('nobody was asked');
  await addVisitElsewhere(page, busy.ProviderID);
  const busyNumber = await numberOf(page, busy.ProviderID);
  await agency.setClock(at('05:09'));
  await agency.write(busyNumber, 'Y');
  await agency.runJobs();
  expect((await agency.readTexts(busyNumber)).at(-1)).toContain(
    'You can no longer take this visit: you have another visit at that time.',
  );

  // The first yes of the second wave covers the visit.
  await agency.setClock(at('05:24'));
  await agency.runJobs();
  const asked = await offersOf(page, called);
  expect(asked.map(({ wave }) => wave)).toEqual([1, 1, 2, 2]);
  const [, waiting, taker] = asked;
  if (!taker || !waiting) throw new Error('nobody was asked in the second wave');
  const takerNumber = await numberOf(page, taker.ProviderID);
  const offer = (await agency.readTexts(takerNumber)).at(-1) ?? '';
  const pay = /about \$(\d+\.\d\d)/.exec(offer)?.[1] ?? '';
  expect(offer).not.toContain(called.client.split(',')[0]);
  await agency.setClock(at('05:31'));
  await agency.write(takerNumber, 'Yes');
  await agency.runJobs();
  expect((await agency.readTexts(takerNumber)).at(-1)).toContain('You have this visit.');
  expect((await agency.readTexts(await numberOf(page, waiting.ProviderID))).at(-1)).toContain(
    'Already taken',
  );
  expect(await agency.readTexts(CONTACT)).toEqual([
    expect.stringMatching(
      new RegExp(
        `: another caregiver comes to the visit on ${DAY.slice(5)}-${monday.year}, 6:45 AM to 8:15 AM\\. `,
      ),
    ),
  ]);

  // The office sees who will come.
  await page.getByRole('link', { name: 'Configuration' }).click();
  await page.getByRole('tab', { name: 'Autopilot' }).click();
  const covers = page.getByRole('region', { name: 'Today’s covers' });
  await expect(covers.getByText(new RegExp(`${taker.Provider} at 5:31 AM, 4 asked`))).toBeVisible();
  await expectAccessible(page);

  // The caregiver who accepted checks in and out at the client's door.
  await comeBack(agency, page, at('06:42'));
  const { phone, login } = await openPhone(browser, page, taker.ProviderID, called);
  watch(phone);
  const card = phone.getByRole('listitem').filter({ hasText: called.client });
  await card.getByRole('button', { name: /Check-In/ }).click();
  await expect(card).toContainText('Active');
  await phone.goto('about:blank');
  await comeBack(agency, page, at('08:16'));
  await signIn(phone, login, 'Own-Password-1');
  await card.getByRole('button', { name: /Check-Out/ }).click();
  await expect(card).toContainText('Complete');
  await phone.context().close();

  // The visit is sent, billed, claimed and paid.
  await sendToAggregator(agency, page, called);
  const { plan } = await readCall(page, `visit-story/get?planId=${called.planId}&day=${DAY}`);
  const coverId: number = plan.coverId;
  await agency.addScans(coverId, MONTH);
  await comeBack(agency, page, at('10:00', MONTH_AFTER));
  await billMonth(page, called, coverId);
  await claimMonth(page);
  const run = await payMonth(page);
  const [last = ''] = taker.Provider.split(',');
  expect(run.split('\n').find((line) => line.includes(`"${last}"`))).toContain(`"${pay}"`);

  // The story of the visit shows all of this in order.
  const story = await openStory(page, called);
  await expect(story.getByText(/in payroll run/)).toBeVisible();
  const steps = await story.getByRole('listitem').allInnerTexts();
  const places = [
    'Bekele, Tigist called out',
    `${busy.Provider} was asked`,
    `${busy.Provider} said yes, but could not take it`,
    `${taker.Provider} was asked`,
    `${taker.Provider} said yes`,
    'Checked again, can come',
    'The client’s contact was notified',
    'Checked in',
    'Checked out',
    'Sent to the aggregator',
    'The aggregator accepted it',
    'On the billing record of',
    'Sent to the payer in claim',
    'The payer accepted claim',
    'The payer paid claim',
    'in payroll run',
  ].map((words) => steps.findIndex((step) => step.includes(words)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  await expectAccessible(page);
});

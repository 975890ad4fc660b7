import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { ODD_HEADS, oddFile, oddRows } from '../server/testing/odd-columns.ts';
import { today } from './dates.ts';
import { cell, choose, choosePerson, clock, fill, phone } from './hands.ts';
import { type NewAgency, startNewAgency } from './new-agency.ts';
import { expect, expectAccessible, hideUpdates, test as story } from './story.ts';

/** The first day of an agency, from its creation by the operator to the first check-in on a phone, done entirely in the set-up. */

let started: Promise<NewAgency> | undefined;
const test = story.extend<{ readonly agency: NewAgency }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs in a pattern
  agency: async ({}, use) => {
    started ??= startNewAgency();
    await use(await started);
  },
  baseURL: async ({ agency }, use) => use(agency.url),
});
test.afterAll(async () => (await started)?.stop());
test.describe.configure({ mode: 'serial' });
// The code of the second factor is asked for after the password.
test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

const OWN_PASSWORD = 'First-Day-2026';

const signInFirst = async (page: Page, login: string, temporary: string) => {
  await page.getByLabel('Username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(temporary);
  await page.getByRole('button', { name: 'Submit' }).click();
  await fill(page, { 'New password': OWN_PASSWORD, 'Confirm password': OWN_PASSWORD });
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
};

/** The office of a new agency must use a second factor, and each code works only once. */
let recoveryCodes: string[] = [];
const setUpFactor = async (page: Page) => {
  const app = page.getByRole('link', { name: 'Open in an app on this device' });
  const secret = new URL((await app.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
  await page.getByRole('textbox', { name: 'Code' }).fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  recoveryCodes = await codes.allTextContents();
  await page.getByRole('button', { name: 'I have saved them' }).click();
};

const signIn = async (page: Page, agency: NewAgency) => {
  await hideUpdates(page);
  await page.goto('/login');
  await page.getByLabel('Username').fill(agency.login);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes.pop() ?? '');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(/dashboard/);
};

const steps = (page: Page) => page.getByRole('navigation', { name: /^Set up/ });
const step = (page: Page, name: string) => steps(page).getByRole('listitem').filter({ hasText: name });
const openStep = async (page: Page, name: string) => {
  await step(page, name).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
};

const PEOPLE = oddRows(300, today());
const nameOf = (row: readonly string[] = []) =>
  `${row[ODD_HEADS.indexOf('Family Name')]}, ${row[ODD_HEADS.indexOf('Given Name (legal)')]}`;
const [CAREGIVER, CLIENT] = [nameOf(PEOPLE[0]), nameOf(PEOPLE[1])];

test('an empty agency leads to its set-up, whose steps can be skipped and come back on Today', async ({
  page,
  agency,
}) => {
  await hideUpdates(page);
  await page.goto('/login');
  await signInFirst(page, agency.login, agency.password);
  await setUpFactor(page);
  await expect(page.getByRole('heading', { name: 'No people yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the set-up' }).click();
  await expect(page).toHaveURL(/setup\/people$/);
  await expect(page.getByRole('heading', { name: 'Set up Aurora Home Care' })).toBeVisible();
  await expect(step(page, 'People')).toHaveAttribute('aria-current', 'step');
  const sample = steps(page).getByRole('link', { name: 'Open the sample agency' });
  await expect(sample).toHaveAttribute('href', agency.sample);
  await expectAccessible(page);

  await openStep(page, 'Connections');
  await expect(page.getByRole('list', { name: 'Still to do' })).toContainText('Connect Sandata.');
  await page.getByLabel('Mail server').or(page.getByLabel('Host')).first().scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: /^Test connection of/ })).toHaveCount(5);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(step(page, 'Connections')).toContainText('skipped');
  await expect(page).toHaveURL(/setup\/colleagues$/);

  await page.getByRole('link', { name: 'Today' }).first().click();
  const whole = page.getByRole('listitem').filter({ hasText: /Set up your agency: \d steps left/ });
  await expect(whole).toBeVisible();
  const skipped = page.getByRole('listitem').filter({ hasText: 'Skipped in the set-up: Connections' });
  await expect(skipped).toContainText('Connect text messages.');
  await skipped.getByRole('button', { name: /^Set up/ }).click();
  await expect(page).toHaveURL(/setup\/connections$/);
  await expect(page.getByRole('button', { name: 'Resume this step' })).toBeVisible();
});

test('name, address and rates are entered in the forms of Configuration', async ({ page, agency }) => {
  await signIn(page, agency);
  // The first unfinished step is open, and stays open once it is done.
  await page.goto('/setup');
  await expect(page.getByRole('heading', { name: 'Your agency' })).toBeVisible();
  await page.getByLabel('Phone', { exact: true }).fill('(303) 555-0110');
  await page.getByLabel('Address', { exact: true }).fill('14201 E 4th Avenue\nAurora, CO 80011');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This step is done.')).toBeVisible();
  await expect(step(page, 'Your agency')).toContainText('Aurora Home Care, address, phone');

  await openStep(page, 'Time zone and payer');
  await expect(
    page.getByRole('combobox', { name: 'Time zone' }).or(page.getByRole('textbox', { name: 'Time zone' })),
  ).toHaveValue('America/Denver');
  await expectAccessible(page);

  await openStep(page, 'Care plan types and rates');
  await page.getByLabel('Care plan type', { exact: true }).selectOption({ label: 'PCP · Personal Care' });
  const rates = page.getByRole('form', { name: /^First rates of/ });
  await rates.getByLabel('Inside area').fill('6.25');
  await rates.getByLabel('Outside area').fill('7.00');
  await rates.getByRole('button', { name: 'Save rates' }).click();
  await expect(page.getByText('This step is done.')).toBeVisible();

  await openStep(page, 'Your team');
  await page.getByLabel('Full name').fill('Dana Office');
  await page.getByLabel('Login').fill('dana');
  await page.getByRole('button', { name: 'Make one' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('This step is done.')).toBeVisible();
  await expectAccessible(page);
});

test('300 people are imported from a sheet with odd columns, without the rows that are left out', async ({
  page,
  agency,
}) => {
  await signIn(page, agency);
  await page.goto('/setup/people');
  const spoiled = (at: number, head: (typeof ODD_HEADS)[number], text: string) =>
    PEOPLE[at]?.with(ODD_HEADS.indexOf(head), text) ?? [];
  const rows = PEOPLE.with(10, spoiled(10, 'Client’s Cell Phone #', '555-12')).with(
    20,
    spoiled(20, 'Patient D.O.B. (mm/dd/yyyy)', '13/13/1980'),
  );
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name: 'our people.csv', mimeType: 'text/csv', buffer: Buffer.from(oddFile(rows)) });
  await expect(page.getByLabel('The rows are')).toHaveValue('people');
  await expect(page.getByLabel('Field for Client’s Cell Phone #')).toHaveValue('Phone');
  await expect(page.getByLabel('Field for Favorite color')).toHaveValue('');
  await expect(page.getByText('Every required field has its column.')).toBeVisible();
  await page.getByRole('button', { name: 'Check the file' }).click();

  const outcomes = page.getByRole('table', { name: 'What happens to the rows' });
  await expect(outcomes.getByRole('row', { name: /^Caregivers/ })).toContainText('100');
  await expect(outcomes.getByRole('row', { name: /^Clients/ })).toContainText('198');
  await expectAccessible(page);
  await outcomes.getByRole('button', { name: /^Leave out: With a problem, 2 rows/ }).click();
  await expect(outcomes.getByRole('row', { name: /^Left out by you/ })).toContainText('2');
  // The SSNs in the sample belong to nobody.
  await page.getByLabel('These values are right').check();
  await page.getByRole('button', { name: 'Import 100 providers and 198 clients' }).click();
  await expect(page.getByText('Success: 298 people imported')).toBeVisible();
  await expect(page.getByText('This step is done.')).toBeVisible();
  await expect(step(page, 'People')).toContainText('100 caregivers, 198 clients');
});

test('the first care plan is made, and its caregiver checks in on a phone by the code', async ({
  page,
  agency,
  browser,
  watch,
}) => {
  await signIn(page, agency);
  await page.goto('/setup/visit');
  await page.getByRole('button', { name: 'New care plan' }).click();
  await choosePerson(page, 'Provider', CAREGIVER);
  await choosePerson(page, 'Client', CLIENT);
  const [start, end] = [clock(0), clock(10)];
  await fill(page, { 'Start Date': start.date, 'Create reason': 'New client' });
  await choose(page, 'Type', 'Personal Care');
  await cell(page, `Time In, ${start.weekday}`, start.time);
  await cell(page, `Time Out, ${start.weekday}`, end.time);
  await cell(page, `Bathing minutes, ${start.weekday}`, '10');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Success: Careplan created')).toBeVisible();

  await page.goto('/setup/visit');
  await page.getByRole('combobox', { name: 'Provider' }).fill(CAREGIVER);
  await page.getByRole('option', { name: CAREGIVER }).click();
  await page.getByRole('button', { name: 'Create Account' }).click();
  const sender = page.getByRole('dialog', { name: 'Email/Sms sender' });
  const [, login = '', temporary = ''] =
    /^(\S+) signs in with (\S+) until/.exec(await sender.getByText(/signs in with/).innerText()) ?? [];
  await sender.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('img', { name: /^Code that opens the sign-in page/ })).toBeVisible();
  await expectAccessible(page);

  // The phone has scanned the code.
  const address = await page.getByText(/\/login$/).innerText();
  const { context, page: mobile } = await phone(browser, { latitude: 39.7, longitude: -104.84 });
  watch(mobile);
  await hideUpdates(mobile);
  await mobile.goto(address);
  await signInFirst(mobile, login, temporary);
  await expect(mobile.getByText('Password changed')).toBeVisible();
  await mobile
    .getByRole('listitem')
    .filter({ hasText: CLIENT })
    .getByRole('button', { name: 'Check-In' })
    .click();
  // For an imported client only the ZIP code is known, until the office sets the exact location.
  await mobile.getByRole('button', { name: 'Check in anyway' }).click();
  await expect(mobile.getByRole('listitem').filter({ hasText: CLIENT })).toContainText('Active');
  await context.close();

  await expect(page.getByText('This step is done.')).toBeVisible();
  await expect(steps(page)).toContainText('5 of 7 done');
  await page.getByRole('link', { name: 'Today' }).first().click();
  await expect(
    page.getByRole('link', { name: 'Skipped in the set-up: Connections', exact: true }),
  ).toBeVisible();
  await expect(page.getByText(/^Set up your agency/)).toHaveCount(0);
});

test('on a phone a step takes the place of the list', async ({ page, agency }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, agency);
  await page.goto('/setup');
  await expect(page.getByRole('heading', { name: 'Set up Aurora Home Care' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Time zone and payer' })).toBeHidden();
  await expectAccessible(page);
  await step(page, 'First visit').getByRole('link').click();
  await expect(steps(page)).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'All steps' }).click();
  await expect(steps(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

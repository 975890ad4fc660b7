import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { showDay } from './dates.ts';
import { cell, choose, choosePerson, clock, fill, phone } from './hands.ts';
import { CAREGIVER, CLIENT, CLIENT_HOME, ELSEWHERE } from './people.ts';
import { expect, expectAccessible, signIn, signInByScreen, test } from './story.ts';

/** Creates an account by a direct call. Runs in the admin's page. */
const createMobileAccount = async ({ login, providerName }: { login: string; providerName: string }) => {
  const post = (cmd: string, data: Record<string, unknown>) =>
    fetch('/homecare/api/poster.php', {
      method: 'POST',
      body: new URLSearchParams({
        cmd,
        data: JSON.stringify(Object.entries(data).map(([field, value]) => ({ field, value }))),
      }),
    });
  const people: { data: { ID: number; LastName: string }[] } = await (await post('get', { Cur: 'y' })).json();
  const provider = people.data.find((person) => person.LastName === providerName);
  const answer = await post('user_insert', {
    login,
    password: 'Tmp-1',
    full_name: 'Barney Cormier',
    role: 'evv',
    provider_id: provider?.ID,
  });
  return answer.status;
};

/** The first sign-in with a temporary password asks for a new one. */
const signInFirst = async (page: Page, login: string, temporary: string, own: string) => {
  await page.goto('/login');
  await page.getByLabel('Username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(temporary);
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog');
  const change = async (password: string, confirmation: string) => {
    await fill(page, { 'New password': password, 'Confirm password': confirmation });
    await dialog.getByRole('button', { name: 'Change password' }).click();
  };
  await change('weak', 'weak');
  await expect(dialog).toContainText(
    'Error: Password must contain at least one number and one uppercase and lowercase letter, and at least 6 or more characters',
  );
  await change(own, `${own}x`);
  await expect(dialog).toContainText('Error: Confirm password is not same');
  await change(own, own);
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(page).toHaveURL(/evv$/);
};

test.describe.configure({ mode: 'serial' });

test('an office enters a caregiver and a client', async ({ page }) => {
  await signInByScreen(page, 'admin');
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('button', { name: 'Create New Provider' }).click();
  await expect(page).toHaveURL(/createuser/i);
  // The error of the field just left must not move what the user is about to click.
  await page.getByLabel('Last name').focus();
  const box = page.getByLabel('Hrs+TT');
  for (const isOn of [true, false]) {
    await box.click({ delay: 120 });
    await expect(box).toBeChecked({ checked: isOn });
  }
  await expect(page.getByText('Last name is required')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/fields need attention/)).toBeVisible();
  await fill(page, CAREGIVER);
  await choose(page, 'Gender', 'Male');
  await page.getByLabel('No Unit/Apt').check();
  await fill(page, {
    'Start Date': showDay(-200),
    'DL/ID Expiration': showDay(900),
    'Safety Training': showDay(-100),
    'Background Check': showDay(-150),
    'CAPS Check': showDay(-150),
    'Staff Evaluation': showDay(-90),
  });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/dashboard/i);

  await page.getByRole('button', { name: 'Create New Client' }).click();
  await fill(page, CLIENT);
  await choose(page, 'Gender', 'Female');
  await page.getByLabel('No Unit/Apt').check();
  await fill(page, { 'Home Visit': showDay(-20), 'Start Of Care': showDay(-60) });
  await page.getByRole('combobox', { name: 'Services' }).click();
  await page.getByRole('option', { name: /PRSNL/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Set exact point' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Latitude, longitude').fill(`${CLIENT_HOME.latitude}, ${CLIENT_HOME.longitude}`);
  await dialog.getByRole('button', { name: 'Set exact point' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/dashboard/i);
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/Name, phone/))
    .first()
    .fill('lakin');
  await expect(page.getByRole('row', { name: /Lakin, Chasidy/ })).toBeVisible();
  await expectAccessible(page);
});

test.describe(() => {
  test.use({ expectedErrors: [/409/] });
  test('a duplicate SSN is refused with the reason and nothing typed is lost', async ({ page }) => {
    await signIn(page, 'admin');
    await page.getByRole('button', { name: 'Create New Provider' }).click();
    await fill(page, { ...CAREGIVER, 'First name': 'Twin' });
    await choose(page, 'Gender', 'Male');
    await page.getByLabel('No Unit/Apt').check();
    await fill(page, {
      'Start Date': showDay(-200),
      'DL/ID Expiration': showDay(900),
      'Safety Training': showDay(-100),
      'Background Check': showDay(-150),
      'CAPS Check': showDay(-150),
      'Staff Evaluation': showDay(-90),
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText('This SSN already exists with person: Cormier, Barney').first(),
    ).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Twin');
  });
});

test('a plan is saved, its visits appear, the caregiver checks in and out, and the list turns green', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Careplan List' }).click();
  await page.getByRole('button', { name: 'New care plan' }).click();
  await choosePerson(page, 'Provider', 'Cormier, Barney');
  await choosePerson(page, 'Client', 'Lakin, Chasidy');
  const start = clock(0);
  const end = clock(10);
  await fill(page, { 'Start Date': start.date, 'Create reason': 'New client' });
  await choose(page, 'Type', 'Personal Care');
  await cell(page, `Time In, ${start.weekday}`, start.time);
  await cell(page, `Time Out, ${start.weekday}`, end.time);
  await cell(page, `Bathing minutes, ${start.weekday}`, '5');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(
    page.getByText(`Error: You have time mismatch in Care Plan on ${start.weekday}`).first(),
  ).toBeVisible();
  // An admin could save despite it, but here the plan is corrected.
  const override = page.getByRole('dialog', { name: 'Save despite time errors?' });
  await expect(override).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(override).toHaveCount(0);
  await cell(page, `Bathing minutes, ${start.weekday}`, '10');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Success: Careplan created')).toBeVisible();
  await expect(page.getByText('Success: EVV records created')).toBeVisible();
  await expect(page).toHaveURL(/careplanlist/i);
  await expect(page.getByText('Lakin, Chasidy').first()).toBeVisible();

  await page.getByRole('link', { name: 'EVV Admin' }).click();
  const row = page.getByRole('row', { name: /Cormier, Barney/ });
  await expect(row).toContainText('Planned');
  await expectAccessible(page);

  // Uses the caregiver's own login, with a temporary password that must be changed first.
  const login = `barney${randomInt(1e9)}`;
  const created = await page.evaluate(createMobileAccount, { login, providerName: 'Cormier' });
  expect(created).toBe(200);
  const { context, page: mobile } = await phone(browser, ELSEWHERE);
  await signInFirst(mobile, login, 'Tmp-1', 'Own-Password-1');
  const card = mobile.getByRole('listitem').filter({ hasText: 'Lakin, Chasidy' });
  await expectAccessible(mobile);
  await card.getByRole('button', { name: 'Check-In' }).click();
  const warning = mobile.getByRole('dialog');
  await expect(warning).toContainText('Geolocation check error: You have problem with geolocation!');
  // A sheet from below.
  const sheet = await warning.boundingBox();
  const height = mobile.viewportSize()?.height ?? 0;
  expect(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))).toBe(height);
  expect(sheet?.x).toBe(0);
  await expectAccessible(mobile);
  await context.setGeolocation({ ...CLIENT_HOME, accuracy: 8 });
  await warning.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toContainText('Active');
  await card.getByRole('button', { name: 'Check-Out' }).dblclick();
  await expect(card).toContainText('Complete');
  await mobile.reload();
  await expect(card).toContainText('Complete');
  await context.close();

  // The office's list updates by itself within 15 seconds.
  await expect(row).toContainText('Complete');
  await expect(row.locator('[data-tone=ok]').filter({ hasText: 'Complete' })).toBeVisible();
});

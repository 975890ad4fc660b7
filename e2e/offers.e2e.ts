import { weekdayOf } from '@homecare/domain/calendar.ts';
import { DEFAULT_AUTOPILOT } from '@homecare/domain/offers/rules.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { letWorkAnyTime, postCall, readCall } from './calls.ts';
import { today } from './dates.ts';
import { pressByKey } from './hands.ts';
import { ownTwilio } from './own-agency.ts';
import { addPlan, readActivePlans } from './plans.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

const day = today().add({ days: 3 });

/** A caregiver writes to the agency. */
const writes = async (request: APIRequestContext, from: string, body: string) => {
  const answer = await request.post(`${ownTwilio()}/simulator/reply`, { form: { from, body } });
  expect(await answer.json(), 'the application takes the text').toEqual([200]);
};

/** Disables quiet hours, so that the test runs at any time, and opens a visit at night, when everybody can work. */
const openVisit = async (page: Page) => {
  const { rev } = await readCall(page, 'offers/get-autopilot');
  const settings = { ...DEFAULT_AUTOPILOT, quietFrom: '00:00', quietUntil: '00:00' };
  await postCall(page, 'offers/save-autopilot', { settings, rev });
  const plans = await readActivePlans(page);
  const plan = plans.find(({ Provider }) => Provider.startsWith('Okafor'));
  if (!plan) throw new Error('the demo site has no plan of Okafor');
  await letWorkAnyTime(page, new Set(plans.map(({ ProviderID }) => ProviderID)));
  const days = [weekdayOf(day)];
  await addPlan(page, plan, { createReason: 'Night help', from: '02:00', to: '02:30', days });
  const from = day.toZonedDateTime('America/Denver').toInstant();
  const until = from.add({ hours: 4 });
  await postCall(page, 'staffing/call-out', {
    ProviderID: plan.ProviderID,
    from: from.toString(),
    until: until.toString(),
    note: 'flu',
  });
  return plan.Client;
};

/** Looks up a caregiver's phone number in the People list. */
const numberOf = async (page: Page, name: string) => {
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: /^Providers/ }).click();
  await page.getByRole('textbox', { name: 'Search people' }).fill(name.replace(',', ''));
  const row = page.getByRole('row').filter({ hasText: name }).first();
  const phone = /\(\d{3}\) \d{3}-\d{4}/.exec(await row.innerText())?.[0] ?? '';
  return `+1${phone.replace(/\D/g, '')}`;
};

const openDrawer = async (page: Page, client: string) => {
  await page.goto('/schedule');
  await page.getByLabel('Date', { exact: true }).fill(`${day.toString().slice(5)}-${day.year}`);
  await page.getByLabel('Date', { exact: true }).press('Enter');
  const chip = page.getByRole('button', {
    name: new RegExp(`^2:00 AM to 2:30 AM.*${client}, needs a caregiver`),
  });
  await chip.focus();
  await page.keyboard.press('c');
  return page.getByRole('dialog', { name: 'Cover this visit' });
};

test('caregivers are asked by text and phone: one says no, the first yes takes the visit', async ({
  browser,
  page,
  request,
  watch,
}) => {
  await signIn(page, 'admin');
  const client = await openVisit(page);
  let drawer = await openDrawer(page, client);
  await expect(drawer.getByText(/\d+ can come/)).toBeVisible();
  const boxes = drawer.getByRole('checkbox', { name: /^Ask / });
  const names = await boxes.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  const texter = names.find((name) => !name.includes('Bekele'))?.replace('Ask ', '') ?? '';
  await drawer.getByRole('checkbox', { name: 'Ask Bekele, Tigist' }).check();
  await drawer.getByRole('checkbox', { name: `Ask ${texter}` }).check();
  await expectAccessible(page);
  await expect(drawer.getByRole('button', { name: 'Offer to 2' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Offered to 2 caregivers. The first yes takes the visit.')).toBeVisible();
  const panel = drawer.getByRole('region', { name: 'Offers' });
  await expect(panel.getByText('2 asked, nobody yet')).toBeVisible();
  await expectAccessible(page);

  // The first caregiver answers by text.
  const number = await numberOf(page, texter);
  await writes(request, number, 'N, kids to school');
  drawer = await openDrawer(page, client);
  const said = panel.getByRole('listitem').filter({ hasText: texter });
  await expect(said.getByText(/^No at/)).toBeVisible();
  await expect(said.getByText('N, kids to school')).toBeVisible();

  // The second caregiver sees it on the phone and accepts it without a network.
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const caregiver = await phone.newPage();
  watch(caregiver);
  await signIn(caregiver, 'evv');
  await caregiver.getByRole('button', { name: /Open visits/ }).click();
  const card = caregiver
    .getByRole('list', { name: 'Open visits' })
    .getByRole('listitem')
    .filter({ hasText: '2:00 AM – 2:30 AM' });
  await expect(card).toBeVisible();
  await expect(card).not.toContainText(client.split(',')[0] ?? client);
  await expectAccessible(caregiver);
  await expect(panel.getByText(/^Opened/)).toBeVisible();
  await phone.setOffline(true);
  await card.getByRole('button', { name: 'Take this visit' }).click();
  await expect(card.getByText(/^Your yes is not sent yet/)).toBeVisible();
  await phone.setOffline(false);
  await expect(caregiver.getByText('You have this visit.', { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);

  // Both the office and the visit show who comes.
  await expect(panel.getByText('Bekele, Tigist has taken this visit.')).toBeVisible();
  // Undoes and repeats the assignment by keyboard.
  await pressByKey(page, panel.getByRole('button', { name: /^Undo: / }));
  await expect(page.getByText('Undone. The visit is open again.')).toBeVisible();
  await pressByKey(page, drawer.getByRole('button', { name: 'Assign Bekele, Tigist' }));
  await expect(drawer).toHaveCount(0);
  await page.getByRole('button', { name: new RegExp(`^2:00 AM to 2:30 AM.*${client}, cover`) }).click();
  await expect(page.getByRole('list', { name: 'What happened' }).getByText(/said yes/)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();

  // A text that sounds like a call-out changes nothing until the office confirms it.
  await writes(request, number, 'sick, cant come tomorrow');
  await expect(page.getByText('sick, cant come tomorrow')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Called out: ${texter}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Caregiver called out' });
  await expect(dialog.getByLabel('Reason')).toHaveValue('sick, cant come tomorrow');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Seen: ${texter}` }).click();
  await expect(page.getByText('sick, cant come tomorrow')).toHaveCount(0);
  await phone.close();
});

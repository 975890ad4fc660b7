import { weekdayOf } from '@homecare/domain/calendar.ts';
import type { Page } from '@playwright/test';
import { today } from './dates.ts';
import { keyTo, pressByKey } from './hands.ts';
import { addLogin } from './logins.ts';
import { addPlan, readActivePlans } from './plans.ts';
import { expect, expectAccessible, OWN_PAGE, signIn, signInAt, test } from './story.ts';

const tomorrow = today().add({ days: 1 });

/** A visit after midnight, when nobody else works. Its caregiver calls out, and everybody else can check in by phone. */
const openVisit = async (page: Page) => {
  const plans = await readActivePlans(page);
  const plan = plans.find(({ Provider }) => Provider.startsWith('Okafor')) ?? plans[0];
  if (!plan) throw new Error('the demo site has no plan');
  // The call-out covers only this day, because other tests may call out the same caregiver on other days.
  const days = [weekdayOf(tomorrow)];
  await addPlan(page, plan, { createReason: 'Night help', from: '00:00', to: '00:30', days });
  for (const provider_id of new Set(plans.map(({ ProviderID }) => ProviderID)))
    if (provider_id !== plan.ProviderID) await addLogin(page, provider_id);
  const zone = 'America/Denver';
  const from = tomorrow.toZonedDateTime(zone).toInstant();
  const answer = await page.request.post('/homecare/api/staffing/call-out', {
    headers: OWN_PAGE,
    data: {
      ProviderID: plan.ProviderID,
      from: from.toString(),
      until: from.add({ hours: 1 }).toString(),
      note: 'flu',
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return plan.Client;
};

const chipOf = (page: Page, client: string) =>
  page.getByRole('button', { name: new RegExp(`^12:00 AM to 12:30 AM.*${client}, needs a caregiver`) });
const coverOf = (page: Page, client: string) =>
  page.getByRole('button', { name: new RegExp(`^12:00 AM to 12:30 AM.*${client}, cover`) });

test('an open visit is assigned and undone by keyboard, dragged by mouse, and assigned by keyboard from the list of who can come', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const client = await openVisit(page);
  await page.getByRole('link', { name: /^Schedule/ }).click();
  await page.getByLabel('Date', { exact: true }).fill(`${tomorrow.toString().slice(5)}-${tomorrow.year}`);
  await page.getByLabel('Date', { exact: true }).press('Enter');
  const chip = chipOf(page, client);
  await expect(chip).toBeVisible();
  await expectAccessible(page);

  // By keyboard, picks up the visit, moves it to the first possible caregiver, cancels, then repeats and assigns it.
  await chip.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/\d+ of \d+ can come\. Drop on a row/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/can come\. Drop on a row/)).toHaveCount(0);
  await expect(chip).toBeVisible();
  await chip.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/\d+ of \d+ can come\. Drop on a row/)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(coverOf(page, client)).toBeVisible();
  await expect(chip).toHaveCount(0);
  // Opens the message from the assigned visit before it disappears.
  await coverOf(page, client).focus();
  await pressByKey(page, page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText(/^Undone\./)).toBeVisible();
  await expect(chip).toBeVisible();

  // Drags with the mouse until the row under it responds. The board may scroll while the pointer rests near its edge.
  const from = await chip.boundingBox();
  if (!from) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 10, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 20, { steps: 4 });
  const answer = page
    .getByRole('grid')
    .getByText(/^Can come/)
    .first();
  await expect(answer).toBeVisible();
  const to = await answer.boundingBox();
  if (!to) throw new Error('nobody can come');
  await page.mouse.move(to.x + 20, to.y + 8, { steps: 8 });
  await page.mouse.up();
  await expect(page.getByText(/ covers .+12–12:30 AM\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chip).toBeVisible();

  // C opens everybody who can come with the parts of each score, and those who cannot, all by keyboard.
  await chip.focus();
  await page.keyboard.press('c');
  const drawer = page.getByRole('dialog', { name: 'Cover this visit' });
  await expect(drawer.getByText(/\d+ can come/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chip).toBeFocused();
  // The menu offers the same.
  await page.keyboard.press('Shift+F10');
  await expectAccessible(page);
  await keyTo(page, page.getByRole('menuitem', { name: /^Who can cover/ }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(drawer.getByText(/\d+ can come/)).toBeVisible();
  const button = (name: string | RegExp) => drawer.getByRole('button', { name }).first();
  await pressByKey(page, button(/^Score/));
  await expect(drawer.getByText('Knows the client')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('Knows the client')).toHaveCount(0);
  await page.keyboard.press('Enter');
  const cannot = drawer.locator('summary').filter({ hasText: /\d+ cannot/ });
  await pressByKey(page, cannot);
  await expect(drawer.getByRole('heading', { level: 4 }).first()).toBeVisible();
  await expectAccessible(page);
  await pressByKey(page, drawer.getByRole('switch', { name: 'Only who can come' }), 'Space');
  await expect(cannot).toHaveCount(0);
  await pressByKey(page, button('Visit story'));
  await expect(drawer.getByText(/took the visit/)).toHaveCount(2);
  await expectAccessible(page);
  // The office can also change the time or send the client a message.
  await pressByKey(page, button('Reschedule'));
  const moving = page.getByRole('dialog', { name: /^Reschedule Visit/ });
  await expect(moving.getByLabel(/^Start time/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button('Reschedule')).toBeFocused();
  await pressByKey(page, button('Notify client'));
  await expect(page.getByText(/we are looking for another caregiver/).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button('Notify client')).toBeFocused();
  await pressByKey(page, button(/^Assign /));
  await expect(drawer).toHaveCount(0);
  await coverOf(page, client).focus();
  await page.keyboard.press('Enter');
  const story = page.getByRole('list', { name: 'What happened' });
  // The assignment was undone twice above, so the visit was taken three times.
  await expect(story.getByText(/took the visit/)).toHaveCount(3);
  await expectAccessible(page);
});

test('on a phone the board shows one day with open visits first', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(page, 'user', '/schedule');
  await expect(page.getByRole('list', { name: 'Schedule' })).toBeVisible();
  await expectAccessible(page);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page.getByRole('list', { name: 'Schedule' })).toBeVisible();
});

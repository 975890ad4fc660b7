import type { Page } from '@playwright/test';
import { letWorkAnyTime } from './calls.ts';
import { today } from './dates.ts';
import { addLogin } from './logins.ts';
import { addPlan, readActivePlans } from './plans.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

const tomorrow = today().add({ days: 1 });
const typed = (day: Temporal.PlainDate) => `${day.toString().slice(5)}-${day.year}`;

/** Makes everybody who has care plans available at any time and able to check in by phone. */
const letEverybodyWork = async (page: Page) => {
  const caregivers = new Set((await readActivePlans(page)).map(({ ProviderID }) => ProviderID));
  await letWorkAnyTime(page, caregivers);
  for (const id of caregivers) await addLogin(page, id);
};

test('a caregiver calls out, and the visits of the span are planned and assigned at once', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await letEverybodyWork(page);
  const plan = (await readActivePlans(page)).find(({ Provider }) => Provider.startsWith('Okafor'));
  if (!plan) throw new Error('the demo site has no plan of Okafor');
  // Uses an hour at which nobody else works.
  await addPlan(page, plan, { createReason: 'Night help', from: '01:00', to: '01:30' });

  await page.getByRole('link', { name: /^Schedule/ }).click();
  await page.getByRole('button', { name: 'Called out…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Caregiver called out' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose a caregiver.')).toBeVisible();
  // A visit that should have begun a few minutes ago is part of the call-out.
  await expect(dialog.getByLabel('Time')).toHaveValue('12:00 AM');
  await dialog.getByLabel('Caregiver').click();
  await page.getByRole('option', { name: /^Okafor/ }).click();
  await dialog.getByLabel('Through').fill(typed(tomorrow.subtract({ days: 9 })));
  await dialog.getByLabel('Reason').fill('flu');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/The end must be after the start|This ended/)).toBeVisible();
  await dialog.getByLabel('Through').fill(typed(tomorrow.add({ days: 1 })));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/\d+ visits? now open/)).toBeVisible();

  // Presses the primary button of the board by its key.
  await expect(page.getByRole('button', { name: /^Plan \d+ open visit/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'Plan open visits' })).toBeVisible();
  await page.getByLabel('First day').fill(typed(tomorrow));
  await page.getByLabel('Last day').fill(typed(tomorrow.add({ days: 1 })));
  const night = page.getByRole('row', { name: /1:00 AM – 1:30 AM/ }).first();
  await expect(night).toBeVisible();
  await expect(page.getByText(/Nothing changes until you assign/)).toBeVisible();
  await expectAccessible(page);

  // The office leaves one visit open, undoes that, and assigns the rest.
  await night.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Stays open' }).click();
  await expect(page.getByText('1 line set by you.')).toBeVisible();
  await expect(night.getByText('Stays open')).toBeVisible();
  // Leaving the page keeps the plan.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: /^Schedule/ }).click();
  await page.goto('/schedule/plan');
  await expect(page.getByText('1 line set by you.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 line set by you.')).toHaveCount(0);
  // Presses the primary button of the proposal by its key.
  await expect(page.getByRole('button', { name: /^Assign \d+/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^\d+ visits? assigned$/)).toBeVisible();
  await expect(page.getByRole('row', { name: /1:00 AM – 1:30 AM/ })).toHaveCount(0);

  // Undo takes everything back at once, and the office asks the same caregivers instead.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undone\. \d+ visits? open again\./)).toBeVisible();
  await expect(night).toBeVisible();
  await page.getByRole('button', { name: /^Send \d+ as offers/ }).click();
  await expect(page.getByText(/\d+ offers? (sent|will go out)/)).toBeVisible();
  await expect(night).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
});

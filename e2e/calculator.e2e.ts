import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { commandBody } from '../server/testing/requests.ts';
import { sampleClient, sampleProvider, sampleSsn } from '../server/testing/sample-people.ts';
import { today } from './dates.ts';
import { expect, expectAccessible, OWN_PAGE, signIn, signInAt, test } from './story.ts';

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });
const block = (page: Page, place: number) => page.getByRole('region', { name: `Provider ${place}` });
const cell = (page: Page, what: 'Minutes' | 'Times', task: string) =>
  page.getByRole('textbox', { name: `${what} of ${task}` });

const picker = (within: Page | Locator, label: string) =>
  within
    .getByRole('combobox', { name: label })
    .or(within.getByRole('textbox', { name: label }))
    .first();

const choose = async (page: Page, field: Locator, name: string) => {
  await field.click();
  await field.fill(name);
  await page
    .getByRole('listbox')
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
};

/** Creates a client and a provider just for this test, so that no care plan of the demo agency interferes. */
const addStoryPeople = async (page: Page) => {
  const day = today();
  const people = [
    sampleClient('Quimby', day, { FirstName: 'Iris' }),
    sampleProvider('Quade', sampleSsn(randomInt(3_000_000)), day, {
      FirstName: 'Omar',
      'Start IHSS': day.subtract({ months: 1 }).toString(),
    }),
  ];
  for (const data of people) {
    const answer = await page.request.post('/homecare/api/poster.php', {
      headers: { ...OWN_PAGE, 'content-type': 'application/x-www-form-urlencoded' },
      data: commandBody('insert', { data }),
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
};

const CLIENT = 'Quimby, Iris';
const PROVIDER = 'Quade, Omar';

test.describe.configure({ mode: 'serial' });

test('the calculator places a week of tasks and makes a care plan of it', async ({ page }) => {
  await signIn(page, 'admin');
  await addStoryPeople(page);
  await page.goto('/ihsscalc');
  await expect(page.getByRole('heading', { name: 'Tasks per week' })).toBeVisible();
  await expectAccessible(page);

  // An empty form is refused (docs/rules/calculator.md, rules 1 and 2).
  await button(page, 'Calculate Careplan').click();
  await expect(page.getByText('Error: Incorrect Client')).toBeVisible();
  await choose(page, picker(page, 'Client'), CLIENT);
  await button(page, 'Calculate Careplan').click();
  await expect(page.getByText('Error: Incorrect Start Date')).toBeVisible();
  await page.getByRole('textbox', { name: 'Start date' }).fill('12-01-2031');
  await page.getByRole('textbox', { name: 'Start date' }).blur();
  await button(page, 'Calculate Careplan').click();
  await expect(page.getByText('Error: Empty Data')).toBeVisible();
  await choose(page, picker(block(page, 1), 'Provider'), PROVIDER);
  await button(page, 'Calculate Careplan').click();
  await expect(
    page.getByText('Error: One of Provider have empty codes or no one day selected'),
  ).toBeVisible();

  // An end that is not later than the start is on the next day, and the page says so.
  const end = page.getByRole('textbox', { name: 'End time' });
  await end.fill('02:00');
  await expect(page.getByText('The end time is that of the next day')).toBeVisible();
  await end.fill('18:00');
  await expect(page.getByText('The end time is that of the next day')).toHaveCount(0);

  // Changing only the times adjusts the norm, and the footer adds up.
  await block(page, 1).getByLabel('Homemaker code').selectOption({ label: 'S5130 IHSS Homemaker' });
  await block(page, 1).getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await cell(page, 'Times', '105 Meal preparation').fill('6');
  await expect(cell(page, 'Minutes', '105 Meal preparation')).toHaveValue('30');
  await cell(page, 'Minutes', '108 Laundry').fill('45');
  await cell(page, 'Minutes', '108 Laundry').press('ArrowRight');
  await page.keyboard.type('2');
  await expect(page.getByRole('table', { name: /Homemaker/ }).getByText('4.50 hours/week')).toBeVisible();

  await button(page, 'Calculate Careplan').dblclick();
  const dialog = page.getByRole('dialog', { name: 'Calc List' });
  await expect(dialog.getByRole('status').or(dialog.getByRole('alert')).first()).toContainText(
    'All 270 minutes placed',
  );
  // The button is disabled for a moment while the dialog is open.
  await expect(page.getByRole('button', { name: 'Calculate Careplan', includeHidden: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page);
  // A double click makes one calculation with one pair of files.
  await expect(dialog.getByRole('row', { name: /ihss_\d+_\d{8}_\d+_\d+_hmk/ })).toHaveCount(2);
  const download = page.waitForEvent('download');
  await button(dialog, /^Download .*\.pdf$/).click();
  expect((await download).suggestedFilename()).toMatch(/^ihss_\d+_\d{8}_\d+_\d+_hmk\.pdf$/);
  await button(dialog, 'Close').last().click();

  // Calc List keeps the calculation and opens the filled form, also after a reload.
  await button(page, 'Calc List').click();
  await button(dialog, /^Show the week of /)
    .first()
    .click();
  // The user reviews the week before a care plan is written from it.
  const week = dialog.getByRole('table', { name: 'Calculated week' });
  await expect(week.getByRole('cell', { name: /08:00–.*Meal preparation 30 min/ })).toHaveCount(6);
  await expectAccessible(page);
  await button(dialog, 'Create care plan').click();
  await expect(page).toHaveURL(/careplan(\?at=k[0-9a-z]+)?$/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Create reason' })).toHaveValue(/^IHSS Calc run \d+$/);
  await expect(picker(page, 'Client')).toHaveValue(CLIENT);
  await expect(page.getByRole('textbox', { name: 'Time In, Monday' })).toHaveValue('08:00');
  await button(page, /^Create$/).click();
  await expect(page.getByText('Success: Careplan created').first()).toBeVisible();
});

test('a daily task that does not fit every day is marked in red with the reason', async ({ page }) => {
  await signInAt(page, 'admin', '/ihsscalc');
  await choose(page, picker(page, 'Client'), CLIENT);
  await page.getByRole('textbox', { name: 'Start date' }).fill('12-01-2031');
  await page.getByRole('textbox', { name: 'Start date' }).blur();
  await choose(page, picker(block(page, 1), 'Provider'), PROVIDER);
  await block(page, 1).getByLabel('Personal code').selectOption({ index: 1 });
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await block(page, 1).getByRole('checkbox', { name: day }).uncheck();
  await cell(page, 'Minutes', '212 Bathing').fill('40');
  await cell(page, 'Times', '212 Bathing').fill('7');
  await button(page, 'Calculate Careplan').click();
  const dialog = page.getByRole('dialog', { name: 'Calc List' });
  await expect(dialog.getByRole('alert')).toHaveText('All 280 minutes placed; 1 task not on the right days');
  await expect(dialog.getByText(/^212 Bathing is not once a day: Saturday \d, Sunday \d\./)).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Calculated week' })).toContainText('Bathing');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});

test('norms and caps show their source, and a new one needs a first day and a source', async ({ page }) => {
  await signInAt(page, 'admin', '/config');
  await page.getByRole('tab', { name: 'IHSS norms' }).click();
  await expect(page.getByRole('row', { name: /Personal care a year.*2500\.00 hours/ })).toContainText(
    'Community First Choice',
  );
  await button(page, 'New from a day: 110 Dusting').click();
  const dialog = page.getByRole('dialog', { name: 'New norm of 110 Dusting' });
  await button(dialog, 'Save').click();
  await expect(dialog.getByText('Enter a date as MM-DD-YYYY')).toBeVisible();
  await expect(dialog.getByText('Enter its source, such as a rule or a letter.')).toBeVisible();
  await expectAccessible(page);
});

test('only an admin can open the calculator', async ({ page }) => {
  await signIn(page, 'user');
  await expect(page.getByRole('link', { name: 'IHSS Calc (beta)' })).toHaveCount(0);
  await page.goto('/ihsscalc');
  await expect(page).toHaveURL(/today$/);
});

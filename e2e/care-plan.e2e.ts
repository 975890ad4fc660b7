import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { showDay } from './dates.ts';
import { chooseFromMenu } from './row-menu.ts';
import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

const MODIFY = /^Modify( Enter)?$/;
const CLONE = /^Clone$/;
const OVERRIDE_PASSWORD = `Plan-${randomInt(1e9)}-Override`;

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const week = (page: Page) => page.getByRole('table', { name: 'Week' });
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Fills a cell of the week grid and leaves it, like a typist. */
const enter = async (page: Page, cell: string, text: string) => {
  await box(page, cell).fill(text);
  await box(page, cell).blur();
};

const picker = (page: Page, label: 'Provider' | 'Client') =>
  page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first();

const choosePerson = async (page: Page, label: 'Provider' | 'Client', name: string) => {
  await picker(page, label).click();
  await picker(page, label).fill(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
};

const chooseType = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Type' }).or(page.getByLabel(/^Type/)).first().click();
  await page.getByRole('option', { name, exact: true }).click();
};

const newPlan = async (page: Page) => {
  await page.getByRole('link', { name: 'Careplan List' }).click();
  await button(page, 'New care plan').click();
  await expect(page).toHaveURL(/careplan(\?at=k[0-9a-z]+)?$/);
};

const rowOf = (page: Page, provider: string, client: string) =>
  page.getByRole('row', { name: new RegExp(`${provider}.*${client}`) });

/** The row of a plan in the list. */
const find = async (page: Page, provider: string, client: string) => {
  await page.getByRole('link', { name: 'Careplan List' }).click();
  await page.getByRole('textbox', { name: 'Search care plans' }).fill(`${provider} ${client}`);
  return rowOf(page, provider, client);
};

test.describe.configure({ mode: 'serial' });

test('a plan is created after its conflicts are corrected', async ({ page }) => {
  await signIn(page, 'user');
  await newPlan(page);

  // A provider with an expired background check is rejected.
  await choosePerson(page, 'Provider', 'Jama, Khadija');
  const refused = 'Error: Wrong Background check date. Check it before creating care plan.';
  await expect(page.getByText(refused)).toHaveCount(2);
  await expect(picker(page, 'Provider')).toHaveValue('');
  await choosePerson(page, 'Provider', 'Okafor, Chidi');
  await choosePerson(page, 'Client', 'Hollingsworth, Paige');
  await chooseType(page, 'Personal Care');
  await page.getByLabel(/^Create reason/).fill('More hours approved');

  await enter(page, 'Time In, Monday', '840');
  await enter(page, 'Bathing minutes, Monday', '40');
  await button(page, 'Refresh Time').click();
  await expect(box(page, 'Time Out, Monday')).toHaveValue('09:20');
  const daycare = 'Error: This client have same time in Monday with Mosaic Day Services (08:30 – 14:00)';
  await expect(page.getByText(daycare)).toHaveCount(2);
  await expect(box(page, 'Time In, Monday')).toHaveAttribute('aria-invalid', 'true');

  for (const cell of ['Time In', 'Time Out', 'Bathing minutes']) await enter(page, `${cell}, Monday`, '');
  await expect(page.getByText(daycare)).toHaveCount(0);
  await enter(page, 'Time In, Tuesday', '2:30p');
  await enter(page, 'Time Out, Tuesday', '1510');
  await enter(page, 'Bathing minutes, Tuesday', '40');
  await expect(
    page.getByText(
      'Error: This provider have same time in Tuesday with client Harmon, Monique (14:45 – 17:45)',
    ),
  ).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Open plan/ }).click();
  const other = page.getByRole('dialog', { name: /^Care plan/ });
  await expect(other).toContainText('Okafor, Chidi for Harmon, Monique');
  await expectAccessible(page);
  await button(other, 'Back to the form').click();

  // A user who cannot override time errors stops here.
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/careplan(\?at=k[0-9a-z]+)?$/);

  await enter(page, 'Time In, Tuesday', '14:00');
  await enter(page, 'Time Out, Tuesday', '14:40');
  await expect(
    page.getByText('5 minutes before the visit with Harmon, Monique (starts 14:45)'),
  ).toBeVisible();
  await box(page, 'Time Out, Tuesday').press('Enter');
  await expect(page).toHaveURL(/careplan(\?at=k[0-9a-z]+)?$/);
  await button(page, 'Create').click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('This days have warning: Tuesday. Do you want to continue?');
  await button(question, 'Cancel').click();
  await button(page, 'Approve Tuesday').click();
  await button(page, 'Create').click();
  await expect(page.getByText('Success: Careplan created')).toBeVisible();
  await expect(page.getByText('Success: EVV records created')).toBeVisible();
  await expect(page).toHaveURL(/careplanlist/);
});

test.describe(() => {
  test.use({ expectedErrors: [/400/] });
  test('an admin saves despite a time error, with the code and a remark', async ({ page }) => {
    await signIn(page, 'admin');
    await page.evaluate(
      (password) =>
        fetch('/homecare/api/sites/set-override-password', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ password }),
        }),
      OVERRIDE_PASSWORD,
    );
    await page.reload();
    // Today's plan is listed below the earlier plan of the same pair.
    await chooseFromMenu(page, (await find(page, 'Okafor, Chidi', 'Hollingsworth, Paige')).last(), MODIFY);
    await expect(
      page.getByRole('heading', { name: /^Okafor, Chidi for Hollingsworth, Paige/ }),
    ).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Provider' })).toHaveCount(0);
    await page.reload();
    await expect(week(page)).toBeVisible();
    await page.getByLabel('Remarks').fill('Ring twice');
    await enter(page, 'Time In, Tuesday', '1405');
    // Wait until the neighboring visit is known; a plan saved earlier would only be asked about its times.
    await expect(page.getByText(/^Tuesday · 5 minutes before the visit/)).toBeVisible();
    await button(page, 'Modify').click();
    const gap = page.getByRole('dialog', { name: 'Short gaps between visits' });
    await button(gap, 'Continue').click();
    const dialog = page.getByRole('dialog', { name: 'Save despite time errors?' });
    await expect(dialog).toContainText('Error: You have time mismatch in Care Plan on Tuesday');
    await expectAccessible(page);
    await button(dialog, 'Continue').click();
    await dialog.getByLabel(/^Plan override password/).fill('Guessed-1');
    await dialog.getByLabel(/^Remark/).fill('Agreed with the case manager');
    await expect(dialog).toContainText('Added to the remarks: 246 of 285 characters left');
    await button(dialog, 'Save').click();
    await expect(dialog).toContainText('You enter incorrect code!');
    await dialog.getByLabel(/^Plan override password/).fill(OVERRIDE_PASSWORD);
    await button(dialog, 'Save').click();
    await expect(page.getByText('Success: Careplan modified')).toBeVisible();
    await expect(page.getByText('Success: EVV records modified')).toBeVisible();
    await expect(page.getByLabel('Remarks')).toHaveValue('Ring twice\nAgreed with the case manager');

    // After Modify the user can stay or continue in other ways.
    await expectAccessible(page);
    await button(page, 'Exit to list').click();
    await expect(page).toHaveURL(/careplanlist/);
  });
});

test('a cloned plan gets another provider, more days and new times', async ({ page }) => {
  await signIn(page, 'user');
  await newPlan(page);
  await choosePerson(page, 'Provider', 'Mohamud, Noor');
  // Closing the window asks as well.
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const closing = await asked;
  expect(closing.type()).toBe('beforeunload');
  await closing.dismiss();
  await button(page, 'Go Back').click();
  const leave = page.getByRole('dialog', { name: 'Do you want go back without saving?' });
  await button(leave, 'Leave').click();
  await expect(page).toHaveURL(/careplanlist/);

  await chooseFromMenu(page, await find(page, 'Langley, Megan', 'Hollingsworth-Martinez, Nadia'), CLONE);
  await expect(picker(page, 'Provider')).toHaveValue('Langley, Megan');
  await expect(
    page
      .getByText(/^Error: This provider have same time in Tuesday with client Hollingsworth-Martinez, Nadia/)
      .first(),
  ).toBeVisible();
  await choosePerson(page, 'Client', 'Cordova, Maximiliano');
  await page.getByLabel(/^Create reason/).fill('Evening help');
  await page
    .getByRole('button', { name: /^Show all \d+ items$/ })
    .first()
    .click();
  await enter(page, 'Time In, Monday', '8p');
  await enter(page, 'Bathing minutes, Monday', '30');
  await button(page, 'Refresh Time').click();
  await button(page, 'Copy Monday to other days').click();
  await button(page, 'All days').click();
  await button(page, 'Copy').click();
  await expect(box(page, 'Time In, Sunday')).toHaveValue('20:00');
  await expect(page.getByText(/^Error:/)).toHaveCount(0);
  await button(page, 'Create').click();
  await expect(page.getByText('Success: Careplan created')).toBeVisible();
  await expect(rowOf(page, 'Langley, Megan', 'Hollingsworth-Martinez, Nadia')).toBeVisible();
});

const visits = async (page: Page, days: number) => {
  await page.getByRole('link', { name: 'EVV Admin' }).click();
  const date = page.getByLabel('Date', { exact: true });
  await date.fill(showDay(days));
  await date.blur();
  await expect(page.getByRole('row', { name: /Cordova, Maximiliano/ }).first()).toBeVisible();
};
const visitOf = (page: Page, provider: string) =>
  page.getByRole('row', { name: new RegExp(`${provider}.*Cordova, Maximiliano`) });

test('a temporary plan takes over the visits and gives them back', async ({ page }) => {
  const [covered, temporary] = ['Langley, Megan', 'Fischer, Annaliese'];
  await signIn(page, 'admin');
  await visits(page, 1);
  await expect(visitOf(page, covered)).toBeVisible();

  await chooseFromMenu(page, await find(page, covered, 'Cordova, Maximiliano'), MODIFY);
  await button(page, 'Clone temp').click();
  await expect(page.getByRole('checkbox', { name: 'Is Temporary Careplan' })).toBeChecked();
  await choosePerson(page, 'Provider', temporary);
  await page.getByLabel(/^Create reason/).fill('Megan is away');
  const end = page.getByLabel(/^End Date/);
  await end.fill(showDay(120));
  await button(page, 'Create').click();
  await expect(page.getByText('A temporary plan lasts at most 90 days.')).toBeVisible();
  await end.fill(showDay(2));
  await expectAccessible(page);
  await button(page, 'Create').click();
  // On some weekdays another visit of the provider ends right before one of these.
  const gaps = page.getByRole('dialog', { name: 'Short gaps between visits' });
  const created = page.getByText('Success: Careplan created');
  await expect(gaps.or(created).first()).toBeVisible();
  if (await gaps.isVisible()) await button(gaps, 'Continue').click();
  await expect(created).toBeVisible();
  await visits(page, 1);
  await expect(visitOf(page, temporary)).toBeVisible();
  await expect(visitOf(page, covered)).toHaveCount(0);

  // The temporary plan ends today, so from tomorrow on the visits belong to the covered plan again.
  await chooseFromMenu(page, await find(page, temporary, 'Cordova, Maximiliano'), MODIFY);
  await page.getByLabel(/^End Date/).fill(showDay(0));
  await button(page, 'Modify and Exit').click();
  await expect(page.getByText('Success: Careplan modified')).toBeVisible();
  await expect(page.getByText('Success: EVV records modified')).toBeVisible();
  await expect(page).toHaveURL(/careplanlist/);
  await visits(page, 1);
  await expect(visitOf(page, covered)).toBeVisible();
  await expect(visitOf(page, temporary)).toHaveCount(0);
});

test.describe(() => {
  test.use({ expectedErrors: [/409/] });
  test('a plan saved in another window first keeps what was typed in this one', async ({ page, context }) => {
    await signIn(page, 'admin');
    await chooseFromMenu(page, await find(page, 'Langley, Megan', 'Cordova, Maximiliano'), MODIFY);
    await expect(week(page)).toBeVisible();
    const second = await context.newPage();
    await second.goto('/careplanlist');
    await chooseFromMenu(second, await find(second, 'Langley, Megan', 'Cordova, Maximiliano'), MODIFY);
    await second.getByLabel('Remarks').fill('Dog in the yard');
    await button(second, 'Modify').click();
    await expect(second.getByText('Success: Careplan modified')).toBeVisible();
    await second.close();

    await enter(page, 'Travel Time minutes, Friday', '15');
    await page.keyboard.press('Control+s');
    const note = page.getByRole('alert').filter({ hasText: 'Not saved. Changed by' });
    await expect(note).toContainText('They changed Remarks. Keeping yours keeps theirs too.');
    await expectAccessible(page);
    await button(page, 'Keep my changes').click();
    await expect(page.getByLabel('Remarks')).toHaveValue('Dog in the yard');
    await expect(box(page, 'Travel Time minutes, Friday')).toHaveValue('15');
    const printed = context.waitForEvent('page');
    await button(page, 'Modify and Show').click();
    await expect(page.getByText('Success: Careplan modified')).toBeVisible();
    await (await printed).close();
    await expect(button(page, 'Show plan')).toBeVisible();
  });
});

test('an employee cannot open the care plan form', async ({ page }) => {
  await signInAt(page, 'provider', '/careplan');
  await expect(page).toHaveURL(/dashboard/i);
  await page.getByRole('link', { name: 'Careplan List' }).click();
  await expect(page.getByRole('row', { name: /Cordova, Maximiliano/ }).first()).toBeVisible();
  await expect(button(page, 'New care plan')).toHaveCount(0);
});

import type { Locator, Page } from '@playwright/test';
import { showDay } from './dates.ts';
import { chooseFromMenu } from './row-menu.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page | Locator, name: string) => page.getByRole('textbox', { name, exact: true });

const enter = async (page: Page, cell: string, text: string) => {
  await box(page, cell).fill(text);
  await box(page, cell).blur();
};

const choosePerson = async (page: Page, label: 'Provider' | 'Client', name: string) => {
  const picker = page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first();
  await picker.click();
  await picker.fill(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
};

const [PROVIDER, CLIENT] = ['Mohamud, Noor', 'Cordova, Maximiliano'];

const find = async (page: Page) => {
  await page.getByRole('link', { name: 'Careplan List' }).click();
  await page.getByRole('textbox', { name: 'Search care plans' }).fill(`${PROVIDER} ${CLIENT}`);
  return page.getByRole('row', { name: new RegExp(`${PROVIDER}.*${CLIENT}`) }).first();
};

test.describe.configure({ mode: 'serial' });

test('a plan changes from a date on, and the change is undone', async ({ page }) => {
  await signIn(page, 'user');
  await page.getByRole('link', { name: 'Careplan List' }).click();
  await button(page, 'New care plan').click();
  await choosePerson(page, 'Provider', PROVIDER);
  await choosePerson(page, 'Client', CLIENT);
  await page.getByRole('combobox', { name: 'Type' }).or(page.getByLabel(/^Type/)).first().click();
  await page.getByRole('option', { name: 'Personal Care', exact: true }).click();
  await page.getByLabel(/^Create reason/).fill('Early help');
  await enter(page, 'Time In, Sunday', '4:00');
  await enter(page, 'Bathing minutes, Sunday', '30');
  await button(page, 'Refresh Time').click();
  await button(page, 'Create').click();
  await expect(page.getByText('Success: Careplan created')).toBeVisible();

  await chooseFromMenu(page, await find(page), /^Modify( Enter)?$/);
  await expect(page.getByLabel(/^Changes start on/)).toHaveValue(showDay(0));
  await page.getByLabel(/^Changes start on/).fill(showDay(30));
  await page.getByLabel(/^Changes start on/).blur();
  await enter(page, 'Time In, Sunday', '4:15');
  await button(page, 'Refresh Time').click();
  await button(page, 'Modify').click();
  await expect(page.getByText('Success: Careplan modified')).toBeVisible();

  const weeks = page.getByRole('group', { name: 'Weeks of this care plan' });
  await expect(button(weeks, `Week from ${showDay(30)}`)).toHaveAttribute('aria-pressed', 'true');
  await button(weeks, `Week through ${showDay(29)}`).click();
  await expect(box(page, 'Time In, Sunday')).toHaveValue('04:00');
  await expect(page.getByLabel(/^Changes start on/)).toHaveValue(showDay(0));
  await button(weeks, `Week from ${showDay(30)}`).click();
  await expect(box(page, 'Time In, Sunday')).toHaveValue('04:15');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(weeks).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1400, height: 900 });

  await button(weeks, 'Remove this week…').click();
  await button(page.getByRole('dialog'), 'Remove week').click();
  await expect(weeks).toHaveCount(0);
  await expect(box(page, 'Time In, Sunday')).toHaveValue('04:00');
});

test('an archived plan stays in the list until its end date, which can be changed', async ({ page }) => {
  await signIn(page, 'user');
  await chooseFromMenu(page, await find(page), /^Archive…/);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^End date/).fill(showDay(10));
  await dialog.getByLabel(/^End date/).blur();
  await button(dialog, 'Archive').click();
  await button(page.getByRole('dialog').last(), 'Archive').click();
  await expect(page.getByText('Success: Care Plan archived')).toBeVisible();
  await expect(await find(page)).toContainText(`Ends ${showDay(10)}`);

  await chooseFromMenu(page, await find(page), /^Change end…/);
  await expect(dialog).toContainText(`It ends ${showDay(10)}, the first day without service.`);
  await dialog.getByLabel(/^End date/).fill(showDay(20));
  await dialog.getByLabel(/^End date/).blur();
  await expectAccessible(page);
  await button(dialog, 'Change end').click();
  await expect(page.getByText('Success: End date of the care plan changed')).toBeVisible();
  await expect(await find(page)).toContainText(`Ends ${showDay(20)}`);
});

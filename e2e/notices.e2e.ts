import type { Page } from '@playwright/test';
import { showDay } from './dates.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

const badge = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}: \\d+$`) });
const openMenu = async (page: Page, title: string) => {
  await badge(page, title).click();
  const menu = page.getByRole('dialog', { name: new RegExp(`^${title}`) });
  await expect(menu).toBeVisible();
  return menu;
};
const countOf = async (page: Page, title: string) =>
  Number((await badge(page, title).getAttribute('aria-label'))?.split(': ')[1]);

test.describe('notices', () => {
  test('a toolbar notice leads to its record and disappears once the record is corrected', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    const row = page.getByRole('row', { name: /Anderson, Kjersti/ });
    await expect(row).toContainText('Background check expired');
    await expect(page.getByRole('row', { name: /Fischer, Annaliese/ })).toContainText('DL/ID expires');
    const before = await countOf(page, 'Warnings');
    await page.getByRole('link', { name: 'Careplan List' }).click();
    const menu = await openMenu(page, 'Warnings');
    await expect(menu).toContainText('Expired, missing or wrong dates');
    await expectAccessible(page);
    await menu.getByRole('link', { name: /Anderson, Kjersti.*Background check expired/ }).click();

    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(menu).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Search people' })).toHaveValue(/^ID=\d+$/);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expectAccessible(page);

    await row.getByRole('button', { name: /^Edit/ }).click();
    const field = page.getByRole('textbox', { name: /^Background Check/ });
    await field.fill(showDay(0));
    await field.blur();
    await page.getByRole('button', { name: /^(Save|Modify)/ }).click();
    await expect(row).not.toContainText('Background check expired');
    await expect(badge(page, 'Warnings')).toHaveAccessibleName(`Warnings: ${before - 1}`);
  });

  test('timesheet errors are filtered by month, cleared, and opened on their plan by keyboard', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await badge(page, 'Timesheet errors').focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: /^Timesheet errors/ });
    const items = menu.getByRole('list', { name: 'Timesheet errors' }).getByRole('listitem');
    await expect(items.first()).toBeVisible();
    const all = await items.count();
    expect(all).toBeGreaterThan(1);
    const clear = menu.getByRole('button', { name: 'Clear' });
    await expect(clear).toBeDisabled();

    const oldest = (await menu.getByLabel('Month').locator('option').allTextContents()).at(-1) ?? '';
    await menu.getByLabel('Month').selectOption(oldest);
    await expect(items.first()).toContainText(oldest);
    expect(await items.count()).toBeLessThan(all);
    await expectAccessible(page);
    await clear.click();
    await expect(items).toHaveCount(all);
    await expect(menu.getByLabel('Month')).toBeFocused();

    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(badge(page, 'Timesheet errors')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(menu.locator('[data-autofocus]')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(items.first().getByRole('link')).toBeFocused();
    const name = (await items.first().getByRole('link').innerText()).split('\n')[0] ?? '';
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/careplanlist$/);
    await expect(page.getByRole('textbox', { name: 'Search care plans' })).toHaveValue(/^ID=\d+$/);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('row').nth(1)).toContainText(name.split(' for ')[0] ?? '');

    // Each item closes the menu: the month stays for the next one.
    await badge(page, 'Timesheet errors').click();
    await menu.getByLabel('Month').selectOption(oldest);
    await items.first().getByRole('link').click();
    await expect(menu).toBeHidden();
    await badge(page, 'Timesheet errors').click();
    await expect(menu.getByLabel('Month')).toHaveValue(oldest);
    await expect(items.first()).toContainText(oldest);
  });

  test('below 1100 pixels one bell holds all notices with their total', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'user');
    const bell = await openMenu(page, 'Notices');
    await bell.getByText('Eligibility', { exact: true }).click();
    // Whoever it is: the payer may have been asked meanwhile.
    const notice = bell.getByRole('link', { name: /HCBS Expired/ }).first();
    const [name = 'nobody'] = (await notice.innerText()).split('\n');
    await expectAccessible(page);
    await notice.click();
    const people = page.getByRole('list', { name: /^People/ });
    await expect(people.getByRole('listitem')).toHaveCount(1);
    await expect(people.getByRole('listitem')).toContainText(name);
  });

  test('a client’s eligibility opens from Form report', async ({ page }) => {
    await signIn(page, 'user');
    await page.getByRole('textbox', { name: 'Search people' }).fill('Jaramillo');
    await page.getByRole('row', { name: /Jaramillo, James/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Form report' }).hover();
    await page.getByRole('menuitem', { name: 'Eligibility' }).click();
    const dialog = page.getByRole('dialog', { name: 'Eligibility of Jaramillo, James' });
    await expect(dialog.getByRole('cell', { name: 'Eligible HCBS Expired' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  });

  test('an employee sees only birthdays, and a field employee sees no notices', async ({ page }) => {
    await signIn(page, 'provider');
    await expect(badge(page, 'Provider birthdays')).toBeVisible();
    await expect(badge(page, 'Client birthdays')).toBeVisible();
    await expect(badge(page, 'Warnings')).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Fischer, Annaliese/ })).not.toContainText('DL/ID expires');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(/login/);
    await signIn(page, 'evv');
    await expect(page.getByRole('heading', { name: 'EVV' })).toBeVisible();
    await expect(badge(page, 'Client birthdays')).toHaveCount(0);
  });

  test('an update note appears once', async ({ page }) => {
    await signIn(page, 'admin');
    await page.getByRole('link', { name: 'Configuration' }).click();
    await page.getByRole('tab', { name: 'Site' }).click();
    await page.getByRole('textbox', { name: 'New note' }).fill('Texts are answered from the list now.');
    await page.getByRole('button', { name: 'Notify everyone' }).click();
    await expect(page.getByText('Texts are answered from the list now.')).toBeVisible();
    await signIn(page, 'user', undefined, { seesUpdates: true });
    const note = page.getByRole('dialog', { name: 'What’s new' });
    await expect(note).toContainText('Texts are answered from the list now.');
    await expectAccessible(page);
    const marked = page.waitForResponse(/mark-update-seen/);
    await note.getByRole('button', { name: 'Close' }).last().click();
    await expect(note).toBeHidden();
    await marked;
    await page.reload();
    await expect(page.getByRole('row', { name: /Fischer, Annaliese/ })).toBeVisible();
    await expect(note).toBeHidden();
  });
});

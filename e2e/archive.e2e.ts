import type { Locator, Page } from '@playwright/test';
import { showDay, today } from './dates.ts';
import { chooseFromMenu } from './row-menu.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

/** The first day after all billing records of this month, which would otherwise prevent archiving. */
const leavingDay = () => {
  const { day, daysInMonth } = today();
  return showDay(daysInMonth - day + 1);
};

const search = (page: Page, text: string) => page.getByRole('textbox', { name: 'Search people' }).fill(text);
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const showArchived = (page: Page) => page.getByRole('switch', { name: 'Show Archived' });

const setDate = async (scope: Locator, label: RegExp, date: string) => {
  const box = scope.getByLabel(label);
  await box.fill(date);
  await box.blur();
};

const archive = async (page: Page, name: string) => {
  await chooseFromMenu(page, rowOf(page, name), 'Archive…');
  const confirmation = page.getByRole('dialog', { name: `Archive ${name}?` });
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await confirmation.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: `Archive ${name}`, exact: true });
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(dialog.getByText('Error: Enter correct date and reason')).toHaveCount(2);
  await setDate(dialog, /^Archive date/, leavingDay());
  await setDate(dialog, /^Discharge date/, showDay(0));
  await dialog.getByLabel(/^Discharge reason/).fill('Moved away');
  await expect(dialog.getByText('Error: Enter correct date and reason')).toHaveCount(0);
  await expect(
    dialog.getByText(
      /^This archives \d+ care plans?( and deletes \d+ planned visits? from the archive date on)?\.$/,
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Success: Record get to archive')).toBeVisible();
  await expect(page.getByText('Success: Care Plan archived')).toBeVisible();
  await expect(page.getByText('Success: Evv records deleted')).toBeVisible();
  await expect(dialog).toHaveCount(0);
};

/** The care plans of a person in the list on the open page. */
const statusOfPlans = (page: Page, field: 'ClientID' | 'ProviderID', id: string) =>
  page.evaluate(
    async (filter) => {
      const answer = await fetch('/homecare/api/poster.php', {
        method: 'POST',
        body: new URLSearchParams({ cmd: 'care_get', data: JSON.stringify([filter]) }),
      });
      const { data }: { data: { Status: string; EndDate: string | null }[] } = await answer.json();
      return data.map(({ Status }) => Status);
    },
    { field, value: id },
  );
const idOf = async (row: Locator) => (await row.getAttribute('data-key')) ?? '';

test('a client is archived with plans and visits, and comes back', async ({ page }) => {
  const name = 'Baca, Guadalupe';
  await signIn(page, 'admin');
  await search(page, 'baca');
  const id = await idOf(rowOf(page, name));
  expect(await statusOfPlans(page, 'ClientID', id)).toContain('Active');
  await archive(page, name);
  expect(await statusOfPlans(page, 'ClientID', id)).not.toContain('Active');
  await expect(rowOf(page, name)).toHaveCount(0);

  await page.getByRole('button', { name: 'Show Archived' }).click();
  await expect(rowOf(page, name)).toContainText(`Archived ${leavingDay()}`);
  await rowOf(page, name).getByRole('button', { name: 'More for' }).click();
  await expect(page.getByRole('menuitem', { name: /^Show Enter$/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Edit/ })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Archive…' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await chooseFromMenu(page, rowOf(page, name), 'Record log');
  const log = page.getByRole('dialog', { name: `Record log of ${name}` });
  await expect(log.getByRole('row', { name: /Status Active Archived/ })).toBeVisible();
  await expect(log.getByRole('row', { name: /DC Reason – Moved away/ })).toBeVisible();
  await expect(log.getByRole('row', { name: /Care plans archived – \d/ })).toBeVisible();
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Close' }).last().click();
  await expect(rowOf(page, name).getByRole('button', { name: 'More for' })).toBeFocused();

  await chooseFromMenu(page, rowOf(page, name), 'Set Active…');
  const dialog = page.getByRole('dialog', { name: `Set ${name} active` });
  await expect(dialog.getByLabel(/Return date/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Set Active' }).click();
  await expect(page.getByText('Success: Person Activated')).toBeVisible();
  await showArchived(page).click();
  await expect(rowOf(page, name)).toBeVisible();
});

test('a provider comes back with a return date', async ({ page }) => {
  const name = 'Bekele, Tigist';
  await signIn(page, 'admin');
  await search(page, 'bekele');
  await archive(page, name);
  await page.getByRole('button', { name: 'Show Archived' }).click();
  await chooseFromMenu(page, rowOf(page, name), 'Set Active…');
  const dialog = page.getByRole('dialog', { name: `Set ${name} active` });
  await setDate(dialog, /^Return date/, '');
  await dialog.getByRole('button', { name: 'Set Active' }).click();
  await expect(dialog.getByText('Return Date is required')).toBeVisible();
  await expectAccessible(page);
  await setDate(dialog, /^Return date/, showDay(0));
  await dialog.getByRole('button', { name: 'Set Active' }).click();
  await expect(page.getByText('Success: Person Activated')).toBeVisible();
  await rowOf(page, name)
    .getByRole('button', { name: `Edit ${name}` })
    .click();
  await expect(page.getByLabel('Return Date')).toHaveValue(showDay(0));
});

test('a changed name asks for its first day, and the old one stays in the history and the record log', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await search(page, 'archuleta');
  await rowOf(page, 'Archuleta').getByRole('button', { name: /^Edit/ }).click();
  await page.getByLabel(/^Last name/).fill('Solberg');
  await page.getByRole('button', { name: 'Save' }).click();
  const asked = page.getByRole('dialog', { name: 'Start date of the new information' });
  await setDate(asked, /^Start date/, showDay(1));
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect(asked.getByText("Error: Change date can't be future")).toBeVisible();
  await setDate(asked, /^Start date/, showDay(-10));
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/dashboard/i);
  await search(page, 'solberg');
  await rowOf(page, 'Solberg').getByRole('button', { name: /^Edit/ }).click();
  await expect(page.getByRole('row', { name: new RegExp(`Archuleta ${showDay(-11)}`) })).toBeVisible();
  await page.getByRole('button', { name: 'Record log' }).click();
  const log = page.getByRole('dialog', { name: /^Record log of Solberg/ });
  await expect(log.getByRole('row', { name: /Last name Archuleta Solberg/ })).toBeVisible();
  await expectAccessible(page);
});

test('a note keeps its quotes and line breaks, and its icon lights up', async ({ page }) => {
  const note = 'Says "hi" & \'bye\'\nKey in lockbox &quot;';
  await signIn(page, 'user');
  await search(page, 'abeyta');
  const icon = rowOf(page, 'Abeyta').getByRole('button', { name: /^Add\/Edit Note/ });
  await icon.click();
  const dialog = page.getByRole('dialog', { name: /^Note of Abeyta/ });
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success: Note saved')).toBeVisible();
  await expect(icon).toHaveAttribute('data-on', 'true');
  await icon.click();
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue(note);
});

/** The status of a call made directly, with the session of whoever is signed in. */
const statusOf = (page: Page, calls: readonly { path: string; body: Record<string, string> }[]) =>
  page.evaluate(
    (requests) =>
      Promise.all(
        requests.map(async ({ path, body }) => {
          const form = path === 'poster.php';
          const answer = await fetch(`/homecare/api/${path}`, {
            method: 'POST',
            headers: form ? {} : { 'Content-Type': 'application/json' },
            body: form ? new URLSearchParams(body) : JSON.stringify({ ...body, id: Number(body.id) }),
          });
          return answer.status;
        }),
      ),
    calls,
  );

test.describe('without permission', () => {
  test.use({ expectedErrors: [/403/] });

  test('an employee can view people and change nothing', async ({ page }) => {
    await signIn(page, 'provider');
    const row = page.getByRole('row', { name: /Client/ }).first();
    await row.focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem')).toHaveText([/^Show/]);
    await page.keyboard.press('Escape');
    const id = await idOf(row);
    const away = JSON.stringify([
      { field: 'Cur', value: 'n' },
      { field: 'archiveDate', value: '2026-01-01' },
    ]);
    const statuses = await statusOf(page, [
      { path: 'poster.php', body: { cmd: 'update', id, data: away } },
      { path: 'people/preview-archive', body: { id, archiveDate: '2026-01-01' } },
      { path: 'people/get-note', body: { id } },
      { path: 'people/record-log', body: { id } },
    ]);
    expect(statuses).toEqual([403, 403, 403, 403]);
  });

  test('a manager can restore people but not archive them', async ({ page }) => {
    await signIn(page, 'user');
    const row = page.getByRole('row', { name: /Client/ }).first();
    await row.getByRole('button', { name: 'More for' }).click();
    await expect(page.getByRole('menuitem', { name: 'Add/Edit Note' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Archive…' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    const id = await idOf(row);
    const statuses = await statusOf(page, [
      { path: 'poster.php', body: { cmd: 'update', id, data: '[{"field":"Cur","value":"n"}]' } },
      { path: 'people/preview-archive', body: { id, archiveDate: '2026-01-01' } },
    ]);
    expect(statuses).toEqual([403, 403]);
  });
});

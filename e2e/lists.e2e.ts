import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

/** Lists by keyboard: long lists, selection, and filters (docs/rules/list-views.md). */

const COPIES = 100;

/** Multiplies the agency's people to make a long list. */
const multiplyPeople = (page: Page) =>
  page.route('**/homecare/api/poster.php', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    if (!text.includes('"LastName"')) return route.fulfill({ response: answer });
    const body: { data: { ID: number; LastName: string }[] } = JSON.parse(text);
    const data = Array.from({ length: COPIES }, (_, copy) =>
      body.data.map((person) => ({
        ...person,
        ID: copy * 100_000 + person.ID,
        LastName: `${person.LastName} ${String(copy).padStart(3, '0')}`,
      })),
    ).flat();
    return route.fulfill({ response: answer, json: { ...body, data } });
  });

const table = (page: Page) => page.getByRole('table', { name: 'People, All' });
const fillWindow = async (page: Page) => {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('switch', { name: 'Fill the window' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveCount(0);
};
const focused = (page: Page) => page.locator('tr:focus');
const rowIndex = async (page: Page) => Number(await focused(page).getAttribute('aria-rowindex'));

test('thousands of rows are browsed by keyboard, and the list returns as it was left', async ({ page }) => {
  await multiplyPeople(page);
  await signIn(page, 'admin');
  await expect(table(page)).toBeVisible();
  await fillWindow(page);
  const count = Number(await table(page).getAttribute('aria-rowcount'));
  expect(count).toBeGreaterThan(2_000);
  expect(await table(page).locator('tbody tr[data-key]').count()).toBeLessThan(80);
  const foot = await page.getByRole('status').filter({ hasText: /^1–/ }).boundingBox();
  expect(foot?.y).toBeGreaterThan(820);

  await table(page).locator('tbody tr[data-key]').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(focused(page)).toHaveAttribute('aria-rowindex', '3');
  await page.keyboard.press('PageDown');
  const below = await rowIndex(page);
  expect(below).toBeGreaterThan(10);
  await page.keyboard.press('End');
  await expect(focused(page)).toHaveAttribute('aria-rowindex', String(count));
  await expect(focused(page)).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(focused(page)).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('End');
  await page.keyboard.press('PageUp');
  await expect(focused(page)).toBeInViewport();
  const left = await rowIndex(page);
  const key = await focused(page).getAttribute('data-key');
  await expectAccessible(page);

  // A row scrolled out of sight keeps the focus, and the keys continue from it.
  await table(page).hover();
  await page.mouse.wheel(0, -500_000);
  await expect(table(page).locator('tr[aria-rowindex="2"]')).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(focused(page)).toHaveAttribute('aria-rowindex', String(left - 1));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Careplan List' }).click();
  await expect(page).toHaveURL(/careplanlist/i);
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(count));
  await page.getByRole('textbox', { name: 'Search people' }).fill(`ID=${key}`);
  await expect(table(page).locator('tbody tr[data-key]')).toHaveCount(1);
});

test('rows are selected singly, by range and all at once, and messaged together', async ({ page }) => {
  await signIn(page, 'admin');
  await expect(table(page)).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selected people' });
  const boxes = table(page).getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(1).click();
  await expect(bar.getByText('1 selected')).toBeVisible();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  await expect(bar.getByText('4 selected')).toBeVisible();
  await boxes.nth(2).click();
  await expect(bar.getByText('3 selected')).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole('button', { name: /^Select all/ }).click();
  await expect(bar.getByText(/^(2\d|[3-9]\d) selected/)).toBeVisible();
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toHaveCount(0);

  // Selects by keyboard with Space, Shift and arrows, then all and none.
  await table(page).locator('tbody tr[data-key]').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(bar.getByRole('button', { name: /^Select all/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar.getByText('2 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Send SMS…' }).click();
  await expect(page).toHaveURL(/sendsms/);
  await expect(page.getByRole('listbox', { name: 'Send', exact: true }).getByRole('option')).toHaveCount(2);
});

test('filters of the list are shown and can be removed', async ({ page }) => {
  await signIn(page, 'admin');
  await expect(table(page)).toBeVisible();
  const chips = page.getByRole('list', { name: 'Filters of the list' });
  await expect(chips).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Search people' }).fill('ortiz');
  await page.getByRole('tab', { name: /^Clients/ }).click();
  await expect(chips.getByRole('button')).toHaveText(['Search: ortiz', 'Clients only', 'Clear all']);
  await expectAccessible(page);
  // The search text may be a name, so it is never in the URL.
  expect(page.url()).not.toContain('ortiz');
  await chips.getByRole('button', { name: 'Remove Search: ortiz' }).click();
  await expect(page.getByRole('textbox', { name: 'Search people' })).toHaveValue('');
  await expect(chips.getByRole('button')).toHaveText(['Clients only', 'Clear all']);
  await page.reload();
  await expect(page.getByRole('tab', { name: /^Clients/ })).toHaveAttribute('aria-selected', 'true');
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(table(page)).toBeVisible();
  await expect(chips).toHaveCount(0);
});

test('a saved view of care plans sets columns, order, filters and full width', async ({ page }) => {
  await signInAt(page, 'admin', '/careplanlist');
  const plans = page.getByRole('table', { name: 'Care plans' });
  await expect(plans).toBeVisible();
  await page.getByRole('columnheader', { name: 'Client', exact: true }).getByRole('button').click();
  await page.getByRole('switch', { name: 'Show Deleted' }).check();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Remarks' }).uncheck();
  await page.getByRole('switch', { name: 'Fill the window' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('By client');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The view By client was saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Remarks' })).toHaveCount(0);

  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Show Deleted' }).uncheck();
  await expect(page.getByRole('columnheader', { name: 'Remarks' })).toBeVisible();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('button', { name: 'By client', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('switch', { name: 'Show Deleted' })).toBeChecked();
  await expect(page.getByRole('columnheader', { name: 'Client', exact: true })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page.getByRole('columnheader', { name: 'Remarks' })).toHaveCount(0);
});

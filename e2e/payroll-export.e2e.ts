import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { lastMonth } from './dates.ts';
import { expect, expectAccessible, OWN_PAGE, signIn, test } from './story.ts';

/** Last month, part of which is billed. */
const month = lastMonth;

interface Day {
  readonly date: string;
  readonly payroll: boolean;
}
interface Card {
  readonly plan: { readonly id: number; readonly Provider: string };
  readonly scans: readonly { readonly received: boolean; readonly errors: readonly number[] }[];
  readonly saved: { readonly json: readonly Day[]; readonly customDate: string | null } | null;
}

/** A billing record of last month that can be modified and has a paid day. */
const paidCard = (page: Page) =>
  page.evaluate(async (date) => {
    const read = async (path: string, init?: RequestInit) =>
      (await (await fetch(`/homecare/api/${path}`, init)).json()).data;
    const body = new URLSearchParams({ cmd: 'care_get', data: '[{"field":"Status","value":"!Deleted"}]' });
    const plans: { ClientID: number }[] = await read('poster.php', { method: 'POST', body });
    for (const clientId of new Set(plans.map(({ ClientID }) => ClientID))) {
      const found: { client: { ID: number; name: string }; cards: Card[] } = await read(
        `billing/client-month?clientId=${clientId}&date=${date}`,
      );
      const card = found.cards.find(
        ({ saved, scans }) =>
          saved?.customDate === null &&
          saved.json.some(({ payroll }) => payroll) &&
          scans.every(({ received, errors }) => received && !errors.includes(1)),
      );
      if (card) return { client: found.client, card };
    }
    return undefined;
  }, month);

const openExport = async (page: Page) => {
  await page.getByRole('link', { name: 'Payroll', exact: true }).click();
  await page.getByRole('link', { name: 'Export Payroll' }).click();
  await expect(page).toHaveURL(/\/payroll\/export(\?at=k[0-9a-z]+)?$/);
  await page.getByRole('textbox', { name: 'Month', exact: true }).fill(month);
  await expect(page.getByText('Overtime premium', { exact: true })).toBeVisible();
};

/** Confirms the export and reads the file that the browser saved. */
const exportNow = async (page: Page) => {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const asked = page.getByRole('dialog', { name: `Export ${month}, both halves` });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    asked.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await expect(asked).toBeHidden();
  const path = await download.path();
  return { name: download.suggestedFilename(), text: await readFile(path, 'utf8') };
};

test('payroll is exported once; a paid hour changed in billing is a correction of the next run', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const found = await paidCard(page);
  if (!found) throw new Error('no billing record of last month can be modified');
  const { client, card } = found;
  await openExport(page);
  await expect(
    page.getByRole('table', { name: 'Rows of the next run' }).getByRole('row').nth(1),
  ).toBeVisible();
  await expectAccessible(page);
  const first = await exportNow(page);
  expect(first.name).toMatch(new RegExp(`^payroll_${month}_both_\\d+\\.csv$`));
  expect(first.text).toContain('"run","kind","month","half","period_start"');
  await expect(page.getByText('There is nothing to export')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  // A paid day is not paid again.
  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill(client.name);
  await page.getByRole('option', { name: new RegExp(`ID ${client.ID}$`) }).click();
  await page.getByRole('textbox', { name: 'Month', exact: true }).fill(month);
  const shown = page.getByRole('region', { name: `${card.plan.Provider}, plan ${card.plan.id}` });
  await shown.getByRole('button', { name: 'Modify' }).click();
  await shown
    .getByRole('checkbox', { name: /^Payroll, /, checked: true })
    .first()
    .uncheck();
  await shown.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Item Saved').first()).toBeVisible();

  // The next run says what was changed, by whom and when.
  await openExport(page);
  const changes = page.getByRole('table', { name: 'Changed paid hours' });
  const changed = changes
    .getByRole('row')
    .filter({ hasText: `Plan ${card.plan.id}` })
    .first();
  await expect(changed).toContainText('→ 0.00');
  await expect(changed).toContainText(/[AP]M/);
  await expectAccessible(page);
  const second = await exportNow(page);
  const correction = second.text.split('\r\n').find((line) => line.includes(`plan ${card.plan.id}:`));
  expect(correction).toContain('"Correction"');
  expect(correction).toMatch(/Old \d+\.\d\d, new \d+\.\d\d, difference -\d+\.\d\d/);

  // Earlier runs stay, with their corrections and files.
  await page.getByRole('tab', { name: /^Runs/ }).click();
  const runs = page.getByRole('table', { name: 'Payroll runs' });
  await runs
    .getByRole('button', { name: /^Corrections of Run/ })
    .first()
    .click();
  await expect(
    changes
      .getByRole('row')
      .filter({ hasText: `Plan ${card.plan.id}` })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(await readFile(await again.path(), 'utf8')).toBe(second.text);
});

test('a layout names the providers without a number, and is exported once they have one', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Configuration' }).click();
  await page.getByRole('tab', { name: 'Payroll' }).click();
  await expect(page.getByRole('table', { name: 'Base wages' })).toContainText('18.81');
  await expect(page.getByRole('table', { name: 'Overtime rules' })).toContainText('40 h a week, 12 h a day');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit A, ADP paydata' }).click();
  const layout = page.getByRole('dialog', { name: 'Layout A, ADP paydata' });
  await layout.getByLabel('Text, column 1', { exact: true }).fill('ABC');
  await expectAccessible(page);
  await layout.getByRole('button', { name: 'Save' }).click();
  await expect(layout).toBeHidden();
  await page.getByRole('button', { name: 'Employee numbers of A, ADP paydata' }).click();
  const numbers = page.getByRole('dialog', { name: 'Employee numbers of A, ADP paydata' });
  await numbers
    .getByRole('textbox', { name: /^Employee number of / })
    .first()
    .fill('=1');
  await numbers.getByRole('button', { name: /^Save/ }).click();
  await expect(numbers.getByText('At most 30 letters, digits').first()).toBeVisible();
  await numbers
    .getByRole('textbox', { name: /^Employee number of / })
    .first()
    .fill('1017');
  await numbers.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Success: Saved').last()).toBeVisible();
  await expectAccessible(page);
});

test('a manager cannot open Payroll', async ({ page }) => {
  await signIn(page, 'user');
  await expect(page.getByRole('link', { name: 'Payroll', exact: true })).toHaveCount(0);
  const refused = await page.request.post('/homecare/api/Billing_generator/ExportPayroll.php', {
    data: { from: month, to: month },
    headers: OWN_PAGE,
  });
  expect(refused.status()).toBe(403);
  await page.goto('/payroll');
  await page.waitForURL('**/today');
});

import { lastMonth } from './dates.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

/** Private pay: a rate, the invoices of a month undone and made again, a payment, and the statement. */

const named = (text: RegExp) => ({ name: text });

test('a month of private clients is invoiced, paid and shown on the statement', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Private pay' }).click();
  const clients = page.getByRole('table', { name: 'Clients who pay' });
  await expect(clients).toBeVisible();
  await page.getByRole('textbox', { name: 'Work through month' }).fill(lastMonth);
  await expectAccessible(page);

  // For a Medicaid client only the share of cost is left to invoice.
  await page.getByRole('button', { name: 'Make invoices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make invoices' });
  await expect(dialog.getByText('$150.00').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', named(/^Make 1 invoice/)).click();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('1 invoice was taken back.').first()).toBeVisible();

  await page.getByRole('button', { name: 'Make invoices' }).click();
  await dialog.getByRole('button', named(/^Make 1 invoice/)).click();
  await expect(dialog).toBeHidden();
  const row = clients.getByRole('row').filter({ hasText: '$150.00' }).first();
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Invoices' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', named(/^Payment of/));
  await expect(payment.getByRole('textbox', named(/Amount/))).toHaveValue('150.00');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(payment.getByText('Enter the number of the check')).toBeVisible();
  await payment.getByRole('textbox', { name: 'Reference' }).fill('4711');
  await page.keyboard.press('Enter');
  await expect(payment).toBeHidden();
  await expect(page.getByRole('table', { name: 'Invoices' }).getByText('Paid')).toBeVisible();

  await page.getByRole('tab', { name: 'Statement' }).click();
  await expect(page.getByText(/closing balance \$0\.00/)).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Statement of account' }).getByText('Check 4711'),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Share of cost' }).click();
  const shares = page.getByRole('table', { name: 'Share of cost' });
  await expect(shares.getByText('Waiting for Medicaid').first()).toBeVisible();
  await expect(shares.getByText('$150.00').first()).toBeVisible();
  await expectAccessible(page);
});

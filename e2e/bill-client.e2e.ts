import { lastMonth } from './dates.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

/** Follows a share of cost that Medicaid leaves to its member from the payer's letter to the client's invoice. */

test('a share of cost that the payer names is billed to the client and on their next invoice', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Billing' }).click();
  await page.getByRole('textbox', { name: 'Month', exact: true }).fill(lastMonth);
  await page.getByRole('button', { name: 'HCPF Upload' }).click();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Make file' }).click();
  await expect(main.getByRole('alert').getByText(/claims? in /)).toBeVisible();

  // According to the letter, the payer pays nothing for one claim, and the client owes all of it.
  const open = (state: string) =>
    page
      .getByRole('navigation', { name: 'Claims' })
      .getByRole('link', { name: new RegExp(`^${state}`) })
      .click();
  await open('Answers');
  await main.getByRole('button', { name: 'Enter a payment' }).click();
  const found = main.getByRole('list', { name: 'Claims found' }).getByRole('button');
  const name = (await found.last().getAttribute('aria-label')) ?? '';
  const [, client = '', claim = ''] = /^Add (.*), claim ([\d-]+), /.exec(name) ?? [];
  await found.last().click();
  await main.getByRole('button', { name: 'Nothing paid' }).click();
  await main.getByLabel('Who bears it').selectOption({ label: "PR: the client's share" });
  await main.getByLabel('Reason code').fill('142');
  await main.getByLabel("Payer's claim number (ICN)").fill('5926001');
  await main.getByLabel('Check or transfer number').fill('LETTER 1');
  await main.getByLabel('Amount').fill('0');
  await main.getByLabel('Paid by').selectOption({ label: 'No money moved' });
  await main.getByRole('button', { name: 'Post payment' }).click();
  await expect(
    page.getByRole('status').getByText('Payment LETTER 1 posted for 1 claim.').first(),
  ).toBeVisible();

  await open('Denials');
  const row = main.getByRole('row').filter({ has: page.getByText(`claim ${claim}`, { exact: true }) });
  await row.dblclick();
  await main.getByRole('button', { name: 'Bill the client…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Bill the client: 1 claim, / });
  await expect(dialog.getByText(/42 CFR 447\.15/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Bill the client' }).click();
  await expect(page.getByText(/ of 1 claim billed to the client\./).first()).toBeVisible();

  await page.getByRole('link', { name: 'Private pay' }).click();
  await page.getByRole('textbox', { name: 'Work through month' }).fill(lastMonth);
  await page.getByRole('button', { name: 'Make invoices' }).click();
  const invoices = page.getByRole('dialog', { name: 'Make invoices' });
  await expect(invoices.getByText(client).first()).toBeVisible();
  await invoices.getByRole('button', { name: /^Make \d+ invoices?/ }).click();
  await expect(invoices).toBeHidden();
  await page
    .getByRole('table', { name: 'Clients who pay' })
    .getByRole('row')
    .filter({ hasText: client })
    .dblclick();
  await page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1).dblclick();
  await expect(page.getByText(new RegExp(`^Share of cost, .*claim ${claim}$`)).first()).toBeVisible();
  await expectAccessible(page);
});

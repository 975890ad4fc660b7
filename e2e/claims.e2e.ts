import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openPayer } from '../simulators/src/payer.ts';
import { lastMonth } from './dates.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

/** A month of the demo site that is already billed. */
const month = lastMonth;

// A file that is not an answer is refused along the way.
test.use({ expectedErrors: [/400 .*claims\/upload-answer/] });

const openClaims = async (page: Page) => {
  await page.getByRole('link', { name: 'Billing' }).click();
  await page.getByRole('textbox', { name: 'Month', exact: true }).fill(month);
  await page.getByRole('button', { name: 'HCPF Upload' }).click();
  await expect(page).toHaveURL(/\/claims(\?at=k[0-9a-z]+)?$/);
  return page.getByRole('main');
};

/** Opens one of the states of the page, each of which has its own URL. */
const open = async (page: Page, state: string) => {
  await page
    .getByRole('navigation', { name: 'Claims' })
    .getByRole('link', { name: new RegExp(`^${state}`) })
    .click();
  await expect(page).toHaveURL(new RegExp(`/claims/${state.toLowerCase()}(\\?at=k[0-9a-z]+)?$`));
};

const download = async (page: Page, press: () => Promise<void>) => {
  const [saved] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'latin1') };
};

/** A remittance with a claim whose paid amount does not balance. */
const withWrongClaim = (text: string) => {
  const [clp = '', claim = '', charge = ''] = /CLP\*([\d-]+)\*1\*([\d.]+)\*[\d.]+/.exec(text) ?? [];
  const more = (Number(charge) + 1).toFixed(2);
  return { claim, charge, text: text.replace(clp, `CLP*${claim}*1*${charge}*${more}`) };
};

test('claims of a month go out, the remittance comes in, and a denial is corrected', async ({ page }) => {
  await signIn(page, 'admin');
  const dialog = await openClaims(page);
  await expect(dialog.getByText(/claims?$/).first()).toBeVisible();
  await expectAccessible(page);

  // Lines that no visit proves are left out unless the user gives a reason to send them.
  await expect(dialog.getByText(/^\d+ lines will be denied \(\$[\d,.]+\)$/)).toBeVisible();
  await expect(dialog.getByLabel(/^Send without those days/)).toBeChecked();
  await dialog.getByLabel('Send all of them and give a reason').check();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The payer was told by phone');
  await dialog.getByRole('button', { name: 'Make file' }).click();
  await expect(dialog.getByRole('alert').getByText(/claims? in tp11525703_837P_/)).toBeVisible();
  const file = await download(page, () => dialog.getByRole('button', { name: 'Download file' }).click());
  expect(file.name).toMatch(/^tp11525703_837P_\d{6}_\d{9}_TEST\.x12$/);
  await expect(dialog.getByText('already sent and will be skipped')).toBeVisible();

  // The payer accepts the file, denies its first claim and pays the others.
  const payer = openPayer();
  const at = { date: '20991231', time: '1000' };
  const [, first = ''] = /CLM\*([\d-]+)\*/.exec(file.text) ?? [];
  payer.handle({ at, script: [first, 'denied'] });
  const receipts = payer.handle({ at, claims: file.text });
  const [payment = { name: '', text: '' }] = payer.handle({ at, pay: true });
  const wrong = withWrongClaim(payment.text);
  const answers = [...receipts, { ...payment, text: wrong.text }];
  await open(page, 'Answers');
  for (const { name, text } of answers) {
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') });
    await expect(dialog.getByRole('alert').getByText(/read: \d+ claims? answered/)).toBeVisible();
    await expect(dialog.getByText(name).first()).toBeVisible();
  }
  await expectAccessible(page);

  // The unbalanced claim waits, and the payer's letter tells what was paid.
  await dialog.getByRole('button', { name: 'Parked claims (1)' }).click();
  const parked = dialog.getByRole('row').filter({ hasText: wrong.claim });
  await expect(parked.getByText('is not the')).toBeVisible();
  await expectAccessible(page);
  await parked.getByRole('checkbox').check();
  await dialog.getByLabel('Note').fill('The letter says otherwise');
  await dialog.getByRole('button', { name: 'Discard 1' }).click();
  await expect(page.getByRole('status').getByText('1 claim discarded.').first()).toBeVisible();
  await expect(parked.getByText('Discarded')).toBeVisible();
  await expect(parked.getByRole('button', { name: 'Undo' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to the list' }).click();
  await dialog.getByRole('button', { name: 'Enter a payment' }).click();
  await dialog.getByLabel('Find a claim').fill(wrong.claim);
  await dialog.getByRole('button', { name: new RegExp(`^Add .*claim ${wrong.claim},`) }).click();
  await dialog.getByRole('button', { name: 'Post payment' }).click();
  await expect(dialog.getByText('Enter the amount of the payment.')).toBeVisible();
  await dialog.getByLabel('Amount').fill('1');
  await dialog.getByLabel('Check or transfer number').fill('CHK 4711');
  await expect(dialog.getByText('more than the payment.').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Amount').fill(wrong.charge);
  await expect(dialog.getByText('All of the payment is assigned.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Post payment' }).click();
  await expect(
    page.getByRole('status').getByText('Payment CHK 4711 posted for 1 claim.').first(),
  ).toBeVisible();
  await expect(dialog.getByText('By hand: CHK 4711')).toBeVisible();

  // An invalid file changes nothing, but is reported and kept.
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear agency') });
  await expect(dialog.getByRole('alert').getByText('nothing was changed')).toBeVisible();
  await expect(
    dialog.getByRole('row').filter({ hasText: 'letter.txt' }).getByText('Not loaded'),
  ).toBeVisible();

  // Nothing has changed since the denial, so the claim stays unchecked until the user decides to resend it.
  await open(page, 'Denials');
  await dialog.getByRole('button', { name: /^No authorization on the day/ }).click();
  const row = dialog.getByRole('row').filter({ has: page.getByText(`claim ${first}`, { exact: true }) });
  await expect(row.getByText('Nothing on this claim has changed since it was sent.')).toBeVisible();
  await expect(row.getByRole('checkbox')).not.toBeChecked();
  await expectAccessible(page);
  await row.dblclick();
  await expect(dialog.getByRole('heading', { name: new RegExp(`claim ${first}$`) })).toBeVisible();
  await dialog.getByLabel('Note').fill('The PAR was wrong');
  await dialog.getByRole('button', { name: 'Save owner and note' }).click();
  await expect(page.getByRole('status').getByText('Success: Saved').first()).toBeVisible();
  await expectAccessible(page);
  // Each claim has its own URL and stays open after a reload.
  await page.reload();
  await expect(dialog.getByLabel('Note')).toHaveValue('The PAR was wrong');
  await dialog.getByRole('button', { name: 'Back to the list' }).click();

  // Corrected claims can be undone until the next file is made.
  const correct = async () => {
    await row.getByRole('checkbox').check();
    await expect(dialog.getByRole('button', { name: 'Correct 1' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByText('1 corrected claim waits for a file')).toBeVisible();
    await expect(row).toHaveCount(0);
  };
  await correct();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await correct();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send 1' }).click();
  await expect(dialog.getByRole('alert').getByText(/^1 claim in /)).toBeVisible();
  const corrected = await download(page, () => dialog.getByRole('button', { name: 'Download file' }).click());
  expect(corrected.text).toMatch(/CLM\*\d+-1\*[\d.]+\*\*\*\d\d:B:7\*/);
  await expect(row).toHaveCount(0);

  // Each agency can enter what a reason means, with its source.
  await dialog.getByRole('link', { name: 'Payer rules' }).click();
  const reasons = dialog.getByRole('table', { name: 'Reasons of denial' });
  await expect(
    dialog.getByRole('table', { name: 'Terms' }).getByText('365 days', { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await reasons.getByRole('button', { name: /^Edit reason 4 from / }).click();
  const form = page.getByRole('dialog', { name: 'Change reason' });
  await form.getByLabel('Title').fill('Modifier of another program');
  await form.getByLabel('Source').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter where the payer says so')).toBeVisible();
  await form.getByLabel('Source').fill('Billing manual, 2026-11');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(reasons.getByText('Modifier of another program')).toBeVisible();
  await open(page, 'Denials');

  // A phone shows the same in one column, with a select for the reasons.
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1400, height: 900 });

  await open(page, 'Proof');
  await expect(dialog.getByText('will be denied').first()).toBeVisible();
  await expectAccessible(page);
  await open(page, 'Files');
  await expect(dialog.getByText(corrected.name)).toBeVisible();
  await expectAccessible(page);

  // Unpaid claims lead to where the problem can be fixed.
  await dialog.getByRole('link', { name: /^Unpaid/ }).click();
  await expectAccessible(page);
  await dialog
    .getByRole('table', { name: 'What blocks money' })
    .getByRole('button', { name: 'Fix the claim' })
    .first()
    .click();
  await expect(dialog.getByRole('button', { name: 'Back to the list' })).toBeVisible();
  await expect(page).toHaveURL(/\/claims\/denials/);
});

test('a prior authorization is entered on a client’s record', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('tab', { name: /Clients/ }).click();
  // Until the list shows clients, the two clicks may hit two different people.
  await expect(page.getByRole('row', { name: /Anderson, Kjersti/ })).toHaveCount(0);
  await page.getByRole('row').nth(1).dblclick();
  const section = page.getByRole('region', { name: /Prior authorizations/ });
  await section.getByRole('button', { name: 'Add PAR' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add PAR' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose the care plan type it is for.')).toBeVisible();
  await dialog.getByLabel('Type').selectOption('HMK');
  await dialog.getByLabel('PAR number').fill('99 12345678');
  await dialog.getByRole('textbox', { name: 'From' }).fill('01-01-2029');
  await dialog.getByRole('textbox', { name: 'To' }).fill('12-31-2029');
  await dialog.getByLabel('Units').fill('400');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Success: PAR saved').first()).toBeVisible();
  await expect(section.getByText('9912345678')).toBeVisible();
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Delete PAR 9912345678' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(section.getByText('9912345678')).toHaveCount(0);
});

import { expect, expectAccessible, signIn, test } from './story.ts';

test('a month is closed with one press, survives a reload, and is reopened', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Close the month' }).click();
  const stages = page.getByRole('list', { name: 'Stages' });
  await expect(stages.getByRole('button', { name: /^Planned: \d+ days$/ })).toBeVisible();
  const onCard = stages.getByRole('button', { name: /^On a card: / });
  const before = await onCard.innerText();
  await expectAccessible(page);

  // Of one payer there is less than of all; a file has every day.
  const payer = page.getByLabel('Payer');
  const planned = stages.getByRole('button', { name: /^Planned: / });
  const all = await planned.innerText();
  await payer.selectOption({ label: 'Health First Colorado' });
  await expect(planned).not.toHaveText(all);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^month_\d{4}-\d{2}\.csv$/);
  await payer.selectOption({ label: 'All' });
  await expect(planned).toHaveText(all);

  // A number opens its days, each with the button that mends it.
  await stages.getByRole('button', { name: /rejected by Sandata$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Rejected by Sandata' });
  await expect(dialog.getByRole('button', { name: /^Fix the visit: / }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // A reload takes back a request that has not left the browser yet.
  const started = page.waitForResponse(/start-run/);
  await expect(page.getByRole('button', { name: /^Make cards for \d+ clients?$/ })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await started;
  await page.reload();
  // The message that the run has ended offers it too, for a while.
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect(onCard).not.toHaveText(before);
  await expectAccessible(page);

  await undo.click();
  await page.getByRole('button', { name: /^Take back \d+ cards?$/ }).click();
  await expect(page.getByText(/^\d+ cards? taken back\.$/)).toBeVisible();
  await expect(onCard).toHaveText(before);

  // Where its end is seen, the message of it takes the run back as well.
  await page.getByRole('button', { name: /^Make cards for \d+ clients?$/ }).click();
  const made = page.getByRole('status').filter({ hasText: /\d cards? made for \d+ clients?\./ });
  await made.getByRole('button', { name: 'Undo' }).click();
  await expect(onCard).toHaveText(before);

  // The first reason leads to the screen that mends it.
  const holdups = page.getByRole('table', { name: 'What is holding up payment' });
  await holdups.getByRole('button', { name: 'Claim: Not in a claim file yet', exact: true }).click();
  await expect(page).toHaveURL(/\/claims(\?at=k[0-9a-z]+)?$/);
});

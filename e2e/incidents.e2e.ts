import { expect, expectAccessible, signIn, test } from './story.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('a caregiver reports a fall without a network; the office sees its deadline, tells the case manager and closes it', async ({
  browser,
  page,
  watch,
}) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const caregiver = await phone.newPage();
  watch(caregiver);
  await signIn(caregiver, 'evv');
  // Finds the last day on which they had a visit.
  const report = caregiver.getByRole('button', { name: /^Report an incident at/ });
  for (let back = 0; back < 7 && (await report.count()) === 0; back += 1) {
    await caregiver.getByRole('button', { name: 'Previous day' }).click();
    await expect(caregiver.getByText(/updated|No visits/).first()).toBeVisible();
  }
  const client =
    (await report.first().getAttribute('aria-label'))?.replace('Report an incident at ', '') ?? '';
  await report.first().click();
  const sheet = caregiver.getByRole('dialog', { name: 'Report an incident' });
  await sheet.getByRole('button', { name: 'Send' }).click();
  await expect(sheet.getByText('Write what happened.')).toBeVisible();
  await sheet.getByLabel('What happened').fill('She slipped in the kitchen.');
  await sheet.getByLabel('What was done').fill('Helped her up, put ice on the knee.');
  await sheet.getByLabel('Was anyone hurt?').selectOption('First aid');
  await expectAccessible(caregiver);
  await phone.setOffline(true);
  await sheet.getByRole('button', { name: 'Send' }).click();
  const kept = caregiver.getByText(/not sent yet\. The office does not know of it/);
  await expect(kept).toBeVisible();
  await phone.setOffline(false);
  await expect(kept).toBeHidden();
  await phone.close();

  await signIn(page, 'user');
  await page.getByRole('link', { name: 'Incidents' }).click();
  const list = page.getByRole('table', { name: 'Incidents' });
  const row = list.getByRole('row', { name: new RegExp(client.split(',')[0] ?? '') }).first();
  await expect(row).toContainText('Tell the case manager');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  const deadline = page.getByRole('button', { name: /^Report: .*Tell the case manager/ }).first();
  await expect(deadline).toBeVisible();
  await deadline.click();
  const told = page.getByRole('region', { name: 'Who was told' });
  await expect(told).toContainText('within 24 hours of discovery');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Record that you told: Case Manager' }).click();
  const notice = page.getByRole('dialog', { name: 'Record a notice' });
  await notice.getByRole('button', { name: 'Save' }).click();
  await expect(notice.getByText('Enter who was told.')).toBeVisible();
  await notice.getByLabel('Name').fill('Maria Lopez');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Save' }).click();
  await expect(told.getByText(/Case Manager told: Maria Lopez/)).toBeVisible();

  await page.getByRole('button', { name: 'Close incident' }).click();
  const closing = page.getByRole('dialog', { name: /^Close the incident/ });
  await closing.getByLabel('What came of it').fill('A mat was put down.');
  await closing.getByRole('button', { name: 'Close incident' }).click();
  await expect(closing.getByText('First decide whether it is critical.').first()).toBeVisible();
  await closing.getByRole('button', { name: 'Cancel' }).click();
  const leaving = page.getByRole('dialog', { name: 'Discard changes?' });
  await leaving.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Amend', exact: true }).click();
  const facts = page.getByRole('dialog', { name: /^Amend the incident/ });
  await facts.getByLabel('Critical').selectOption('No, not critical');
  await facts.getByRole('button', { name: 'Save' }).click();
  await expect(facts).toBeHidden();
  await page.getByRole('button', { name: 'Close incident' }).click();
  await closing.getByLabel('What came of it').fill('A mat was put down.');
  await closing.getByRole('button', { name: 'Close incident' }).click();
  await expect(page.getByText('Closed: A mat was put down.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Amend', exact: true })).toBeHidden();

  // Nothing that was reported is lost.
  await page.getByRole('button', { name: 'Record log' }).click();
  await expect(page.getByRole('dialog', { name: /^Record log/ })).toContainText('Not decided yet');
});

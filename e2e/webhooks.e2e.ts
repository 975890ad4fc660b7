import { expect, expectAccessible, OWN_PAGE, signIn, test } from './story.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('an admin adds a webhook, tries it, and sees what waits for it', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Give the webhook a name')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Night report');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://hooks.invalid/changes');
  await dialog.getByRole('combobox', { name: 'Hears of' }).fill('People');
  await page.getByRole('option', { name: 'People' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'Secret of Night report' });
  await expect(shown.getByLabel('Secret', { exact: true })).toHaveText(/^whs_/);
  await shown.getByRole('button', { name: 'I have stored it' }).click();

  const row = page.getByRole('row', { name: /Night report/ });
  const menu = async (entry: string) => {
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await menu('Pause');
  await expect(row).toContainText('Paused');
  const fields = JSON.stringify([{ field: 'notes', value: 'Has a dog' }]);
  const people = await page.request.post('/homecare/api/poster.php', {
    form: { cmd: 'get' },
    headers: OWN_PAGE,
  });
  const id = String((await people.json()).data[0].ID);
  const saved = await page.request.post('/homecare/api/poster.php', {
    form: { cmd: 'update', id, data: fields },
    headers: OWN_PAGE,
  });
  expect(saved.status(), await saved.text()).toBe(200);
  await menu('Deliveries…');
  const deliveries = page.getByRole('dialog', { name: 'Deliveries to Night report' });
  await expect(deliveries.getByRole('row', { name: /person/ })).toContainText('Not tried yet');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await menu('Send a test');
  await expect(page.getByText(/The name of the address is not known|within 10 seconds/)).toBeVisible({
    timeout: 15_000,
  });
  await menu('Remove…');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});

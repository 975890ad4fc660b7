import { expect, expectAccessible, signIn, test } from './story.ts';

test('the office gives caregivers numbers and PINs, writes down the line and adds a code device', async ({
  page,
}) => {
  await signIn(page, 'user');
  await page.getByRole('link', { name: 'Phone check-in' }).click();
  const callers = page.getByRole('table', { name: 'Caregivers who can call' });
  await expect(callers.getByRole('row', { name: /Bekele/ })).toContainText('None yet');
  await expectAccessible(page);

  // For one caregiver, an easy PIN is refused at its field.
  await callers.getByRole('row', { name: /Bekele/ }).dblclick();
  const dialog = page.getByRole('dialog', { name: /Number and PIN of Bekele/ });
  await dialog.getByRole('textbox', { name: 'Number' }).fill('4411');
  await dialog.getByRole('textbox', { name: 'PIN' }).fill('123456');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose a PIN that is harder to guess')).toBeVisible();
  await dialog.getByRole('button', { name: 'Draw a PIN' }).click();
  await expect(dialog.getByRole('textbox', { name: 'PIN' })).toHaveValue(/^\d{6}$/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(callers.getByRole('row', { name: /Bekele/ })).toContainText('4411');

  // PINs for all are shown once and saved as a file.
  await callers.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Draw PINs…' }).click();
  const ask = page.getByRole('dialog', { name: 'Draw PINs' });
  await expect(ask).toContainText('The PINs that 1 of them have stop working.');
  await ask.getByRole('button', { name: 'Draw PINs' }).click();
  const drawn = page.getByRole('dialog', { name: 'Numbers and PINs' });
  await expect(drawn.getByText('PINs are not shown again.')).toBeVisible();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    drawn.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('phone-check-in.csv');
  await drawn.getByRole('button', { name: 'I have them' }).click();
  await expect(drawn).toBeHidden();

  await page.getByRole('button', { name: 'Line' }).click();
  const line = page.getByRole('dialog', { name: 'Line for check-ins' });
  await line.getByLabel('Number that caregivers call').fill('3035550110');
  await expect(line).toContainText('/homecare/api/hooks/twilio/voice/ended');
  await line.getByRole('button', { name: 'Save' }).click();
  await expect(line).toBeHidden();

  await page.getByRole('tab', { name: /Calls/ }).click();
  await expect(page.getByText('No calls yet')).toBeVisible();
  await page.getByRole('tab', { name: /Code devices/ }).click();
  await page.getByRole('button', { name: 'Add device' }).first().click();
  const device = page.getByRole('dialog', { name: 'Add a code device' });
  await device.getByLabel('Client').click();
  await page.getByRole('option').first().click();
  await device.getByRole('button', { name: 'Draw a secret' }).click();
  await device.getByRole('button', { name: 'Save' }).click();
  const devices = page.getByRole('table', { name: 'Code devices' });
  await expect(devices.getByText(/^Added /)).toBeVisible();
  await expectAccessible(page);
});

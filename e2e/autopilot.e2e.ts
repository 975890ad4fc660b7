import { expect, expectAccessible, signInAt, test } from './story.ts';

test('an admin switches the autopilot on, with words and limits of the agency', async ({ page }) => {
  await signInAt(page, 'admin', '/config');
  await page.getByRole('tab', { name: 'Autopilot' }).click();
  const main = page.getByRole('switch', { name: /^Autopilot is/ });
  await expect(main).not.toBeChecked();
  await expectAccessible(page);
  await main.check();
  await expect(page.getByRole('switch', { name: 'Autopilot is on' })).toBeChecked();
  await expect(page.getByText(/^(With these settings, \d+ of \d+ visits?|No call-outs in )/)).toBeVisible();
  await page.getByLabel('Wait', { exact: true }).fill('0');
  await page.getByLabel('English text').fill('Can you come {day}?');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Wait at least 1 minute.')).toBeVisible();
  await page.getByLabel('Wait', { exact: true }).fill('15');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The text must hold {hours}.')).toBeVisible();
  await page.getByLabel('English text').fill('{agency}: can you come {day} {hours}? Reply Y {code} or N.');
  await expect(page.getByText(/can you come today 7:00 AM-10:00 AM\? Reply Y 4821 or N\.$/)).toBeVisible();
  await page.getByLabel('Most miles').fill('');
  await page.getByLabel('Who gets the text').fill('Marisol Reyes');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a US phone number that takes texts.')).toBeVisible();
  await page.getByLabel('Phone', { exact: true }).fill('7205550101');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Saved. It applies to call-outs from now on.')).toBeVisible();
  await page.getByRole('button', { name: 'Send me a test: English' }).click();
  await expect(page.getByText('A test is on its way to (720) 555-0101.')).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await page.getByRole('tab', { name: 'Autopilot' }).click();
  await expect(page.getByLabel('Wait', { exact: true })).toHaveValue('15');
  await expect(page.getByLabel('Most miles')).toHaveValue('');
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(720) 555-0101');
  await page.getByRole('switch', { name: 'Autopilot is on' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies to call-outs from now on.')).toBeVisible();

  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Covers of the last 30 days' })).toBeVisible();
  await page.getByRole('button', { name: 'Today', exact: true }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('region', { name: 'Today’s covers' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

import { expect, expectAccessible, signIn, test } from './story.ts';

const PHONE = { width: 390, height: 844 } as const;

test('an unchecked address says so, and gets its exact point from a map link', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('tab', { name: /^Clients/ }).click();
  await page
    .getByRole('table', { name: 'People, Clients' })
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^Edit/ }).click();
  const address = page.getByLabel(/^Address( \*)?$/).and(page.locator('input'));
  await address.first().fill('77 Nowhere Ln, Aurora, CO 80015');
  const area = page.getByRole('option', { name: /^Somewhere in 80015 Aurora, CO, within about \d+ miles/ });
  await expect(area).toBeVisible();
  await expectAccessible(page);
  await area.click();
  await expect(page.getByLabel(/^ZIP( \*)?$/)).toHaveValue('80015');
  await expect(address.first()).toHaveValue('77 Nowhere Ln');
  await expect(
    page.getByText('This street could not be checked. Distances to it are approximate.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Set exact point' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set exact point' });
  const link = dialog.getByLabel('Latitude, longitude or the link of a map');
  await link.fill('https://maps.app.goo.gl/abc123');
  await dialog.getByRole('button', { name: 'Set exact point' }).click();
  await expect(dialog.getByText(/This link has no map point/)).toBeVisible();
  await link.fill('https://www.google.com/maps/place/x/@39.6,-104.8,17z/data=!3d39.6254!4d-104.7874');
  await dialog.getByRole('button', { name: 'Set exact point' }).click();
  await expect(page.getByText('39.62540, −104.78740')).toBeVisible();
  await expect(page.getByText('This street could not be checked')).toBeHidden();
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
});

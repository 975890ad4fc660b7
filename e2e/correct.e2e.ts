import { commandBody } from '../server/testing/requests.ts';
import { sampleClient } from '../server/testing/sample-people.ts';
import { today } from './dates.ts';
import { expect, expectAccessible, OWN_PAGE, signIn, test } from './story.ts';

test('a Manager corrects the name of a client created a minute ago', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Configuration' }).click();
  await page.getByRole('tab', { name: 'Site' }).click();
  await page.getByRole('switch', { name: /^Managers correct what they just created/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.getByRole('status').getByText(/saved/i).first()).toBeVisible();

  await signIn(page, 'user');
  const client = sampleClient('Baka', today(), {
    FirstName: 'Guadalupe',
  });
  const made = await page.request.post('/homecare/api/poster.php', {
    headers: { ...OWN_PAGE, 'content-type': 'application/x-www-form-urlencoded' },
    data: commandBody('insert', { data: client }),
  });
  expect(made.status(), await made.text()).toBe(200);
  await page.reload();
  await page.getByRole('row', { name: /Baka, Guadalupe/ }).dblclick();
  await page.getByRole('button', { name: /^Correct · \d+ min left$/ }).click();
  await page.getByRole('textbox', { name: 'Last name' }).fill('Baca');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Baca, Guadalupe saved')).toBeVisible();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('row', { name: /Baka, Guadalupe/ })).toHaveCount(0);
});

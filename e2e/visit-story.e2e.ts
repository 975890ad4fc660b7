import { expect, expectAccessible, signInAt, test } from './story.ts';

test('Down and Up lead through the stories of a list of visits', async ({ page }) => {
  await signInAt(page, 'admin', '/careplanlist');
  await page.getByRole('table', { name: 'Care plans' }).getByRole('row').nth(1).click();
  await page.keyboard.press('Alt+Enter');
  const visits = page.getByRole('dialog', { name: /^Visits: / });
  await visits.getByRole('row').nth(1).click();
  await page.keyboard.press('Alt+Enter');
  const day = page.getByText(/^\d\d-\d\d-\d{4}.* · care plan \d+$/);
  const first = (await day.textContent()) ?? '';
  await expect(visits).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(day).not.toHaveText(first);
  await page.keyboard.press('ArrowUp');
  await expect(day).toHaveText(first);
  await page.keyboard.press('?');
  await expect(page.getByText('Previous, next visit of the list')).toBeVisible();
  await expectAccessible(page);
});

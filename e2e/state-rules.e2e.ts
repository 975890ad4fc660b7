import { expect, expectAccessible, signIn, test } from './story.ts';

// The browser reports the refused save.
test.use({ expectedErrors: [/409/] });

test('each rule of the state shows its day and source, and the state stays while there are records', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto('/config');
  await page.getByRole('tab', { name: 'State rules' }).click();
  const state = page.getByRole('combobox', { name: 'State' });
  await expect(state).toHaveValue('CO');
  const rules = page.getByRole('table', { name: 'State rules' });
  const units = rules.getByRole('row', { name: /Units and rounding/ });
  await expect(units).toContainText('rounded up once per billing record');
  await expect(units).toContainText('rounded up to the next quarter hour');
  await expect(rules.getByRole('row', { name: /Deadline of claims/ }).last()).toContainText('06-01-2018');
  await expectAccessible(page);
  await state.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Save state' }).click();
  await expect(page.getByText(/This agency has records \(.*\), so its state stays Colorado\./)).toBeVisible();
  await expectAccessible(page);
});

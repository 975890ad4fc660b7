import { showDay, today } from './dates.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

/** The day as typed into a date input, and as shown in the office's list. */
const inDays = (days: number) => ({ typed: today().add({ days }).toString(), shown: showDay(days) });

test('a caregiver says when they can work and asks for time off without a network; the office approves and takes it back', async ({
  browser,
  page,
  watch,
}) => {
  const day = inDays(9);
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const caregiver = await phone.newPage();
  watch(caregiver);
  await signIn(caregiver, 'evv');
  await caregiver.getByRole('button', { name: 'My week' }).click();
  await expect(caregiver.getByRole('heading', { name: 'This week' })).toBeVisible();
  await expect(caregiver.getByText(/Pay so far/)).toBeVisible();
  await expectAccessible(caregiver);

  await caregiver.getByRole('button', { name: 'Change' }).click();
  const hours = caregiver.getByRole('dialog', { name: 'My hours' });
  const anyTime = hours.getByRole('switch', { name: 'Any time' });
  if (await anyTime.isChecked()) await anyTime.click();
  if (!(await hours.getByRole('button', { name: 'Remove hours on Mon' }).first().isVisible()))
    await hours.getByRole('button', { name: 'Add hours on Mon' }).click();
  await hours.getByRole('button', { name: 'Copy Mon to the days below' }).click();
  await hours.getByLabel('Wished hours a week').fill('38');
  await hours.getByLabel('Most hours a week').fill('30');
  await hours.getByRole('button', { name: 'Save' }).click();
  await expect(hours.getByText('Enter at most 30, the most hours a week.')).toBeVisible();
  await hours.getByLabel('Most hours a week').fill('45');
  await hours.getByRole('button', { name: 'Save' }).click();
  await expect(hours).toBeHidden();
  await expect(caregiver.getByText('38 h a week wished')).toBeVisible();

  await caregiver.getByRole('button', { name: 'Time off' }).click();
  await caregiver.getByRole('button', { name: 'Ask for time off' }).click();
  const asking = caregiver.getByRole('dialog', { name: 'Ask for time off' });
  await asking.getByLabel('First day').fill(day.typed);
  await asking.getByLabel('Reason').fill('Dentist');
  await phone.setOffline(true);
  await asking.getByRole('button', { name: 'Send' }).click();
  await expect(caregiver.getByText('Not sent yet', { exact: true })).toBeVisible();
  await phone.setOffline(false);
  await expect(caregiver.getByText('Not sent yet', { exact: true })).toBeHidden();
  await expect(caregiver.getByText('Requested').first()).toBeVisible();
  await expectAccessible(caregiver);

  await signIn(page, 'user');
  await page.getByRole('link', { name: 'Time off' }).click();
  const row = page.getByRole('row').filter({ hasText: day.shown }).filter({ hasText: 'Dentist' });
  await expect(row).toContainText('Requested');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Approve' }).click();
  const approving = page.getByRole('dialog', { name: 'Approve time off' });
  await expect(approving.getByText(/planned visits? will have no caregiver|No planned visit/)).toBeVisible();
  await approving.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toContainText('Approved');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Requested');
  await row.getByRole('button', { name: 'Decline' }).click();
  await expect(row).toContainText('Declined');

  await caregiver.reload();
  await caregiver.getByRole('button', { name: 'Time off' }).click();
  await expect(caregiver.getByText('Declined').first()).toBeVisible();
  await phone.close();
});

test('the office enters skills, weekly hours, and a caregiver the client never wants again', async ({
  page,
}) => {
  const skill = `Ventilator ${Date.now() % 100_000}`;
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Configuration' }).click();
  await page.getByRole('tab', { name: 'Skills' }).click();
  await page.getByRole('button', { name: 'New skill' }).first().click();
  await page.getByRole('dialog', { name: 'New skill' }).getByLabel('Name').fill(skill);
  await page.getByRole('dialog', { name: 'New skill' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table', { name: 'Skills' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'People' }).click();
  await page.getByLabel('Search people').fill('Bekele');
  await page.getByRole('row').filter({ hasText: 'Bekele' }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Availability' }).click();
  const hours = page.getByRole('dialog', { name: /^Availability of Bekele/ });
  await hours.getByRole('combobox', { name: 'Skills' }).fill(skill);
  await page.getByRole('option', { name: skill }).click();
  await hours.getByLabel('Farthest miles').fill('18');
  await expectAccessible(page);
  await hours.getByRole('button', { name: 'Save' }).click();
  await expect(hours).toBeHidden();

  await page.getByRole('row').filter({ hasText: 'Bekele' }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  const pairs = page.getByRole('dialog', { name: /^Preferences of Bekele/ });
  await pairs.getByRole('button', { name: 'Add preference' }).click();
  const adding = page.getByRole('dialog', { name: 'Add preference' });
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByText('Choose a client.')).toBeVisible();
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await pairs.getByRole('button', { name: 'Close' }).last().click();
  await expect(pairs).toBeHidden();

  // A client who wants to be told about changes says how.
  await page.getByLabel('Search people').fill('Baca');
  const requirements = async () => {
    await page.getByRole('row').filter({ hasText: 'Baca' }).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Requirements' }).click();
    return page.getByRole('dialog', { name: /^Requirements of Baca/ });
  };
  const needs = await requirements();
  const notified = needs.getByLabel('Notify the client of changes');
  await expect(notified).toHaveValue('');
  await notified.selectOption('By text to their phone');
  await needs.getByRole('button', { name: 'Save' }).click();
  await expect(needs).toBeHidden();
  await requirements();
  await expect(notified).toHaveValue('text');
});

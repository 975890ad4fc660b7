import { pngOf } from '../server/testing/pictures.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('an admin builds a form; a caregiver fills it without a network, with photo and signature; the office reads and corrects it', async ({
  browser,
  page,
  watch,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Forms', exact: true }).click();
  await page.getByRole('button', { name: 'New form' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Kitchen check');
  const questions = page.getByRole('region', { name: 'Questions' });
  await questions.getByRole('textbox', { name: 'Question', exact: true }).fill('Is the floor safe?');
  await questions.getByLabel('Kind').selectOption('Choice');
  await questions.getByLabel('Choices').fill('Yes');
  await questions.getByLabel('Must be answered').check();
  for (const [kind, label] of [
    ['Photo', 'Photo of the floor'],
    ['Signature', 'Signature of the client'],
  ] as const) {
    await questions.getByRole('button', { name: 'Add question' }).click();
    await questions.getByLabel('Kind').selectOption(kind);
    await questions.getByRole('textbox', { name: 'Question', exact: true }).fill(label);
  }
  // The signature goes before the photo, by the keyboard alone.
  await questions.getByRole('button', { name: /^3\. Signature/ }).press('Alt+ArrowUp');
  await expect(questions.getByRole('button', { name: /^2\. Signature/ })).toBeFocused();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(questions.getByText('Enter at least two choices, one on each line.')).toBeVisible();
  await questions.getByLabel('Choices').fill('Yes\nNo');
  await expect(page.getByRole('region', { name: 'Preview' }).getByLabel('No', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Form saved')).toBeVisible();
  await expect(page.getByText('All changes are saved')).toBeVisible();
  await page.getByRole('link', { name: 'Forms', exact: true }).click();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const caregiver = await phone.newPage();
  watch(caregiver);
  await signIn(caregiver, 'evv');
  const forms = caregiver.getByRole('button', { name: /^Forms for/ });
  for (let back = 0; back < 3 && (await forms.count()) === 0; back += 1) {
    await caregiver.getByRole('button', { name: 'Previous day' }).click();
    await expect(caregiver.getByText(/updated|No visits/).first()).toBeVisible();
  }
  await forms.first().click();
  await caregiver.getByRole('button', { name: 'Fill: Kitchen check' }).click();
  const sheet = caregiver.getByRole('dialog', { name: 'Kitchen check' });
  await sheet.getByRole('button', { name: 'Send' }).click();
  await expect(sheet.getByText('Choose one.')).toBeVisible();
  await phone.setOffline(true);
  await sheet.getByLabel('No', { exact: true }).check();
  await sheet.getByLabel('Full name of the person who signs').fill('Guadalupe Baca');
  await sheet.getByLabel('The typed name is the signature').check();
  const photo = { name: 'floor.png', mimeType: 'image/png', buffer: pngOf(0x335577) };
  await sheet.getByLabel('Photo: Photo of the floor', { exact: true }).setInputFiles(photo);
  await expect(sheet.getByRole('img', { name: 'Photo: Photo of the floor' })).toBeVisible();
  await expectAccessible(caregiver);
  await sheet.getByRole('button', { name: 'Send' }).click();
  const kept = caregiver.getByText(/Kitchen check for .*: not sent yet/);
  await expect(kept).toBeVisible();
  await phone.setOffline(false);
  await expect(kept).toBeHidden();
  await phone.close();

  await page.getByRole('tab', { name: /^Filled/ }).click();
  const list = page.getByRole('table', { name: 'Filled forms' });
  await list
    .getByRole('row', { name: /Kitchen check/ })
    .first()
    .dblclick();
  await expect(page.getByText('Signed by name: Guadalupe Baca')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Photo: Photo of the floor' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const correction = page.getByRole('dialog', { name: /^Correct Kitchen check/ });
  await correction.getByLabel('Yes', { exact: true }).check();
  await correction.getByRole('button', { name: 'Save' }).click();
  await expect(correction.getByText('Write why.').first()).toBeVisible();
  await correction.getByLabel('Why it is corrected').fill('A mat was put down.');
  await correction.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Corrections' })).toContainText('A mat was put down.');
  await expect(page.getByText(/^Signed before the correction of/)).toBeVisible();
  await page.getByRole('button', { name: 'Record log' }).click();
  await expect(page.getByRole('dialog', { name: /^Record log/ })).toContainText('Is the floor safe?');
  await page.keyboard.press('Escape');

  // Of the wrong client after all: it stays, and no longer counts.
  await page.getByRole('button', { name: 'Entered by mistake' }).click();
  const mistake = page.getByRole('dialog', { name: /^Entered by mistake/ });
  await mistake.getByLabel('Why').fill('It was the neighbor.');
  await mistake.getByRole('button', { name: 'Mark as mistake' }).click();
  await expect(page.getByText('Entered by mistake: It was the neighbor.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Count it again' }).click();
  const restore = page.getByRole('dialog', { name: /^Count it again/ });
  await restore.getByLabel('Why').fill('It was hers.');
  await restore.getByRole('button', { name: 'Count it again' }).click();
  await expect(page.getByText('It does not count')).toBeHidden();

  // All answers to it as a table.
  await page.getByRole('button', { name: 'Forms', exact: true }).click();
  await page.getByRole('combobox', { name: 'Form', exact: true }).click();
  await page.getByRole('option', { name: 'Kitchen check' }).click();
  await expect(list.getByRole('columnheader', { name: 'Is the floor safe?' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^forms.*\.csv$/);
});

import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './story.ts';

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** Opens the menu of the first person of the list. */
const openMenu = async (page: Page) => {
  const row = page.getByRole('table').getByRole('row').nth(1);
  await row.getByRole('button', { name: /^More for/ }).click();
};

test.describe('the files of a person', () => {
  // The page sends the refused file once, so the browser logs the 415.
  test.use({ expectedErrors: [/415/] });

  test('are uploaded, downloaded, renamed and deleted', async ({ page }, info) => {
    await signIn(page, 'admin');
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Files' }).click();
    const files = page.getByRole('dialog', { name: /^Files of/ });
    await expect(files.getByText('No files yet')).toBeVisible();
    await expectAccessible(page);

    await files.getByRole('button', { name: 'Add File' }).click();
    const add = page.getByRole('dialog', { name: /^Add a file/ });
    await add.getByRole('button', { name: 'Upload' }).click();
    await expect(add).toContainText('Error: Choose a file');
    await add
      .getByLabel('File')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await add.getByRole('button', { name: 'Upload' }).click();
    const wrongType = 'Error: Incorrect filetype. Allowed filetype .pdf, .doc, .docx, .xls, .xlsx';
    await expect(add).toContainText(wrongType);
    const large = info.outputPath('large.pdf');
    await writeFile(large, Buffer.alloc(10_000_001));
    await add.getByLabel('File').setInputFiles(large);
    await add.getByRole('button', { name: 'Upload' }).click();
    await expect(add).toContainText('Error: File must be less that 10MB');
    // The name says PDF but the content does not, which only the server can detect.
    await add
      .getByLabel('File')
      .setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') });
    await add.getByRole('button', { name: 'Upload' }).click();
    await expect(add).toContainText(wrongType);
    await expectAccessible(page);

    await add
      .getByLabel('File')
      .setInputFiles({ name: 'scan 1.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) });
    await add.getByLabel('Name').fill('');
    await add.getByRole('button', { name: 'Upload' }).click();
    await expect(add).toContainText('Error: Enter a name');
    await add.getByLabel('Name').fill('Driver license');
    await add.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByText('Success: File uploaded')).toBeVisible();
    await expect(files.getByRole('row', { name: /Driver license\.pdf/ })).toBeVisible();
    await expectAccessible(page);

    const loading = page.waitForEvent('download');
    await files.getByRole('button', { name: 'Download Driver license.pdf' }).click();
    const loaded = await loading;
    expect(loaded.suggestedFilename()).toBe('Driver license.pdf');
    expect(await readFile(await loaded.path(), 'utf8')).toBe(PDF);

    await files.getByRole('button', { name: 'More for Driver license.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    const rename = page.getByRole('dialog', { name: /^Rename/ });
    await rename.getByLabel('Name').fill('ID card.html');
    await rename.getByRole('button', { name: 'Rename' }).click();
    await expect(rename).toContainText(wrongType);
    await expectAccessible(page);
    await rename.getByLabel('Name').fill('ID card');
    await rename.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText('Success: File renamed')).toBeVisible();

    await files.getByRole('button', { name: 'More for ID card.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete ID card.pdf' });
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Success: File deleted')).toBeVisible();
    await expect(files.getByText('No files yet')).toBeVisible();
  });
});

test('a manager can open files but not delete them', async ({ page }) => {
  await signIn(page, 'user');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Files' }).click();
  const files = page.getByRole('dialog', { name: /^Files of/ });
  await files.getByRole('button', { name: 'Add File' }).click();
  const add = page.getByRole('dialog', { name: /^Add a file/ });
  await add
    .getByLabel('File')
    .setInputFiles({ name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) });
  await expect(add.getByLabel('Name')).toHaveValue('Plan');
  await add.getByRole('button', { name: 'Upload' }).click();
  await files.getByRole('button', { name: 'More for Plan.pdf' }).click();
  await expect(page.getByRole('menuitem', { name: 'Rename…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toHaveCount(0);
});

test.describe('a provider', () => {
  test.use({ expectedErrors: [/403/] });

  test('has no files in the menu and gets none from the server', async ({ page }) => {
    await signIn(page, 'provider');
    await openMenu(page);
    await expect(page.getByRole('menuitem', { name: 'Show' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Files' })).toHaveCount(0);
    const status = await page.evaluate(
      async () => (await fetch('/homecare/api/modules/getUserFiles.php?id=1')).status,
    );
    expect(status).toBe(403);
  });
});

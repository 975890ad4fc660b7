import { samFile } from '../server/testing/exclusion-files.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

test('a list is screened, a finding is red until it is decided, and the report is saved', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Exclusion lists' }).click();
  await expect(page.getByText('LEIE and SAM were not screened')).toBeVisible();
  await page.getByLabel('List of exclusions (CSV)').setInputFiles({
    name: 'SAM_Exclusions.CSV',
    mimeType: 'text/csv',
    buffer: Buffer.from(samFile([{ last: 'BEKELE', first: 'TIGIST', state: 'CO' }])),
  });
  const findings = page.getByRole('table', { name: 'Findings' });
  const row = findings.getByRole('row', { name: /Bekele/ });
  await expect(row).toContainText('Waits for a decision');
  await expectAccessible(page);
  await row.getByRole('link', { name: /Bekele/ }).click();
  await expect(page.getByText(/May be on the exclusion list SAM, score 86/)).toBeVisible();
  await page.goBack();

  await row.getByRole('button', { name: 'Decide' }).click();
  const dialog = page.getByRole('dialog', { name: /Is this Bekele/ });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose one of the two.')).toBeVisible();
  await dialog.getByLabel('Not this person').check();
  await dialog.getByLabel('How you know').fill('Asked the online search: another SSN');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Not this person');
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report for the auditor' }).click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/^exclusions-.*\.csv$/);
  await page.getByRole('tab', { name: /Screenings/ }).click();
  await expect(page.getByRole('table', { name: 'Screenings' })).toContainText('SAM_Exclusions.CSV');
});

import { readFile } from 'node:fs/promises';
import { importColumns } from '@homecare/domain/people-import/columns.ts';
import { CLIENT } from './people.ts';
import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

const COLUMNS = importColumns('clients');

/** A client as one line of a file with the template's header. */
const lineOf = (more: Record<string, string>) => {
  const cells: Record<string, string> = {
    ...CLIENT,
    'SSI #': '',
    Medicaid: '',
    'Private Client': 'yes',
    Gender: 'F',
    Services: 'PRSNL',
    'Start Of Care': '01/05/2026',
    'Home Visit': '11-01-2026',
    ...more,
  };
  return COLUMNS.map(({ label }) => `"${cells[label] ?? ''}"`).join(',');
};
const fileOf = (...people: Record<string, string>[]) => ({
  name: 'clients.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [COLUMNS.map(({ label }) => `"${label}"`).join(','), ...people.map(lineOf)].join('\r\n'),
  ),
});

const WHOLE = { 'Last name': 'Importada', 'First name': 'Ana' };
const NO_DOCTOR = { 'Last name': 'Importada', 'First name': 'Berta', Doctor: '' };
const BAD_PHONE = { 'Last name': 'Importada', 'First name': 'Carla', Phone: '555-12' };

test.describe('an import', () => {
  // The refused file is no CSV, which the browser logs.
  test.use({ expectedErrors: [/415/] });

  test('people are imported from a file after its two bad rows are corrected', async ({ page }) => {
    await signIn(page, 'admin');
    await page.getByRole('button', { name: 'Import' }).click();
    await expect(page).toHaveURL(/importpeople/);
    await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel('CSV file').setInputFiles({
      name: 'people.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('PK\u0003\u0004'),
    });
    await expect(page.getByRole('alert')).toContainText('This file cannot be read');

    await page.getByLabel('CSV file').setInputFiles(fileOf(WHOLE, NO_DOCTOR, BAD_PHONE));
    await expect(page.getByText('clients.csv', { exact: true })).toBeVisible();
    await expect(page.getByLabel('The rows are')).toHaveValue('clients');
    await expect(page.getByLabel('Field for Doctor', { exact: true })).toHaveValue('Doctor');
    await expect(page.getByText('Every required field has its column.')).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel('Field for Doctor', { exact: true }).selectOption('');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(page.getByRole('alert')).toContainText('Choose the column for Doctor');
    await page.getByLabel('Field for Doctor', { exact: true }).selectOption('Doctor');
    await page.getByRole('button', { name: 'Check the file' }).click();

    await expect(page.getByRole('alert')).toContainText('2 problems keep 2 rows of 3 from being imported.');
    await expect(page.getByRole('heading', { name: '3. Check and import' })).toBeInViewport();
    const problems = page.getByRole('table', { name: 'Problems' });
    await expect(problems.getByRole('row', { name: /^3 Doctor Doctor is required/ })).toBeVisible();
    await expect(problems.getByRole('row', { name: /^4 Phone Phone looks like/ })).toContainText('555-12');
    await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
    await expectAccessible(page);
    const loading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download problems' }).click();
    const text = await readFile(await (await loading).path(), 'utf8');
    expect(text).toContain('"3","Doctor","Doctor is required",""');

    await page
      .getByLabel('Another or the corrected file')
      .setInputFiles(
        fileOf(WHOLE, { ...NO_DOCTOR, Doctor: 'Dr. Chen' }, { ...BAD_PHONE, Phone: '303.555.0155' }),
      );
    // The columns were assigned before, so the corrected file is checked at once.
    await expect(page.getByText('No problems: 3 clients can be imported.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import 3 clients' }).dblclick();
    await expect(page.getByText('Success: 3 people imported')).toBeVisible();
    await expect(page).toHaveURL(/dashboard/);
    await page
      .getByRole('searchbox', { name: 'Search people' })
      .or(page.getByPlaceholder(/Name, phone/))
      .first()
      .fill('importada');
    await expect(page.getByRole('row', { name: /Importada, / })).toHaveCount(3);
  });
});

/** A file of authorizations for clients of the demo agency, named as in the list. */
const authorizationsOf = (...rows: readonly string[][]) => ({
  name: 'authorizations.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [['Client', 'Service', 'Authorization number', 'Start date', 'End date', 'Units'], ...rows]
      .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
      .join('\r\n'),
  ),
});

test('authorizations in a file are imported once', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Authorizations' }).click();
  const clients = page.getByRole('cell', { name: / PAR \w/ });
  const client = (await clients.first().textContent())?.split('PAR')[0]?.trim() ?? '';
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await page
    .getByLabel('CSV file')
    .setInputFiles(authorizationsOf([client, 'ZZZ', 'E2E1', '1/1/2031', '12/31/2030', '100']));
  await expect(page.getByLabel('The rows are')).toHaveValue('authorizations');
  await page.getByRole('button', { name: 'Check the file' }).click();
  const problems = page.getByRole('table', { name: 'Problems' });
  await expect(
    problems.getByRole('row', { name: /^2 Care plan type ZZZ is not a care plan type of your agency/ }),
  ).toBeVisible();
  await expect(problems.getByRole('row', { name: /^2 To Its last day/ })).toBeVisible();
  const right = authorizationsOf([client, 'PCP', 'E2E1', '1/1/2031', '12/31/2031', '100']);
  const another = page.getByLabel('Another or the corrected file');
  await another.setInputFiles(right);
  await expect(page.getByText('No problems: 1 authorization can be imported.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 1 authorization' }).click();
  await expect(page).toHaveURL(/authorizations/);
  await page.getByPlaceholder('Client, number or case manager').fill('E2E1');
  await expect(clients).toHaveCount(1);

  await page.getByRole('button', { name: 'Import CSV' }).click();
  await page.getByLabel('CSV file').setInputFiles(right);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Nothing to import: 1 row is entered already.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import 0/ })).toHaveCount(0);
});

test('a manager cannot import', async ({ page }) => {
  await signIn(page, 'user');
  await expect(page.getByRole('row', { name: /./ }).nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0);
  await page.goto('/importpeople');
  await expect(page).toHaveURL(/today$/);
});

test('rows copied from a spreadsheet are pasted, and their columns are recognized', async ({ page }) => {
  await signInAt(page, 'admin', '/importpeople');
  const rows = [
    'Client’s Last Name\tPatient D.O.B. (mm/dd/yyyy)\tPatient Cell Phone',
    'Ruiz\t1/2/1980\t3035550177',
  ];
  await page.getByLabel('Or paste rows from a sheet').fill(rows.join('\n'));
  await expect(page.getByText('Pasted rows', { exact: true })).toBeVisible();
  await page.getByLabel('The rows are').selectOption('clients');
  await expect(page.getByLabel('Field for Client’s Last Name')).toHaveValue('LastName');
  await expect(page.getByLabel('Field for Patient D.O.B. (mm/dd/yyyy)')).toHaveValue('DOB');
  await expect(page.getByLabel('Field for Patient Cell Phone')).toHaveValue('Phone');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose the column for First name');
});

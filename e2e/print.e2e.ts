import type { Page } from '@playwright/test';
import { readPdf } from '../server/testing/pdf.ts';
import { expect, signIn, test } from './story.ts';

/** The open page as the browser prints it. */
const printed = async (page: Page) => {
  await page.getByRole('main').waitFor();
  await page.waitForLoadState('networkidle');
  return readPdf(await page.pdf({ preferCSSPageSize: true }));
};

const PHONES = /\(\d{3}\) \d{3}-\d{4}/g;

test('a list is printed completely, with agency, day and table header on each sheet', async ({ page }) => {
  await signIn(page, 'admin');
  const tab = page.getByRole('tab', { name: /^Clients/ });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(tab).toContainText(/\d/);
  const count = Number((await tab.textContent())?.replaceAll(/\D/g, ''));
  expect(count).toBeGreaterThan(12);
  const sheets = await printed(page);
  expect(sheets.length).toBeGreaterThan(1);
  const phones = sheets.flatMap(({ text }) => text.match(PHONES) ?? []);
  expect(phones.length).toBeGreaterThanOrEqual(count);
  for (const [at, { text }] of sheets.entries()) {
    expect(text).toContain('Front Range Home Care');
    expect(text).toMatch(/\d\d-\d\d-\d{4} \d{1,2}:\d\d [AP]M/);
    expect(text).toContain(`Page ${at + 1} of ${sheets.length}`);
    expect(text).toContain('Medicaid');
  }
});

test('the owner’s month has six charts with their tables and prints on one sheet', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/margin');
  await page.getByRole('link', { name: 'Month on one page' }).click();
  const cards = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(cards).toHaveText([
    'Income and margin',
    'Fill rate',
    'On time',
    'Overtime share',
    'Days to claim',
    'Denial rate',
  ]);
  await expect(page.getByRole('table', { name: 'On time, in numbers' }).getByRole('row')).toHaveCount(13);
  const sheets = await printed(page);
  expect(sheets).toHaveLength(1);
  for (const title of ['Income and margin', 'Denial rate', 'Front Range Home Care'])
    expect(sheets[0]?.text).toContain(title);
  // Each number leads to the records that it counts.
  await page.getByRole('table', { name: 'On time, in numbers' }).getByRole('link').nth(2).click();
  await expect(page).toHaveURL(/weekfigures/);
  await expect(page.getByRole('table', { name: /^Visits that began late/ })).toBeVisible();
});

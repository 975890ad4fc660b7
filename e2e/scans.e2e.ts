import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { lastMonth } from './dates.ts';
import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

const month = lastMonth;

/** A page without a code. */
const BLANK = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n');
const pdf = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(content),
});

interface Plan {
  readonly id: number;
  readonly Provider: string;
}

/** A plan active throughout last month, with the printed timesheets of that month. */
const printed = async (page: Page) => {
  const { plan, bytes } = await page.evaluate(async (date) => {
    const answer = await fetch(`/homecare/api/modules/getCarePlans.php?status=Active&date=${date}`);
    const { data }: { data: (Plan & { StartDate: string; EndDate: string | null })[] } = await answer.json();
    const plan = data.find(({ StartDate, EndDate }) => StartDate < `${date}-01` && EndDate === null);
    if (!plan) throw new Error('no plan ran all of last month');
    const [year, number] = date.split('-');
    const sheets = await fetch(
      `/homecare/api/CP_TS_generator/TS_Personal.php?id=${plan.id}&year=${year}&month=${number}`,
    );
    return { plan, bytes: [...new Uint8Array(await sheets.arrayBuffer())] };
  }, month);
  return { plan, sheets: Buffer.from(bytes) };
};

const openScans = async (page: Page) => {
  await page.getByRole('link', { name: 'Careplan List' }).click();
  await page.getByRole('link', { name: /^Scans/ }).click();
  await expect(page.getByRole('heading', { name: 'Scanned Timesheets' })).toBeVisible();
};
const tsErrors = async (page: Page) => {
  const text = await page.getByRole('button', { name: /^TS Error \d/ }).textContent();
  return Number(/\d+/.exec(text ?? '')?.[0]);
};

test.describe('scanned timesheets', () => {
  // The page sends refused files once, so the browser logs a 415 and a 409.
  test.use({ expectedErrors: [/415|409/] });

  test('are filed by their codes or by hand, and their errors are entered', async ({ page }) => {
    await signIn(page, 'admin');
    const { plan, sheets } = await printed(page);
    await openScans(page);
    await expect(page.getByText('Nothing to sort')).toBeVisible();
    await expectAccessible(page);

    const files = page.getByRole('list', { name: 'Files' });
    await page
      .getByLabel('Scans', { exact: true })
      .setInputFiles([pdf('sheets.pdf', sheets), pdf('blank.pdf', BLANK), pdf('web.pdf', '<html>')]);
    await expect(files.getByRole('listitem').filter({ hasText: 'web.pdf' })).toContainText(
      'Error: Incorrect filetype. Allowed filetype .pdf, .jpg, .png',
    );
    const sheetsFile = files.getByRole('listitem').filter({ hasText: /^sheets\.pdf/ });
    await expect(sheetsFile).toContainText(/^sheets\.pdf\d+ pages: \d+ assigned/);
    const ofEachHalf = Number(/\.pdf(\d+) pages/.exec((await sheetsFile.textContent()) ?? '')?.[1]) / 2;
    await files.getByRole('button', { name: 'Dismiss web.pdf' }).click();

    // The progress is shown again after leaving the page and coming back.
    await page.getByRole('link', { name: 'People' }).click();
    await openScans(page);
    await expect(files.getByRole('listitem').filter({ hasText: 'blank.pdf' })).toContainText(
      '1 page: 1 waiting in the tray',
    );
    await expect(page.getByRole('img', { name: 'Page 1 of blank.pdf' })).toBeVisible();
    await expectAccessible(page);

    // An identical file is accepted only after a confirmation.
    await page.getByLabel('Scans', { exact: true }).setInputFiles(pdf('again.pdf', BLANK));
    const again = files.getByRole('listitem').filter({ hasText: 'again.pdf' });
    await expect(again).toContainText('Error: This file was uploaded already: blank.pdf');
    await expect(again.getByRole('button', { name: 'Upload it again' })).toBeVisible();
    await again.getByRole('button', { name: 'Dismiss again.pdf' }).click();

    // By keyboard, finds the plan, chooses the half month and presses Enter.
    const form = page.getByRole('form', { name: 'Assign the page' });
    await form.getByRole('button', { name: 'Assign' }).click();
    await expect(form).toContainText('Choose the care plan of this page.');
    await form.getByRole('textbox', { name: 'Month' }).fill(month);
    await form.getByRole('radio', { name: '2nd half' }).check();
    const box = form.getByRole('combobox', { name: 'Care plan' });
    await box.fill(`${plan.Provider} ${plan.id}`);
    await expect(page.getByRole('option', { name: new RegExp(`Plan ${plan.id}\\b`) })).toBeVisible();
    await box.press('Enter');
    await form.getByRole('radio', { name: '2nd half' }).press('Enter');
    await expect(page.getByText('Success: Page assigned')).toBeVisible();
    await expect(page.getByText('Nothing to sort')).toBeVisible();

    await page.getByRole('link', { name: 'Careplan List' }).click();
    const before = await tsErrors(page);
    await page.getByRole('textbox', { name: 'Search care plans' }).fill(`ID=${plan.id}`);
    await page
      .locator(`tr[data-key="${plan.id}"]`)
      .getByRole('button', { name: `Timesheet scan errors of care plan ${plan.id}` })
      .click();
    const scans = page.getByRole('dialog', { name: `TS Scans of care plan ${plan.id}` });
    const half = scans.getByRole('row', { name: new RegExp(`${month} 2nd half`) });
    await expect(half).toContainText(`${ofEachHalf + 1} pages`);
    await expectAccessible(page);
    await half.getByRole('button', { name: `Show pages of ${month}, 2nd half` }).click();
    const pages = page.getByRole('dialog', { name: `Scanned pages of care plan ${plan.id}` });
    await expect(pages).toContainText(`${month}, 2nd half, sheet 1 · found by its code`);
    await expect(pages.getByRole('img', { name: /of sheets\.pdf$/ })).toBeVisible();
    for (let sheet = 0; sheet < ofEachHalf; sheet += 1)
      await pages.getByRole('region', { name: /of sheets\.pdf$/ }).press('ArrowRight');
    await expect(pages).toContainText(`${month}, 2nd half · assigned by`);
    await expect(pages.getByRole('img', { name: 'Page 1 of blank.pdf' })).toBeVisible();
    await expectAccessible(page);

    await pages.getByRole('button', { name: 'Add TS Error' }).click();
    const add = page.getByRole('dialog', { name: 'Add TS error' });
    await add.getByRole('checkbox', { name: 'Missing Signature' }).check();
    await add.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Success: Error added')).toBeVisible();
    await pages.getByRole('button', { name: 'Close' }).last().click();
    await expect(half).toContainText('Missing Signature');
    await scans.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('button', { name: `TS Error ${before + 1}` })).toBeVisible();
  });

  test('fit a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAt(page, 'user', '/scans');
    await expect(page.getByRole('button', { name: 'Upload scans' })).toBeVisible();
    await page.getByLabel('Scans', { exact: true }).setInputFiles(pdf('phone.pdf', `${BLANK}\n%2`));
    await expect(page.getByRole('img', { name: 'Page 1 of phone.pdf' })).toBeVisible();
    await expect(page.getByRole('form', { name: 'Assign the page' })).toBeVisible();
    // Only an admin can remove a page.
    await expect(page.getByRole('button', { name: 'Delete…' })).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    await expectAccessible(page);

    // In the narrower dialog the whole bar and all buttons are visible too.
    await page.goto('/careplanlist');
    await page.getByRole('textbox', { name: 'Search care plans' }).fill('ID=12');
    const more = page.getByRole('button', { name: /^More for/ });
    await expect(more).toHaveCount(1);
    await more.click();
    await page.getByRole('menuitem', { name: 'Timesheet scan errors' }).click();
    const scans = page.getByRole('dialog', { name: 'TS Scans of care plan 12' });
    await scans
      .getByRole('button', { name: /\d pages?/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Scanned pages of care plan 12' });
    for (const name of ['Download the file', 'Assign elsewhere…'])
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  });

  test('are dropped several at a time, anywhere on their page and nowhere else', async ({
    page,
    context,
  }, info) => {
    await signIn(page, 'user');
    await openScans(page);
    const names = ['first.pdf', 'second.pdf', 'third.pdf', 'fourth.pdf'];
    const dropped = names.map((name) => info.outputPath(name));
    for (const [place, file] of dropped.entries()) writeFileSync(file, `${BLANK}\n%dropped ${place}`);
    const mouse = await context.newCDPSession(page);
    const drag = async (point: { x: number; y: number }, type: 'dragEnter' | 'dragOver' | 'drop') =>
      mouse.send('Input.dispatchDragEvent', {
        type,
        ...point,
        data: { items: [], files: dropped, dragOperationsMask: 1 },
      });
    const tray = { x: 900, y: 700 };
    const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
    // While the tray loads, elements under the pointer change, so drop the files only once the page accepts them.
    await expect(async () => {
      await drag(tray, 'dragEnter');
      await drag(tray, 'dragOver');
      await expect(page.locator('[data-over]')).toHaveCount(1, { timeout: 500 });
    }).toPass();
    await drag(tray, 'drop');
    await expect(files.filter({ hasText: 'fourth.pdf' })).toBeVisible();
    await expect(page.locator('[data-over]')).toHaveCount(0);
    for (const name of names)
      await expect(files.filter({ hasText: name })).toContainText('1 waiting in the tray');

    // A browser would open a file dropped elsewhere and leave the application.
    await page.getByRole('link', { name: 'People' }).click();
    await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
    await page.evaluate(() =>
      window.addEventListener('dragover', () => document.body.setAttribute('data-dragged', '')),
    );
    await drag(tray, 'dragEnter');
    await drag(tray, 'dragOver');
    // Drop only after the page has handled the drag.
    await expect(page.locator('body[data-dragged]')).toHaveCount(1);
    await drag(tray, 'drop');
    await page.getByRole('link', { name: 'Careplan List' }).click();
    await expect(page.getByRole('link', { name: /^Scans/ })).toBeVisible();
    expect(context.pages()).toHaveLength(1);
  });
});

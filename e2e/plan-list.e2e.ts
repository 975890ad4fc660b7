import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import type { BrowserContext, Locator, Page, Request } from '@playwright/test';
import { showDay, today } from './dates.ts';
import { addPlan, readActivePlans } from './plans.ts';
import { chooseFromMenu } from './row-menu.ts';
import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

/** A second plan of the same pair, early on a Sunday, to compare with. */
const addCompared = (page: Page, plan: PlanListRow) =>
  addPlan(page, plan, { createReason: 'Sundays', from: '04:00', to: '04:30', days: ['Sun'] });

const openList = async (page: Page) => {
  await page.getByRole('link', { name: 'Careplan List' }).click();
  await expect(page.getByRole('table', { name: 'Care plans' })).toBeVisible();
};
const search = (page: Page, text: string) =>
  page.getByRole('textbox', { name: 'Search care plans' }).fill(text);
const rowOf = (page: Page, id: number) => page.locator(`tr[data-key="${id}"]`);

/** The text of a cell that is cut off. */
const cutIn = (row: Locator) =>
  row
    .locator('td *')
    .evaluateAll((all) =>
      all
        .filter(
          (one) =>
            one.scrollWidth > one.clientWidth + 1 &&
            getComputedStyle(one).overflowX === 'hidden' &&
            one.clientWidth > 1,
        )
        .map(({ textContent }) => textContent),
    );

const isPlain = ({ isTemporary, covered, compared, comparedTo }: PlanListRow) =>
  !isTemporary && covered.length === 0 && compared.length === 0 && comparedTo === null;

test('a plan is archived once its compared plan allows it, set active again, and deleted', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const plan = (await readActivePlans(page)).find(
    (one) => isPlain(one) && one.Provider.startsWith('Mohamud'),
  );
  if (!plan) throw new Error('the demo caregiver has no plan');
  const compared = await addCompared(page, plan);
  await openList(page);
  await search(page, plan.Provider.split(',')[0] ?? '');
  const primary = rowOf(page, plan.id);
  const secondary = rowOf(page, compared);
  await expect(secondary).toBeVisible();
  await primary.getByRole('button', { name: `1 compared plan of care plan ${plan.id}` }).click();
  await expect(secondary).toHaveCount(0);
  await primary.getByRole('button', { name: `1 compared plan of care plan ${plan.id}` }).click();
  await expect(secondary.getByRole('cell').first()).toHaveText('1');
  await expectAccessible(page);

  // The action is blocked, with the reason.
  await chooseFromMenu(page, primary, 'Archive…');
  const blocked = page.getByRole('dialog', { name: `Archive care plan ${plan.id}` });
  await expect(
    blocked.getByText("Can't archive primary Care plan with active compared. Archive compared first."),
  ).toBeVisible();
  await expectAccessible(page);
  await blocked.getByRole('button', { name: 'Cancel' }).click();

  const archive = async (id: number, row: Locator) => {
    await chooseFromMenu(page, row, 'Archive…');
    const dialog = page.getByRole('dialog', { name: `Archive care plan ${id}`, exact: true });
    const date = dialog.getByLabel(/^End date/);
    await date.fill('');
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await expect(dialog.getByText('Error: Incorrect Date')).toBeVisible();
    await date.fill('01-01-1999');
    await date.blur();
    await expect(dialog.getByText('Error: End date cannot be before start date')).toBeVisible();
    await date.fill(showDay(1));
    await date.blur();
    await dialog.getByRole('button', { name: 'Archive' }).click();
    const sure = page.getByRole('dialog', { name: `Archive care plan ${id} on ` });
    await expect(sure.getByText(/^This action cannot be undone/)).toBeVisible();
    await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await sure.getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText('Success: Care Plan archived').first()).toBeVisible();
    // Until its end the plan stays among the active ones.
    await expect(row).toContainText(`Ends ${showDay(1)}`);
  };
  await archive(compared, secondary);
  await archive(plan.id, primary);

  await primary.getByRole('button', { name: `Set Active… care plan ${plan.id}` }).click();
  const activate = page.getByRole('dialog', { name: `Set care plan ${plan.id} active` });
  await expectAccessible(page);
  await activate.getByRole('button', { name: 'Set Active' }).click();
  await expect(page.getByText('Success: Care Plan activated')).toBeVisible();
  await expect(page.getByText('Success: EVV records created')).toBeVisible();
  await expect(primary).not.toContainText('Archived');

  await secondary.getByRole('button', { name: `Delete… care plan ${compared}` }).click();
  const first = page.getByRole('dialog', { name: `Delete care plan ${compared}?` });
  await first.getByRole('button', { name: 'Delete' }).click();
  const second = page.getByRole('dialog', { name: `Delete care plan ${compared} for good?` });
  await expect(second.getByText(/^This action cannot be undone/)).toBeVisible();
  await second.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Success: Care Plan deleted')).toBeVisible();
  await expect(secondary).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show Deleted' }).click();
  await expect(secondary).toContainText('Deleted');
  await expect(secondary.getByRole('button', { name: /Get/ })).toHaveCount(0);
  await expectAccessible(page);

  await chooseFromMenu(page, secondary, 'Record log');
  const log = page.getByRole('dialog', { name: `Record log of care plan ${compared}` });
  await expect(log.getByRole('row', { name: /Status Archive Deleted/ })).toBeVisible();
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Close' }).last().click();

  // The list is as it was, and the opened row has the focus.
  await primary.getByRole('button', { name: `Modify care plan ${plan.id}` }).click();
  await expect(page).toHaveURL(/careplan(\?at=k[0-9a-z]+)?$/);
  // The URL changes before the form appears; going back earlier would find the list still shown.
  await expect(primary).toHaveCount(0);
  await page.goBack();
  await expect(primary).toBeFocused();
  await expect(page.getByRole('switch', { name: 'Show Deleted' })).toBeChecked();
});

test('a timesheet error is added, edited and deleted', async ({ page }) => {
  await signIn(page, 'user');
  await openList(page);
  const plan = (await readActivePlans(page)).find(isPlain);
  if (!plan) throw new Error('no plan');
  await search(page, `ID=${plan.id}`);
  const row = rowOf(page, plan.id);
  await row.getByRole('button', { name: `Timesheet scan errors of care plan ${plan.id}` }).click();
  const scans = page.getByRole('dialog', { name: `TS Scans of care plan ${plan.id}` });
  await expectAccessible(page);
  const month = today().toPlainYearMonth().toString();
  await scans.getByRole('button', { name: 'Add TS Error' }).click();
  const add = page.getByRole('dialog', { name: 'Add TS error' });
  await add.getByRole('radio', { name: '1st half' }).check();
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(add.getByText('Select at least one error.')).toBeVisible();
  await add.getByRole('checkbox', { name: 'Missing Signature' }).check();
  await add.getByRole('checkbox', { name: 'Missing Time' }).check();
  await expectAccessible(page);
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success: Error added')).toBeVisible();
  const line = scans.getByRole('row', { name: new RegExp(`${month} 1st half`) });
  await expect(line).toContainText('Missing Signature, Missing Time');

  await line.getByRole('button', { name: `Edit errors of ${month}, 1st half` }).click();
  const edit = page.getByRole('dialog', { name: `Edit TS error of ${month}, 1st half` });
  await edit.getByRole('checkbox', { name: 'Missing Signature' }).uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success: Error edited')).toBeVisible();
  await expect(line).toContainText('Missing Time');
  await scans.getByRole('button', { name: 'Close' }).last().click();
  await expect(
    row.getByRole('button', { name: `Timesheet scan errors of care plan ${plan.id}: 1` }),
  ).toBeVisible();

  await chooseFromMenu(page, row, 'Timesheet scan errors');
  await line.getByRole('button', { name: `Delete errors of ${month}, 1st half` }).click();
  await page
    .getByRole('dialog', { name: `Delete errors of ${month}, 1st half?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Success: Error deleted')).toBeVisible();
  // The half of the month keeps its arrived timesheet.
  await expect(line.getByRole('button', { name: `Delete errors of ${month}, 1st half` })).toHaveCount(0);
});

/** The URL that a new window requests. Not every browser displays a PDF, but every request reaches the server. */
const askedInWindow = async (context: BrowserContext) => {
  const isAsked = (request: Request) =>
    request.isNavigationRequest() && request.url().includes('CP_TS_generator');
  return new URL((await context.waitForEvent('request', isAsked)).url());
};

test('all care plans of a month are printed in one file with visible progress', async ({ page, context }) => {
  await signIn(page, 'user');
  await openList(page);
  const plans = await readActivePlans(page);
  const month = today().toPlainYearMonth();
  for (const [name, file] of [
    ['All monthly care plans', 'ServiceOrderCP'],
    ['Care plans plus timesheets', 'ServiceOrder'],
    ['Timesheets only', 'ServiceOrderTS'],
  ] as const) {
    const opened = context.waitForEvent('page');
    const asked = askedInWindow(context);
    await page.getByRole('button', { name: new RegExp(name) }).click();
    const window = await opened;
    const progress = page.getByRole('dialog', { name });
    const ready = page.getByText(new RegExp(`^${name}: the file is ready, \\d+ pages$`));
    await expect(progress.or(ready).first()).toBeVisible();
    await expect(ready).toBeVisible();
    await expect(progress).toHaveCount(0);
    const { pathname, searchParams } = await asked;
    expect(pathname).toBe(`/homecare/api/CP_TS_generator/${file}.php`);
    expect([searchParams.get('year'), searchParams.get('month')]).toEqual([
      String(month.year),
      String(month.month),
    ]);
    await window.close();
    const again = await page.request.get(`${pathname}?year=${month.year}&month=${month.month}`);
    expect([again.status(), again.headers()['content-type']]).toEqual([200, 'application/pdf']);
    expect((await again.body()).subarray(0, 5).toString()).toBe('%PDF-');
  }

  // With a filter the same buttons print only the filtered plans.
  const [plan] = plans;
  if (!plan) throw new Error('no plan');
  await search(page, `ID=${plan.id}`);
  const opened = context.waitForEvent('page');
  const asked = askedInWindow(context);
  await page.getByRole('button', { name: /Timesheets only: the 1 filtered/ }).click();
  const window = await opened;
  expect((await asked).searchParams.get('ids')).toBe(`[${plan.id}]`);
  await window.close();
});

/** The year of birth that the link asks for. */
const birthYear = (page: Page, id: number) =>
  page.evaluate(async (person) => {
    const data = JSON.stringify([{ field: 'ID', value: person }]);
    const answer = await fetch('/homecare/api/poster.php', {
      method: 'POST',
      body: new URLSearchParams({ cmd: 'get', data }),
    });
    const { data: rows }: { data: { ID: number; DOB: string }[] } = await answer.json();
    return rows.find(({ ID }) => ID === person)?.DOB.slice(0, 4) ?? '';
  }, id);

test('a care plan is sent as a link, opened with the year of birth, and revoked', async ({
  page,
  browser,
}) => {
  await signIn(page, 'user');
  await openList(page);
  const plan = (await readActivePlans(page)).find(isPlain);
  if (!plan) throw new Error('no plan');
  const year = await birthYear(page, plan.ProviderID);
  await search(page, `ID=${plan.id}`);
  const row = rowOf(page, plan.id);
  await chooseFromMenu(page, row, 'Send care plan…');
  const dialog = page.getByRole('dialog', { name: /^Send to/ });
  const message = dialog.getByRole('textbox', { name: /^Message/ });
  const text = await message.inputValue();
  const [link] = /https?:\S+/.exec(text) ?? [];
  if (!link) throw new Error(`no link in: ${text}`);
  await expectAccessible(page);
  await message.fill('');
  await dialog.getByRole('button', { name: 'Send SMS' }).click();
  await expect(dialog.getByText("Error: Can't send empty message.")).toBeVisible();
  await message.fill(text);
  await dialog.getByRole('button', { name: 'Send SMS' }).click();
  await expect(page.getByText('Success: Message send.')).toBeVisible();

  const caregiver = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await caregiver.goto(link);
  await expect(caregiver.getByRole('heading', { name: 'A document is ready for you' })).toBeVisible();
  await expect(caregiver.locator('body')).not.toContainText(plan.Provider.split(',')[0] ?? '');
  await expect(caregiver.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0);
  const open = caregiver.getByRole('button', { name: /^Open document/ });
  const asked = caregiver.getByLabel(/^Your year of birth/);
  await asked.fill(year === '1950' ? '1951' : '1950');
  await open.click();
  await expect(caregiver.getByText('That does not match. 4 tries left.')).toBeVisible();
  await asked.fill(year);
  const answered = caregiver.waitForResponse((response) => response.request().method() === 'POST');
  await open.click();
  const answer = await answered;
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);

  await chooseFromMenu(page, row, 'Record log');
  const log = page.getByRole('dialog', { name: `Record log of care plan ${plan.id}` });
  const saved = log.getByRole('region', { name: 'Saved documents' });
  await expect(saved).toContainText(`Care plan ${plan.id}`);
  await expect(saved).toContainText(/opened once, last .*, wrong year once/);
  await expectAccessible(page);
  await saved.getByRole('button', { name: /^Revoke the link/ }).click();
  await page
    .getByRole('dialog', { name: 'Revoke the link?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(page.getByText('Success: Link revoked')).toBeVisible();
  await expect(saved).toContainText('Link revoked');
  const gone = await caregiver.goto(link);
  expect(gone?.status()).toBe(404);
  await expect(caregiver.getByText(/^This link is no longer valid\. Please call the office\./)).toBeVisible();
  await caregiver.close();
});

test.describe('without permission', () => {
  test.use({ expectedErrors: [/403/] });

  test('an employee can view the care plan list and change nothing', async ({ page }) => {
    await signIn(page, 'provider');
    await openList(page);
    for (const name of ['New care plan', /^TS Error/, /All monthly care plans/, /^Modify/, /^Archive/])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    const row = page.locator('tr[data-key]').first();
    const id = (await row.getAttribute('data-key')) ?? '';
    await row.focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem')).toHaveText(['Get care plan', 'Get timesheet']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const statuses = await page.evaluate(async (plan) => {
      const post = (path: string, body: URLSearchParams | string) =>
        fetch(`/homecare/api/${path}`, {
          method: 'POST',
          headers: typeof body === 'string' ? { 'Content-Type': 'application/json' } : {},
          body,
        }).then(({ status }) => status);
      const data = JSON.stringify([{ field: 'Status', value: 'Deleted' }]);
      return Promise.all([
        post('poster.php', new URLSearchParams({ cmd: 'care_update', id: plan, data })),
        post('CP_TS_generator/setActive.php', JSON.stringify({ id: Number(plan) })),
        post('modules/TS_scan/update.php', JSON.stringify({ id: Number(plan), date: '2026-01', error: '1' })),
        fetch(`/homecare/api/modules/TS_scan/getlist.php?id=${plan}`).then(({ status }) => status),
      ]);
    }, id);
    expect(statuses).toEqual([403, 403, 403, 403]);
    await page.goto('/careplan');
    await expect(page).toHaveURL(/dashboard/i);
  });
});

test('on a phone the care plan list has its filters in a sheet and the rest in a menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(page, 'admin', '/careplanlist');
  const list = page.getByRole('list', { name: 'Care plans' });
  await expect(list.getByRole('link', { name: /^Call / }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More of the care plan list' }).click();
  await expect(page.getByRole('menuitem', { name: 'New care plan' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Timesheets only' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export CSV (.csv)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^care-plans_.*\.csv$/);
  await page.getByRole('button', { name: 'More of the care plan list' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('switch', { name: 'Client First' }).click();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await list
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: 'Archive…' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/dashboard');
  const people = page.getByRole('list', { name: 'People, All' });
  await expect(people.getByText(/, CO \d{5}/).first()).toBeVisible();
  await page.getByRole('button', { name: 'More of the people list' }).click();
  await expect(page.getByRole('menuitem', { name: 'Export Excel (.xlsx)' })).toBeVisible();
  await expectAccessible(page);
});

test('no text of a care plan row is cut off at 1400 px, not even a ten-letter remark', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await signIn(page, 'admin');
  const plans = await readActivePlans(page);
  const [short, long] = plans;
  if (!short || !long) throw new Error('no plans');
  for (const [plan, Remarks] of [
    [short, 'Ring twice'],
    [long, 'Medications are in the lockbox'],
  ] as const)
    await page.evaluate(
      async ({ id, Remarks }) => {
        const data = JSON.stringify([{ field: 'Remarks', value: Remarks }]);
        const body = new URLSearchParams({ cmd: 'care_update', id: String(id), data });
        const answer = await fetch('/homecare/api/poster.php', { method: 'POST', body });
        if (!answer.ok) throw new Error(await answer.text());
      },
      { id: plan.id, Remarks },
    );
  await openList(page);
  // The end dates of archived plans need extra space.
  for (const archived of [false, true]) {
    await page.getByRole('switch', { name: 'Show Archived' }).setChecked(archived, { force: true });
    for (const [plan, text] of [
      [short, 'Ring twice'],
      [long, 'Medications…'],
    ] as const) {
      await search(page, `ID=${plan.id}`);
      await expect(rowOf(page, plan.id)).toContainText(text);
      expect(await cutIn(rowOf(page, plan.id))).toEqual([]);
    }
    const table = page.getByRole('table', { name: 'Care plans' });
    expect(
      await table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0)),
    ).toBeLessThan(1);
  }
});

for (const [size, viewport] of [
  ['a desk', { width: 1400, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`after Modify the next actions are on one line with the state, on ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signInAt(page, 'admin', '/careplanlist');
    if (size === 'a phone') await page.locator('[data-key]').first().click();
    else
      await page
        .getByRole('button', { name: /^Modify care plan/ })
        .first()
        .click();
    await page.getByRole('button', { name: 'Modify', exact: true }).click();
    const line = [
      // The text and the buttons must share a middle line; wrapped onto two lines they would not.
      page.locator('span[data-tone="ok"]', { hasText: /^Modified/ }),
      page.getByRole('button', { name: 'Exit to list' }),
      page.getByRole('button', { name: 'Show plan' }),
    ];
    for (const part of line) await expect(part).toBeVisible();
    const middles = await Promise.all(
      line.map(async (part) => {
        const box = await part.boundingBox();
        return box ? Math.round(box.y + box.height / 2) : undefined;
      }),
    );
    expect(Math.max(...middles.map(Number)) - Math.min(...middles.map(Number))).toBeLessThan(12);
  });

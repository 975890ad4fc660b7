import type { Page } from '@playwright/test';
import { expect, test } from './clocked.ts';
import { clicksOn, countClicks, forgetClicks } from './hands.ts';
import { expectAccessible, OWN_PAGE, signIn, signInAt } from './story.ts';

/** Tuesday 17 November 2026 in Denver. */
const [EARLY, MORNING] = ['2026-11-17T12:00:00Z', '2026-11-17T17:42:00Z'];

const open = async (page: Page, login: string) => {
  await signIn(page, login);
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Visits today' })).toBeVisible();
};

let callsOut = 0;
// A demo agency in the morning, before anybody has checked in.
test.beforeAll(async ({ agency }) => {
  await agency.setClock(EARLY);
  await agency.addExample();
  callsOut = await agency.addCaregiver('Callout', [
    { client: 'Waiting', day: 'Tue', from: '13:00', to: '15:00' },
  ]);
});

/** The caregiver of the 1:00 PM visit cannot come. */
const callOut = async (page: Page) => {
  const answer = await page.request.post('/homecare/api/staffing/call-out', {
    data: { ProviderID: callsOut, from: MORNING, until: '2026-11-18T06:00:00Z', note: 'flu' },
    headers: OWN_PAGE,
  });
  expect(answer.status()).toBe(200);
};

const unfold = (page: Page) => page.getByRole('button', { name: /^\d+ more can wait$/ }).click();

const row = (page: Page, title: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title }) });

test('an admin renews an expired document with two clicks, however much else is urgent', async ({
  page,
  agency,
}) => {
  await agency.setClock(MORNING);
  await countClicks(page);
  await open(page, 'admin');
  await expect(page.getByRole('button', { name: /^\d+ more can wait$/ })).toBeVisible();
  const paper = row(page, /expired$/);
  const said = (await paper.getByRole('paragraph').textContent()) ?? '';
  await forgetClicks(page);
  await paper.getByRole('button', { name: /^Renew/ }).click();
  await expect(page.locator('input:focus')).toHaveValue(/^\d\d-\d\d-\d{4}$/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('11-16-2026');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: /^(Save|Modify)/ }).click();
  await expect(page).not.toHaveURL(/createuser/);
  expect(await clicksOn(page)).toBe(2);
  await page.goto('/today');
  await expect(paper).not.toContainText(said);
});

test('an admin sees late caregivers with their phone numbers, covers a visit, snoozes a row and hands one over', async ({
  page,
  agency,
}) => {
  await agency.setClock(MORNING);
  await countClicks(page);
  await signIn(page, 'admin');
  await callOut(page);
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  const late = row(page, /has not checked in$/).first();

  // Late caregivers and their phone numbers show without a click.
  await forgetClicks(page);
  await expect(late).toBeVisible();
  await expect(late.getByRole('link', { name: /^\(\d{3}\) \d{3}-\d{4}$/ })).toHaveAttribute(
    'href',
    /^tel:\+1/,
  );
  expect(await clicksOn(page)).toBe(0);
  await expect(page.getByRole('button', { name: /^\d+ more can wait$/ })).toBeVisible();
  await expectAccessible(page);

  // Each number leads to that many rows.
  const lateNow = page
    .getByRole('list', { name: 'Visits by state' })
    .getByRole('button', { name: /^\d+ late$/ });
  const count = Number((await lateNow.getAttribute('aria-label'))?.split(' ')[0]);
  await lateNow.click();
  await expect(page.getByRole('button', { name: 'Remove Late' })).toBeVisible();
  await expect(page.getByRole('table', { name: /^Visits of/ }).getByRole('row')).toHaveCount(count + 1);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Today', exact: true }).click();

  // A visit without a caregiver is covered with three clicks.
  const uncovered = row(page, '1:00 PM visit needs a caregiver');
  await forgetClicks(page);
  await uncovered.getByRole('button', { name: 'Cover: 1:00 PM visit needs a caregiver' }).click();
  await page
    .getByRole('button', { name: /^Assign / })
    .first()
    .click();
  await expect(page.getByText(/ covers Waiting, /).first()).toBeVisible();
  expect(await clicksOn(page)).toBeLessThanOrEqual(3);
  await page.keyboard.press('Escape');
  await expect(uncovered).toHaveCount(0, { timeout: 15_000 });

  // One row is snoozed until tomorrow and one is assigned, and both stay so after a reload.
  const rejected = row(page, /^Sandata rejected|not sent to Sandata/);
  const title = (await rejected.getByRole('heading').textContent()) ?? '';
  await rejected.getByRole('button', { name: /^More:/ }).click();
  await page.getByRole('menuitem', { name: 'Snooze until tomorrow, 8 AM' }).click();
  await expect(rejected).toHaveCount(0);
  const asks = row(page, /asks for time off$/);
  await unfold(page);
  await asks.getByRole('button', { name: /^More:/ }).click();
  await page
    .getByRole('menuitem', { name: /^Assign to / })
    .first()
    .click();
  await expect(asks).toContainText('looks after it');
  await page.reload();
  await unfold(page);
  await expect(asks).toContainText('looks after it');
  await expect(rejected).toHaveCount(0);
  await page.getByRole('button', { name: '1 row is put off' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Show now: ${title}` }).click();
  await expect(rejected).toHaveCount(1);

  // A row decided in place is struck through and then disappears.
  const request = (await asks.getByRole('heading').textContent()) ?? '';
  await asks.getByRole('button', { name: `Approve: ${request}` }).click();
  const question = page.getByRole('dialog', { name: 'Approve time off' });
  await expect(question.getByRole('status')).toHaveText(
    /^(\d+ planned visits? will have no caregiver|No planned visit is affected)\.$/,
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(row(page, request)).toContainText('Done');
  await expect(row(page, request)).toHaveCount(0, { timeout: 15_000 });
});

test('a manager sees what a manager can fix, but no amounts', async ({ page, agency }) => {
  await agency.setClock(MORNING);
  await open(page, 'user');
  await expect(row(page, /has not checked in$/).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Money' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Renew/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('the whole menu fits beside the page, and a folded group stays folded', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await signInAt(page, 'admin', '/billing');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Margin' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: 'Configuration' })).toBeInViewport({ ratio: 1 });
  await main.getByRole('button', { name: 'Money' }).click();
  await expect(main.getByRole('link', { name: 'Payroll' })).toHaveCount(0);
  await page.reload();
  // A folded group still shows the open page.
  await expect(main.getByRole('link', { name: 'Billing' })).toHaveAttribute('aria-current', 'page');
  await expect(main.getByRole('link', { name: 'Payroll' })).toHaveCount(0);
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Money' }).click();
  await expect(main.getByRole('link', { name: 'Payroll' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the first row shows its buttons, and the others open with a tap', async ({ page, agency }) => {
    await agency.setClock(MORNING);
    await signInAt(page, 'admin', '/today');
    const calls = page.getByRole('link', { name: /^Call / });
    await expect(calls).toHaveCount(1);
    await expectAccessible(page);
    await page
      .getByRole('heading', { level: 3 })
      .getByRole('button', { name: /has not checked in$/ })
      .first()
      .click();
    await expect(calls).toHaveCount(2);
    await expectAccessible(page);

    // The most used pages are one tap away, all others behind More.
    const tabs = page.getByRole('navigation', { name: 'Pages' });
    await tabs.getByRole('link', { name: 'People' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
    await expect(tabs.getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page');
    await tabs.getByRole('button', { name: 'More' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Billing' })).toBeVisible();
    await expectAccessible(page);
    await menu.getByRole('link', { name: 'Billing' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
    await expect(menu).toHaveCount(0);
  });
});

test('a figure of the week leads to what counts against it, and from there to the story of a visit', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  const figures = page.getByRole('region', { name: 'Figures of the week' });
  await expect(figures.getByRole('link', { name: /^Denial rate/ })).toBeVisible();
  await figures.getByRole('link', { name: /^On time/ }).click();
  const late = page.getByRole('table', { name: /^Visits that began late, Nov 15 – 21$/ });
  await expect(late.getByRole('row').nth(1)).toContainText('Not begun');
  await expectAccessible(page);

  // Another week or figure has another list, and the URL keeps both.
  await page.getByRole('table', { name: 'Figures by week' }).getByRole('row').nth(2).dblclick();
  await expect(page.getByRole('table', { name: /^Visits that began late, Nov 8 – 14$/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Verified without edit' }).click();
  await page.reload();
  const edited = page.getByRole('table', { name: /^Visits with changed times, Nov 8 – 14$/ });
  await edited.getByRole('row').nth(1).dblclick();
  await expect(page).toHaveURL(/\/visitstory/);
});

test('the visits that Sandata does not have yet are sent with at most five clicks', async ({ page }) => {
  await countClicks(page);
  await open(page, 'admin');
  const waiting = row(page, /^Sandata rejected|not sent to Sandata/);
  const said = await waiting.getByText(/^\d+ visits$/).innerText();
  await forgetClicks(page);
  await waiting.getByRole('button', { name: /^(Fix|Send) \d+/ }).click();
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  const bar = page.getByRole('region', { name: 'Selected visits' });
  await expect(bar.getByRole('status')).toHaveText(`${Number.parseInt(said, 10)} selected`);
  await bar
    .getByRole('button', { name: /^(Send|Resend) to Sandata \(\d+\)$/ })
    .first()
    .click();
  await expect(bar.getByText(/^\d+ visits? sent to Sandata\./)).toBeVisible();
  // If there is more than one page of visits, one more click selects all.
  expect(await clicksOn(page)).toBeLessThan(5);
});

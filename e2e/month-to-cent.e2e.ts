import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { openPayer } from '../simulators/src/payer.ts';
import { readCall } from './calls.ts';
import { type ClockedAgency, expect, test } from './clocked.ts';
import { clicksOn, countClicks, forgetClicks } from './hands.ts';
import { chooseFromMenu } from './row-menu.ts';
import { expectAccessible, signIn } from './story.ts';

/**
 * From the worked visit to the paid cent. One press closes a month of 300 clients, buttons fix what stops 13 of them, and
 * claims, denials and payments follow until nothing is left waiting.
 */

const CLIENTS = 300;
/** Every 23rd client, 13 in all, has something that stops the card. */
const TROUBLE_EVERY = 23;
const TROUBLED = 13;
/** Of these, two visits were on one day. */
const BY_HAND = 2;
/** The agency's own rates in cents: per unit of 15 minutes billed, and per hour paid. */
const [UNIT_CENTS, HOUR_CENTS] = [517, 1_875];
/** A care plan has two and a half hours per workday plus the drive; time beyond the planned length is not billed. */
const [PLANNED_MINUTES, DRIVE_MINUTES] = [150, 10];
/** Number of claims that the payer denies first. */
const DENIED = 4;
const MONTH = '2026-10';
const AFTER_MONTH = '2026-11-03T17:00:00Z';

// A change to a care plan that affects past days asks first.
test.use({ expectedErrors: [/409 \(Conflict\)/] });

const openMonth = async (page: Page) => {
  await page.getByRole('link', { name: 'Close the month' }).click();
  await expect(page.getByRole('textbox', { name: 'Month', exact: true })).toHaveValue(MONTH);
  await expect(page.getByRole('list', { name: 'Stages' })).toBeVisible();
};

/** Fixes what stops a client, using the button beside the first day in the list of that reason. */
const mend = async (page: Page, reason: string, button: string, client: string) => {
  await openMonth(page);
  await page
    .getByRole('table', { name: 'What is holding up payment' })
    .getByRole('row')
    .filter({ hasText: reason })
    .dblclick();
  await page
    .getByRole('dialog', { name: reason })
    .getByRole('button', { name: `${button}: Client ${client}, ` })
    .first()
    .click();
};

/** EVV Admin shows only the visit to be fixed. */
const theVisit = async (page: Page): Promise<Locator> => {
  const row = page.locator('tr[data-key]');
  await expect(row).toHaveCount(1);
  return row;
};

/** The aggregator answers some seconds after a visit was sent; caregivers and clients are sent before it. */
const untilAnswered = (agency: ClockedAgency, page: Page) =>
  expect
    .poll(
      async () => {
        await agency.runAggregator();
        const { holdups } = await readCall(page, `month-close/get?date=${MONTH}&private=all&payer=all`);
        return holdups.some(({ cause }: { cause: string }) => cause === 'pending');
      },
      { intervals: [500] },
    )
    .toBe(false);

/** Opens one of the states of Claims, each of which has its own URL. */
const openClaims = (page: Page, state: string) =>
  page
    .getByRole('navigation', { name: 'Claims' })
    .getByRole('link', { name: new RegExp(`^${state}`) })
    .click();

/** Gives the new file to the payer, which denies its first claims and pays the others, and loads its answers. */
const answerFile = async (page: Page, payer: ReturnType<typeof openPayer>, denied: number) => {
  const main = page.getByRole('main');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Download file' }).click(),
  ]);
  const claims = await readFile(await file.path(), 'latin1');
  const ids = [...claims.matchAll(/CLM\*([\d-]+)\*/g)].slice(0, denied).map(([, id = '']) => id);
  const at = { date: '20261103', time: '1000' };
  for (const id of ids) payer.handle({ at, script: [id, 'denied'] });
  await openClaims(page, 'Answers');
  for (const { name, text } of [...payer.handle({ at, claims }), ...payer.handle({ at, pay: true })]) {
    const buffer = Buffer.from(text, 'latin1');
    await main.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });
    await expect(main.getByText(name).first()).toBeVisible();
    // The next file is accepted only after this one has been read.
    await expect(main.getByRole('button', { name: 'Load a file from the payer' })).toBeEnabled();
  }
  return ids;
};

const usd = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const hundredths = (minutes: number) => Math.round((minutes * 100) / 60);

/**
 * What a month comes to, worked out here from its visits and the agency's rates. Units of a client are rounded up once. Printed
 * hours are hundredths, of work and of drives apart; the second half of the month is what is left of the whole. Of two visits on
 * one day the longer one counts. A visit on another day than the planned one has no planned drive, and neither has the Sunday
 * that was added to a care plan.
 */
const comesTo = (visits: readonly string[]) => {
  const plans = new Map<string, Map<string, { work: number; drive: number }>>();
  for (const visit of visits) {
    const [plan = '', day = '', planned = '', begin = '', end = ''] = visit.split(' ');
    const work = Math.min(PLANNED_MINUTES, Math.floor((Date.parse(end) - Date.parse(begin)) / 60_000));
    const hasDrive = day === planned && new Date(day).getUTCDay() !== 0;
    const days = plans.get(plan) ?? new Map<string, { work: number; drive: number }>();
    if ((days.get(day)?.work ?? 0) < work) days.set(day, { work, drive: hasDrive ? DRIVE_MINUTES : 0 });
    plans.set(plan, days);
  }
  let [income, pay] = [0, 0];
  for (const days of plans.values()) {
    const [whole, first] = [
      { work: 0, drive: 0 },
      { work: 0, drive: 0 },
    ];
    for (const [day, { work, drive }] of days) {
      whole.work += work;
      whole.drive += drive;
      if (day.slice(8) > '15') continue;
      first.work += work;
      first.drive += drive;
    }
    income += Math.ceil((whole.work + whole.drive) / 15) * UNIT_CENTS;
    const ofFirst = hundredths(first.work) + hundredths(first.drive);
    const ofSecond = hundredths(whole.work) + hundredths(whole.drive) - ofFirst;
    for (const hours of [ofFirst, ofSecond]) pay += Math.round((hours * HOUR_CENTS) / 100);
  }
  return { income, pay, margin: income - pay };
};

/** What a stage is worth, as it is shown. */
const dollarsOf = async (page: Page, stage: string) =>
  /\$[\d,.]+/.exec(
    await page
      .getByRole('list', { name: 'Stages' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: stage, exact: true }) })
      .innerText(),
  )?.[0];

const savePar = async (page: Page, change: (dialog: Locator) => Promise<void>) => {
  const section = page.getByRole('region', { name: /Prior authorizations/ });
  await section
    .getByRole('button', { name: /^Edit PAR / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^PAR / });
  await change(dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
};

/** The case manager has sent the right numbers. Enters each for the client whose claim was denied. */
const renumberPars = async (page: Page, ids: readonly string[]) => {
  for (const id of ids) {
    await page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: page.getByText(`claim ${id}`, { exact: true }) })
      .getByRole('link')
      .click();
    await page.getByRole('tab', { name: 'Authorizations', exact: true }).click();
    await savePar(page, (dialog) => dialog.getByLabel('PAR number').fill(`NEW-${id}`));
    await page.getByRole('link', { name: 'Claims', exact: true }).click();
    await openClaims(page, 'Denials');
  }
};

test('a month of 300 clients goes from its visits to the paid cent', async ({ page, agency }) => {
  await agency.startClock(AFTER_MONTH);
  await agency.addWorkedMonth(CLIENTS, TROUBLE_EVERY);
  await countClicks(page);
  await signIn(page, 'payroll');
  await openMonth(page);
  await forgetClicks(page);
  await page.getByRole('button', { name: `Make cards for ${CLIENTS - TROUBLED} clients` }).click();
  const making = page.getByRole('heading', { name: 'Making cards for October' });
  await expect(making).toBeVisible();
  await agency.runQueued();
  const toCards = await clicksOn(page);
  await expect(page.getByText(`Last run: ${CLIENTS - TROUBLED} clients`)).toBeVisible();
  await expect(page.getByRole('button', { name: `${TROUBLED} without cards` })).toBeVisible();
  await expectAccessible(page);

  for (const client of ['00011', '00172']) {
    await mend(page, 'No check-out', 'Set the time', client);
    await chooseFromMenu(page, await theVisit(page), 'Set Complete');
    const dialog = page.getByRole('dialog', { name: /^Set Complete/ });
    await dialog.getByRole('radio', { name: /^As planned/ }).check();
    await dialog.getByRole('button', { name: 'Set Complete' }).click();
    await expect(dialog).toBeHidden();
  }
  for (const client of ['00034', '00195']) {
    await mend(page, 'Rejected by Sandata', 'Fix the visit', client);
    await chooseFromMenu(page, await theVisit(page), 'Edit');
    const dialog = page.getByRole('dialog', { name: /^Edit visit of / });
    await dialog.getByLabel('Send to Sandata again').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  }
  // Those that were just checked out among them.
  for (const client of ['00057', '00218', '00011', '00172']) {
    await mend(page, 'Never sent to Sandata', 'Send', client);
    await chooseFromMenu(page, await theVisit(page), 'Send to Sandata');
    await expect(page.getByText('Success: Sent to Sandata').first()).toBeVisible();
  }
  for (const client of ['00080', '00241']) {
    await mend(page, 'No authorization on the day', 'Add it', client);
    await savePar(page, (dialog) => dialog.getByLabel('From').fill('01-01-2026'));
  }
  for (const client of ['00103', '00264']) {
    await mend(page, 'More units than authorized', 'Open it', client);
    await savePar(page, (dialog) => dialog.getByLabel('Units').fill('4000'));
  }
  for (const client of ['00126', '00287']) {
    await mend(page, 'Two visits on one day', 'Make the card', client);
    await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Billed').first()).toBeVisible();
  }
  await mend(page, 'Outside the care plan', 'Open the plan', '00149');
  await page.getByLabel(/^Changes start on/).fill('10-11-2026');
  await page.getByLabel(/^Changes start on/).blur();
  for (const [cell, text] of [
    ['Time In, Sunday', '09:00'],
    ['Bathing minutes, Sunday', '60'],
  ] as const) {
    await page.getByRole('textbox', { name: cell, exact: true }).fill(text);
    await page.getByRole('textbox', { name: cell, exact: true }).blur();
  }
  await page.getByRole('button', { name: 'Refresh Time' }).click();
  await page.getByRole('button', { name: 'Modify', exact: true }).click();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('Success: Careplan modified')).toBeVisible();
  await untilAnswered(agency, page);
  await openMonth(page);
  await page.getByRole('button', { name: `Make cards for ${TROUBLED - BY_HAND} clients` }).click();
  await expect(making).toBeVisible();
  await agency.runQueued();
  await expect(page.getByText('Every worked day has its card.')).toBeVisible();

  // All of it is claimed. The payer finds no authorization for some claims, whose numbers are then corrected together.
  await forgetClicks(page);
  await page.getByRole('button', { name: 'Claim: Not in a claim file yet' }).click();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Make file' }).click();
  await expect(main.getByRole('button', { name: 'Download file' })).toBeVisible();
  expect(toCards + (await clicksOn(page))).toBeLessThanOrEqual(5);
  const payer = openPayer();
  const denied = await answerFile(page, payer, DENIED);
  await openClaims(page, 'Denials');
  await renumberPars(page, denied);
  for (const id of denied) {
    const row = main.getByRole('row').filter({ has: page.getByText(`claim ${id}`, { exact: true }) });
    await expect(row.getByText('NEW-')).toBeVisible();
    await expect(row.getByRole('checkbox')).toBeChecked();
  }
  await expectAccessible(page);
  await main.getByRole('button', { name: `Correct ${DENIED}` }).click();
  await main.getByRole('button', { name: `Send ${DENIED}` }).click();
  await answerFile(page, payer, 0);
  await openClaims(page, 'Denials');
  await expect(main.getByText('No denials').first()).toBeVisible();

  // Every worked day is paid, and the month is closed.
  await openMonth(page);
  await expect(page.getByRole('heading', { name: 'October is closed. $0.00 is waiting.' })).toBeVisible();
  const paid = await dollarsOf(page, 'Paid');
  expect(await dollarsOf(page, 'On a card')).toBe(paid);
  const { income, pay, margin } = comesTo(await agency.readWorkedTimes());
  expect(paid).toBe(usd(income));
  await expectAccessible(page);

  // The ledger agrees, and the margin is what visits and rates add up to.
  await page.getByRole('link', { name: 'Authorizations' }).click();
  const { rows } = await readCall(page, 'authorizations/list');
  const units = (part: 'claimed' | 'paid' | 'denied') =>
    rows.reduce((all: number, row: Record<typeof part, number>) => all + row[part], 0);
  expect([units('denied'), units('paid')]).toEqual([0, units('claimed')]);
  await page.getByRole('link', { name: 'Margin' }).click();
  await expect(page.getByText(`income ${usd(income)}, pay ${usd(pay)}, margin ${usd(margin)}`)).toBeVisible();
});

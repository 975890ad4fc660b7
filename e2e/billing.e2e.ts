import type { Locator, Page } from '@playwright/test';
import { lastMonth } from './dates.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

/** Last month, in which visits were made, most timesheets have arrived and part is billed already. */
const month = lastMonth;

interface Card {
  readonly plan: { readonly id: number; readonly Provider: string; readonly Status: string };
  readonly planned: readonly { readonly date: string }[];
  readonly scans: readonly { readonly received: boolean; readonly errors: readonly number[] }[];
  readonly visits: readonly { readonly Status: string }[];
  readonly saved: { readonly Status: string } | null;
}
interface Found {
  readonly client: { readonly ID: number; readonly name: string };
  readonly card: Card;
}

/** The cards of last month as stored on the server. */
const cardsOf = (page: Page) =>
  page.evaluate(async (date) => {
    const read = async (path: string, init?: RequestInit) =>
      (await (await fetch(`/homecare/api/${path}`, init)).json()).data;
    const body = new URLSearchParams({ cmd: 'care_get', data: '[{"field":"Status","value":"!Deleted"}]' });
    const plans: { ClientID: number }[] = await read('poster.php', { method: 'POST', body });
    const found: Found[] = [];
    for (const clientId of new Set(plans.map(({ ClientID }) => ClientID))) {
      const { client, cards }: { client: Found['client']; cards: Card[] } = await read(
        `billing/client-month?clientId=${clientId}&date=${date}`,
      );
      found.push(...cards.map((card) => ({ client, card })));
    }
    return found;
  }, month);

const isSigned = ({ scans }: Card) => scans.every(({ received, errors }) => received && !errors.includes(1));
const hasVisits = ({ visits }: Card) => visits.filter(({ Status }) => Status === 'Complete').length > 5;

const openCard = async (page: Page, { client, card }: Found): Promise<Locator> => {
  await page.getByRole('link', { name: 'Billing' }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill(client.name);
  await page.getByRole('option', { name: new RegExp(`ID ${client.ID}$`) }).click();
  await page.getByRole('textbox', { name: 'Month', exact: true }).fill(month);
  const shown = page.getByRole('region', { name: `${card.plan.Provider}, plan ${card.plan.id}` });
  await expect(shown).toBeVisible();
  return shown;
};
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text).first()).toBeVisible();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

test.describe.configure({ mode: 'serial' });

test("a client's month is billed from its visits, modified and deleted, by keys", async ({ page }) => {
  await signIn(page, 'admin');
  const all = await cardsOf(page);
  const open = all.find(({ card }) => !card.saved && isSigned(card) && hasVisits(card));
  if (!open) throw new Error('nothing of last month is left to be billed');
  const card = await openCard(page, open);
  await expect(card.getByText('Not saved')).toBeVisible();
  // Client and month survive a reload, because the URL contains them as an opaque key.
  await page.reload();
  await expect(card.getByText('Not saved')).toBeVisible();
  expect(new URL(page.url()).search).toMatch(/^\?at=k[0-9a-z]+$/);
  await expectAccessible(page);

  // Before billing, shows each line beside the aggregator's answer, and only cards with a line that will be denied.
  await card.getByRole('button', { name: /accepted|will be denied/ }).click();
  const proof = page.getByRole('dialog', { name: `Proof of ${open.card.plan.Provider}, ${month}` });
  await expect(proof.getByText(/^(Accepted|Will be denied|No visit needed)$/).first()).toBeVisible();
  await expectAccessible(page);
  await proof.getByRole('button', { name: 'Close' }).last().click();
  const isDenied = (await card.getByText(/lines? will be denied\./).count()) > 0;
  await page.getByRole('switch', { name: 'Will be denied' }).click();
  await expect(card).toBeVisible({ visible: isDenied });
  await page.getByRole('switch', { name: 'Will be denied' }).click();
  await expect(card).toBeVisible();

  // Switches to the actual times of the visits and back.
  const cells = card.getByRole('textbox', { name: /^Start, / });
  const before = await cells.first().inputValue();
  await card.getByRole('button', { name: 'Visit EVV Data' }).click();
  await expect(card.getByRole('button', { name: 'Visit EVV Data' })).toHaveAttribute('aria-pressed', 'true');
  await card.getByRole('button', { name: 'Visit EVV Data' }).click();
  await expect(cells.first()).toHaveValue(before);

  // Typing 830 enters 08:30, Enter moves down, and the arrow keys move back.
  await cells.first().focus();
  const first = await focused(page);
  await page.keyboard.type(before.replace(':', '').replace(/^0/, ''));
  await page.keyboard.press('Enter');
  await expect(cells.first()).toHaveValue(before);
  expect(await focused(page)).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe(first);
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toBe(first.replace('Start', 'End'));
  const travel = card.getByRole('textbox', { name: /^Travel, / });
  await travel.first().focus();
  await page.keyboard.type('7');
  await page.keyboard.press('Control+d');
  await expect(travel.last()).toHaveValue('7');

  // An invalid period is reported and not saved.
  const end = card.getByLabel('End period');
  const last = await end.inputValue();
  await end.fill('');
  await end.blur();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Error: Start/End Period is incorrect').first()).toBeVisible();
  await end.fill(last);
  await end.blur();
  await card.getByRole('button', { name: 'Save' }).click();
  await expectStatus(page, 'Item Saved');
  await expect(card.getByText('Billed').first()).toBeVisible();
  await expect(cells).toHaveCount(0);
  await expectAccessible(page);

  await card.getByLabel('Status').selectOption('PartPaid');
  await expectStatus(page, 'Status updated');
  await card.getByLabel('Remarks').fill('Called the case manager');
  await card.getByLabel('Remarks').press('Enter');
  await expectStatus(page, 'Remarks updated');
  await card.getByRole('button', { name: 'Record log' }).click();
  const log = page.getByRole('dialog', { name: /^Record log of the billing of/ });
  await expect(log.getByRole('row').filter({ hasText: 'Billed' }).getByText('PartPaid')).toBeVisible();
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Close' }).last().click();

  // Leaving the page asks about unsaved changes.
  await card.getByRole('button', { name: 'Modify' }).click();
  await travel.first().fill('11');
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await travel.first().press('Control+s');
  await expect(card.getByRole('button', { name: 'Modify' })).toBeVisible();
  await expect(card.getByRole('cell', { name: '11', exact: true }).first()).toBeVisible();

  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectStatus(page, 'Item deleted');
  await card.getByRole('button', { name: 'Previous Data' }).click();
  await expect(travel.first()).toHaveValue('11');
  await card.getByRole('button', { name: 'Omit' }).click();
  await expectStatus(page, 'Item omited');
  await expect(card).toHaveCount(0);
});

test('a billing card blocked by its scans is fixed in place and saved', async ({ page }) => {
  await signIn(page, 'admin');
  const all = await cardsOf(page);
  const open = all.find(({ card }) => !card.saved && isSigned(card) && card.planned.length > 0);
  if (!open) throw new Error('nothing of last month is left to be billed');
  await page.evaluate(
    ([id, date]) =>
      fetch(`/homecare/api/modules/TS_scan/update.php?id=${id}&date=${date}&period=0&error=1`, {
        method: 'POST',
      }),
    [open.card.plan.id, month] as const,
  );
  const card = await openCard(page, open);
  await expect(card.getByText('1st half has a scan with Missing Signature.').first()).toBeVisible();
  await expect(card.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Open TS Scans', exact: true }).click();
  const scans = page.getByRole('dialog', { name: /^TS Scans/ });
  await scans.getByRole('button', { name: new RegExp(`^Delete errors of ${month}, 1st half`) }).click();
  await page
    .getByRole('dialog', { name: /^Delete errors/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(
    scans.getByRole('button', { name: new RegExp(`^Delete errors of ${month}, 1st half`) }),
  ).toHaveCount(0);
  await scans.getByRole('button', { name: 'Close' }).last().click();
  await expect(card.getByText('Can’t save yet')).toHaveCount(0);
  await card.getByRole('button', { name: 'Save' }).click();
  await expectStatus(page, 'Item Saved');
});

test('the status of a month is changed and undone, and plans without billing are listed', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Billing' }).click();
  await page.getByRole('button', { name: 'Status Set' }).click();
  const dialog = page.getByRole('dialog', { name: 'Status Set' });
  await dialog.getByRole('textbox', { name: 'Month' }).fill(month);
  await dialog.getByLabel('From status').selectOption('Billed');
  await dialog.getByLabel('To status').selectOption('Billed');
  await dialog.getByRole('button', { name: 'Set status' }).click();
  await expect(page.getByText('Enter correct status').first()).toBeVisible();
  await dialog.getByLabel('To status').selectOption('Denied');
  await dialog.getByRole('button', { name: 'Set status' }).click();
  await expectStatus(page, 'Records updated');
  await expect(dialog.getByText(`of ${month}: Billed to Denied`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText(/ back to Billed\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Non existing billing' }).click();
  await expect(
    page
      .getByRole('dialog', { name: /^Non existing billing of/ })
      .getByRole('row')
      .nth(1),
  ).toBeVisible();
  await expectAccessible(page);
});

test('a manager cannot open Billing', async ({ page }) => {
  await signIn(page, 'user');
  await expect(page.getByRole('link', { name: 'Billing' })).toHaveCount(0);
  await page.goto('/billing');
  await page.waitForURL('**/today');
});

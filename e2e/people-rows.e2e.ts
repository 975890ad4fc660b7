import type { Locator, Page } from '@playwright/test';
import { today } from './dates.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

const search = (page: Page, text: string) => page.getByRole('textbox', { name: 'Search people' }).fill(text);
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const idOf = async (row: Locator) => (await row.getAttribute('data-key')) ?? '';

const openMenu = async (page: Page, name: string) => {
  await rowOf(page, name)
    .getByRole('button', { name: /^More for/ })
    .click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
};
const openForms = async (page: Page, name: string) => {
  await openMenu(page, name);
  await page.getByRole('menuitem', { name: 'Form report' }).click();
};

/** Sends a command directly, with the session of whoever is signed in. */
const command = (page: Page, cmd: string, fields: Readonly<Record<string, string>>, id = '') =>
  page.evaluate(
    async (asked) => {
      const data = Object.entries(asked.fields).map(([field, value]) => ({ field, value }));
      const answer = await fetch('/homecare/api/poster.php', {
        method: 'POST',
        body: new URLSearchParams({
          cmd: asked.cmd,
          ...(asked.id && { id: asked.id }),
          data: JSON.stringify(data),
        }),
      });
      const body: { data: unknown } = await answer.json();
      return { status: answer.status, data: body.data };
    },
    { cmd, fields, id },
  );

test('no tab has a row with text cut off or covered by icons', async ({ page }) => {
  await signIn(page, 'admin');
  for (const tab of ['All', 'Providers', 'Clients']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expect(page.getByRole('table', { name: `People, ${tab}` })).toBeVisible();
    const found = await page.getByRole('table').evaluate((table) => {
      const frame = table.parentElement;
      const beyond = [...table.querySelectorAll('tbody td')].flatMap((cell) => {
        const box = cell.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(cell);
        const [left, right] = [
          box.left + Number.parseFloat(paddingLeft),
          box.right - Number.parseFloat(paddingRight),
        ];
        return [...cell.querySelectorAll('button, a')]
          .map((part) => ({ part, at: part.getBoundingClientRect() }))
          .filter(({ at }) => at.left < left - 0.5 || at.right > right + 0.5)
          .map(({ part }) => part.getAttribute('aria-label'));
      });
      return { beyond, sideways: frame ? frame.scrollWidth - frame.clientWidth : 0 };
    });
    expect(found, tab).toEqual({ beyond: [], sideways: 0 });
  }
});

const CLIENT_FORMS = [
  ['Case Manager Form', 'caseManagerForm'],
  ['Care Coordination Form', 'CareCoordinationForm'],
  ['Care Coordination Request', 'CareCoordinationRequest'],
  ['Incident Form', 'incidentForm'],
  ['Follow-up Form', 'followupForm'],
] as const;

/** Chooses a form and returns the response in its new window. */
const printed = async (page: Page, name: string, form: string, file: string) => {
  await openForms(page, name);
  const answered = page.context().waitForEvent('response', (answer) => answer.url().includes(`/${file}.php`));
  const opened = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: form, exact: true }).click();
  const answer = await answered;
  await (await opened).close();
  return {
    status: answer.status(),
    type: answer.headers()['content-type'],
    address: answer.url().replace(/^.*\/homecare/, '/homecare'),
  };
};

test('the forms of a client and of a provider open as PDFs in new windows', async ({ page }) => {
  await signIn(page, 'user');
  await search(page, 'ortiz');
  const client = await idOf(rowOf(page, 'Ortiz, Manuel'));
  for (const [form, file] of CLIENT_FORMS)
    expect(await printed(page, 'Ortiz, Manuel', form, file)).toEqual({
      status: 200,
      type: 'application/pdf',
      // The URL has the id but nothing about the person.
      address: `/homecare/api/People/${file}.php?id=${client}`,
    });
  await openForms(page, 'Ortiz, Manuel');
  await expect(page.getByRole('menuitem', { name: 'Last Care Hours' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Employee Verification' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await search(page, 'okafor');
  expect(await printed(page, 'Okafor, Chidi', 'Employee Verification', 'employeeVerification')).toMatchObject(
    { status: 200, type: 'application/pdf' },
  );
  // Only admins see pay.
  await openForms(page, 'Okafor, Chidi');
  await expect(page.getByRole('menuitem', { name: /with Pay/ })).toHaveCount(0);
});

test.describe('role provider', () => {
  test.use({ expectedErrors: [/403/] });
  test('has no forms, and reads why when opening one', async ({ page }) => {
    await signIn(page, 'provider');
    await search(page, 'ortiz');
    const id = await idOf(rowOf(page, 'Ortiz, Manuel'));
    await openMenu(page, 'Ortiz, Manuel');
    await expect(page.getByRole('menuitem')).toHaveText([/^Show/]);
    for (const [, file] of CLIENT_FORMS) {
      const answer = await page.goto(`/homecare/api/People/${file}.php?id=${id}`);
      expect(answer?.status()).toBe(403);
    }
    await expect(page.getByRole('heading', { name: 'This cannot be shown' })).toBeVisible();
    await expect(page.getByText('Your role does not allow this.')).toBeVisible();
    await expectAccessible(page);
    // The message shows neither possible recipients nor who else is notified.
    await page.goto('/dashboard');
    const refused = await page.evaluate(
      (person) =>
        Promise.all(
          [`People/possibleProvider.php?id=${person}`, 'People/getSendLog.php?date=2026-11-20'].map(
            async (path) => (await fetch(`/homecare/api/${path}`)).status,
          ),
        ),
      id,
    );
    expect(refused).toEqual([403, 403]);
    for (const cmd of ['msg_get', 'candidate_get', 'sandata_get'])
      expect((await command(page, cmd, {})).status).toBe(403);
  });
});

test('possible providers are ranked, explained and filtered, and those who live with the client are marked', async ({
  page,
}) => {
  await signIn(page, 'admin');
  // Any plan that earlier tests left unchanged will do.
  const { data } = await command(page, 'care_get', { Status: 'Active' });
  const plans = data as { id: number; Client: string; covidBy: number | null }[];
  const plan = plans.find(({ id }) => !plans.some(({ covidBy }) => covidBy === id));
  const client = plan?.Client ?? '';
  expect(
    (await command(page, 'care_update', { excluded: today().toString() }, String(plan?.id))).status,
  ).toBe(200);

  await search(page, client);
  await openForms(page, client);
  await page.getByRole('menuitem', { name: 'Possible Providers' }).click();
  const dialog = page.getByRole('dialog', { name: `Possible Providers for ${client}` });
  // Those who may not work are below a line, again by rate.
  const rates = dialog.locator('tr:not([data-dimmed])').getByRole('button', { name: /^Rate \d+ of 100 for/ });
  await expect(rates.first()).toBeVisible();
  const ranked = (await rates.allTextContents()).map(Number);
  expect(ranked.length).toBeGreaterThan(5);
  expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
  // The position depends on how many providers earlier tests have added.
  const livesWith = dialog.getByRole('row').filter({ hasText: 'lives with this client' });
  const isFurther = (await livesWith.count()) === 0;
  if (isFurther) await dialog.getByRole('button', { name: 'Page 2' }).click();
  await expect(livesWith).toHaveCount(1);
  await expectAccessible(page);
  if (isFurther) await dialog.getByRole('button', { name: 'Page 1', exact: true }).click();

  await rates.first().click();
  const why = page.getByRole('dialog', { name: /^Rate of/ });
  const points = (await why.getByRole('cell', { name: /^\d+ of \d+$/ }).allTextContents()).map((text) =>
    Number(text.split(' ')[0]),
  );
  expect(points.slice(0, 5).reduce((sum, part) => sum + part, 0)).toBe(ranked[0]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await dialog.getByLabel('Active hours').selectOption('<5');
  await expect(async () => {
    const hours = await dialog.getByRole('row').locator('td:nth-child(4)').allTextContents();
    expect(hours.every((text) => Number(text) < 5)).toBe(true);
    expect(hours.length).toBeLessThan(ranked.length);
  }).toPass();
  await dialog.getByLabel('Type').selectOption('candidates only');
  await dialog.getByLabel('Group').selectOption('Amharic');
  await expect(dialog.getByText('No one fits these filters')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rates).toHaveCount(ranked.length);
});

test('a message is never sent empty, fills a template with the name, and is queued once', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const made = await command(page, 'msg_insert', {
    name: 'Visit tomorrow',
    text: 'Dear %username%, we see you tomorrow.',
  });
  expect(made.status).toBe(200);
  await search(page, 'cordova');
  await openMenu(page, 'Cordova, Maximiliano');
  await page.getByRole('menuitem', { name: 'Send to Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send to Maximiliano Cordova' });
  await dialog.getByRole('button', { name: 'Send SMS' }).click();
  await expect(dialog.getByText("Error: Can't send empty message.")).toBeVisible();
  await expectAccessible(page);

  await dialog.getByLabel('Template').selectOption('Visit tomorrow');
  await expect(dialog.getByText('Reads: Dear Maximiliano Cordova, we see you tomorrow.')).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('smsQueue.php')) sent.push(request.postData() ?? '');
  });
  await dialog.getByRole('button', { name: 'Send SMS' }).dblclick();
  await expect(page.getByText('Success: Message added to queue.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('Maximiliano');
});

test.describe('two people on one record, on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, expectedErrors: [/409/] });

  test('the later save shows who saved first, and nothing typed is lost', async ({ page, browser }) => {
    const other = await (await browser.newContext()).newPage();
    for (const [at, login] of [
      [page, 'admin'],
      [other, 'admin'],
    ] as const) {
      await signIn(at, login);
      await search(at, 'whitfield');
      await at
        .getByRole('button', { name: /^More for Whitfield/ })
        .first()
        .click();
      await at.getByRole('menuitem', { name: /^Edit/ }).click();
    }
    await other.getByLabel('Middle name').fill('Q.');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other).toHaveURL(/dashboard/i);
    await other.context().close();

    await page.getByLabel('Middle name').fill('Z.');
    await page.getByRole('button', { name: 'Save' }).click();
    const note = page.getByRole('alert').filter({ hasText: 'Changed by M.R. at' });
    await expect(note).toContainText('You changed Middle name too');
    await expect(page.getByLabel('Middle name')).toHaveValue('Z.');
    // The text uses the full width of the phone instead of the space beside the buttons.
    const words = await note.getByText('Not saved').locator('..').boundingBox();
    expect(words?.width).toBeGreaterThan(250);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep my changes' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/dashboard/i);
  });
});

test('Escape closes only the dialog on top', async ({ page }) => {
  await signIn(page, 'admin');
  await search(page, 'trujillo');
  await openMenu(page, 'Trujillo, Ernestina');
  await page.getByRole('menuitem', { name: 'Files' }).click();
  const files = page.getByRole('dialog', { name: /^Files of/ });
  await files.getByRole('button', { name: 'Add File' }).click();
  const add = page.getByRole('dialog', { name: /^Add a file/ });
  await expect(add).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(add).toHaveCount(0);
  await expect(files).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(files).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { insertBy } from './calls.ts';
import { today } from './dates.ts';
import { expect, signIn, test } from './story.ts';

/** Text that would run as code if a page did not escape it (docs/rules/screens.md, rule 16). */
const CORPUS = [
  '<img src=x onerror=hit(1)>',
  '"><svg onload=hit(2)>',
  "'><script>hit(3)</script>",
  '</textarea><iframe srcdoc="<script>parent.hit(4)</script>">',
  'javascript:hit(5)//',
  '{{constructor.constructor("hit(6)")()}}',
  '<a href="javascript:hit(7)">x</a>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of an attacker
  '${hit(8)}<!--',
  '&lt;script&gt;hit(9)&lt;/script&gt;',
];
const text = (n: number) => CORPUS[n % CORPUS.length] ?? '';

/** The text fields of a record, each with a different piece of hostile text. */
const hostile = (names: readonly string[]) =>
  Object.fromEntries(names.map((name, n) => [name, text(n).slice(0, 60)]));
const SHARED = [
  'LastName',
  'FirstName',
  'MiddleName',
  'Language',
  'Address',
  'Address2',
  'Emergency Contact',
  'notes',
  'DC Reason',
];
const OF_CLIENT = [
  ...SHARED,
  'Medicaid',
  'Diagnosis',
  'EmergencyAddress',
  'EmergencyRelation',
  'DaycareName',
  'Case Manager',
  'Doctor',
];
const common = {
  Gender: 'Unknown',
  DOB: '1980-04-04',
  City: 'Aurora',
  State: 'CO',
  PostalCode: '80012',
  AddressLatitude: 39.7047,
  AddressLongitude: -104.8137,
  Phone: '(720) 555-0189',
  'Emergency Phone': '(303) 555-0148',
  'DC Date': '2026-01-01',
};
const day = today().toString();

const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('markup typed by an attacker stays plain text in every view of a person', async ({ page }) => {
  const hits: string[] = [];
  const foreign: string[] = [];
  await page.exposeFunction('hit', (n: number) => hits.push(`script ${n}`));
  page.on('dialog', async (dialog) => {
    if (dialog.type() !== 'beforeunload') hits.push(`dialog ${dialog.message()}`);
    await dialog.accept();
  });
  await signIn(page, 'admin');
  page.context().on('request', (request) => {
    const { protocol, host, pathname } = new URL(request.url());
    const isOwn = ['data:', 'blob:'].includes(protocol) || host === new URL(page.url()).host;
    if (!isOwn || pathname === '/x') foreign.push(request.url());
  });
  const client = await insertBy(page, 'insert', {
    ...common,
    ...hostile(OF_CLIENT),
    'Provider or Client': 'Client',
    Services: ['PRSNL'],
    Daycare: true,
    'Managers Phone': '(303) 555-0100',
    'Doctors Phone #': '(303) 555-0101',
    'Home Visit': day,
    StartOfCare: day,
    otherService: [{ CompanyName: text(3), Mon: true, From: '09:00', To: '10:00' }],
  });
  const provider = await insertBy(page, 'insert', {
    ...common,
    ...hostile(SHARED),
    'Provider or Client': 'Provider',
    'SSI #': '611-48-7711',
    'Start Date': day,
    'ID Expiration': '2020-01-01',
    'Safety Training': day,
    BackgroundCheck: day,
    capsCheck: day,
    'Staff Evaluation': day,
  });
  await insertBy(page, 'candidate_insert', {
    Name: text(0),
    Phone: '(303) 555-0192',
    Address: text(1),
    AddressLatitude: 39.66,
    AddressLongitude: -104.86,
    DateAvailable: day,
  });
  await insertBy(page, 'msg_insert', { name: text(1), text: `${text(2)} %username%` });
  await page.reload();

  const choose = async (action: string, group?: string) => {
    await page.getByRole('table').getByRole('row').nth(1).getByRole('button', { name: 'More for' }).click();
    if (group) await page.getByRole('menuitem', { name: group }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
  for (const [id, actions] of [
    [client, ['Send to Client', 'Send to Case Manager', 'Add/Edit Note', 'Files', 'Record log', 'Show Log']],
    [provider, ['Send to Provider', 'Add/Edit Note', 'Record log']],
  ] as const) {
    await page.getByRole('textbox', { name: 'Search people' }).fill(`ID=${id}`);
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('table')).toContainText('<img src=x onerror=hit(1)>');
    for (const action of actions) {
      await choose(action);
      if (action.startsWith('Send')) {
        await page.getByLabel('Template').selectOption(text(1));
        await expect(page.getByText(/^Reads:/)).toContainText('<script>hit(3)</script>');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Discard' }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      } else await close(page);
    }
    // Checks the record, its history and its tooltips.
    await page.getByRole('table').getByRole('row').nth(1).hover();
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    await expect(page.getByLabel(/^Last name/)).toHaveValue('<img src=x onerror=hit(1)>');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/dashboard/i);
  }
  await page.getByRole('textbox', { name: 'Search people' }).fill(`ID=${client}`);
  await choose('Possible Providers', 'Form report');
  await expect(page.getByRole('dialog').getByRole('row').nth(2)).toBeVisible();
  await close(page);
  await page.getByRole('button', { name: 'Candidates' }).click();
  await expect(page.getByRole('dialog')).toContainText('<img src=x onerror=hit(1)>');
  await close(page);
  await page.getByRole('button', { name: /^Warnings/ }).click();
  await expect(page.getByRole('link', { name: /onerror/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  // Checks a document opened in a window, and one that is refused there.
  const answer = await page.request.get(`/homecare/api/People/incidentForm.php?id=${client}`);
  expect(answer.headers()['content-type']).toBe('application/pdf');

  expect({ hits, foreign }).toEqual({ hits: [], foreign: [] });
});

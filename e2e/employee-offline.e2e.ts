import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Route } from '@playwright/test';
import { readPdf } from '../server/testing/pdf.ts';
import { ownAddress } from './own-agency.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

const WORKER = 'web/dist/sw.js';
const TEMPORARY = 'Tmp-1';
const OWN_PASSWORD = 'Own-Password-1';
const CLOCK_BEHIND = 180_000;

/** Creates a visit that is due now, for a caregiver whose password the office has just reset. Runs in the admin's page. */
const prepareVisit = async ({ now, temporary }: { now: string; temporary: string }) => {
  const post = async (cmd: string, data: Record<string, unknown>, id = '') => {
    const pairs = Object.entries(data).map(([field, value]) => ({ field, value }));
    const body = new URLSearchParams({ cmd, id, data: JSON.stringify(pairs) });
    return (await fetch('/homecare/api/poster.php', { method: 'POST', body })).json();
  };
  const [date = '', time = ''] = now.split('T');
  const end = new Date(`${date}T${time}:00Z`);
  end.setUTCMinutes(end.getUTCMinutes() + 10);
  const weekday = new Date(`${date}T12:00:00Z`).toLocaleString('en-US', {
    weekday: 'short',
    timeZone: 'UTC',
  });
  const week = (name: string, value: unknown, otherwise: unknown) => ({
    Name: name,
    ...Object.fromEntries(
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => [
        day,
        day === weekday ? value : otherwise,
      ]),
    ),
  });
  const json = {
    personalCareItems: [week('Bathing', 10, 0)],
    homeMakingItems: [],
    time: [
      week('Time In', time, null),
      week('Time Out', end.toISOString().slice(11, 16), null),
      week('Travel Time', 10, 0),
    ],
  };
  const list = async (kind: string): Promise<{ ID: number; LastName: string; FirstName: string }[]> =>
    (await post('get', { Cur: 'y', 'Provider or Client': kind })).data;
  const clients = await list('Client');
  const listed = await fetch('/homecare/api/modules/getUsersList.php');
  const accounts: { id: number; login: string; rev: number; provider_id: number | null }[] = (
    await listed.json()
  ).data;
  const answers: unknown[] = [];
  for (const provider of await list('Provider')) {
    // Other tests sign in as the demo caregiver.
    if (provider.LastName === 'Bekele') continue;
    const account = accounts.find(({ provider_id }) => provider_id === provider.ID);
    if (!account) continue;
    for (const client of clients.slice(0, 4)) {
      const plan = await post('care_insert', {
        ProviderID: provider.ID,
        ClientID: client.ID,
        Type: 'PCP',
        StartDate: date,
        createReason: 'New client',
        json: JSON.stringify(json),
      });
      answers.push(plan.Info);
      if (plan.result !== 'OK') continue;
      const reset = await post(
        'user_update',
        { password: temporary, resetPassword: 1, rev: account.rev },
        String(account.id),
      );
      if (reset.result !== 'OK') throw new Error(reset.Info);
      return {
        login: account.login,
        providerId: provider.ID,
        client: client.FirstName,
        caregiver: `${provider.FirstName} ${provider.LastName}`,
      };
    }
  }
  throw new Error(`no visit could be made: ${answers.join(' | ')}`);
};

const openPhone = async (folder: string, errors: string[], offline: boolean) => {
  const { launchOptions } = test.info().project.use;
  const phone = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    baseURL: ownAddress(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'America/Denver',
    geolocation: { latitude: 39.66, longitude: -104.86, accuracy: 12 },
    permissions: ['geolocation'],
    offline,
  });
  const page = phone.pages()[0] ?? (await phone.newPage());
  const note = (text: string) => {
    if (!/ERR_INTERNET_DISCONNECTED|401/.test(text)) errors.push(text);
  };
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('pageerror', (error) => note(error.message));
  return { phone, page };
};

/** The phone's clock is three minutes ahead of the server, so what it taps now counts as three minutes ago. */
const sendEarlierTime = async (phone: BrowserContext) => {
  const earlier = async (route: Route) => {
    const response = await route.fetch();
    const serverTime = Date.parse(response.headers()['x-server-time'] ?? '') || Date.now();
    const headers = {
      ...response.headers(),
      'x-server-time': new Date(serverTime - CLOCK_BEHIND).toISOString(),
    };
    await route.fulfill({ response, headers });
  };
  await phone.route('**/homecare/api/**', earlier);
};

/** The days of visits stored on the phone, with the answers kept beside them. */
const keptRows = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const request = indexedDB.open('homecare-phone');
        request.onsuccess = () => {
          const keys = request.result.transaction('days').objectStore('days').getAllKeys();
          keys.onsuccess = () => {
            request.result.close();
            resolve(keys.result.map(String));
          };
        };
      }),
  );

/** The Call Report of EVV Admin about a caregiver, requested like the office does. */
const readCallReport = async (office: Page, caregiver: string) => {
  await office.getByRole('link', { name: 'EVV Admin' }).click();
  const row = office.getByRole('row').filter({ hasText: caregiver });
  await expect(row.getByText('late', { exact: true }).first()).toBeVisible();
  await office.getByRole('button', { name: 'Call Report' }).click();
  const dialog = office.getByRole('dialog', { name: 'Call Report' });
  await dialog.getByRole('combobox', { name: 'Provider' }).fill(caregiver);
  await office.getByRole('option').first().click();
  const asked = office
    .context()
    .waitForEvent('request', (request) => request.url().includes('getCallReport'));
  await dialog.getByRole('button', { name: 'Get' }).click();
  const answer = await office.request.get((await asked).url());
  const pages = await readPdf(await answer.body());
  return pages.map(({ text }) => text).join('\n');
};

const releases = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('employee-')));

// Finds a free caregiver and client by trial.
test.use({ expectedErrors: [/poster\.php/] });

test('a check-in without a network outlives a closed browser, a new release and the end of the session', async ({
  page: office,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'homecare-phone-'));
  const errors: string[] = [];
  const worker = readFileSync(WORKER, 'utf8');
  await signIn(office, 'admin');
  const now = Temporal.Now.zonedDateTimeISO('America/Denver')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
  const prepared = await office.evaluate(prepareVisit, { now, temporary: TEMPORARY });
  const { login, providerId, client, caregiver } = prepared;
  try {
    const first = await openPhone(folder, errors, false);
    await sendEarlierTime(first.phone);
    await first.page.goto('/login');
    await first.page.getByLabel('Username').fill(login);
    await first.page.getByLabel('Password', { exact: true }).fill(TEMPORARY);
    await first.page.getByRole('button', { name: 'Submit' }).click();
    const change = first.page.getByRole('dialog');
    await change.getByRole('textbox', { name: 'New password' }).fill(OWN_PASSWORD);
    await change.getByRole('textbox', { name: 'Confirm password' }).fill(OWN_PASSWORD);
    await change.getByRole('button', { name: 'Change password' }).click();
    await expect(first.page.getByRole('button', { name: new RegExp(`Check-In .*${client}`) })).toBeVisible();
    await first.page.getByRole('button', { name: 'Español' }).click();
    await expect(first.page.getByRole('button', { name: new RegExp(`Entrada .*${client}`) })).toBeVisible();
    await expect(first.page.locator('html')).toHaveAttribute('lang', 'es');
    await expectAccessible(first.page);
    await first.page.getByRole('button', { name: 'English' }).click();
    await first.page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(() => releases(first.page)).toHaveLength(1);
    const keptDays = async () =>
      (await keptRows(first.page)).filter((key) => !key.startsWith('answer:')).length;
    await expect.poll(keptDays).toBe(2);
    await first.phone.close();

    // Reopened without a network, the app still shows the day, and two taps make one check-in.
    const second = await openPhone(folder, errors, true);
    await second.page.goto('/evv');
    await expect(second.page.getByRole('button', { name: 'User menu' })).toContainText(caregiver);
    await second.page.getByRole('button', { name: `Check-In ${client}` }).dblclick();
    const card = second.page.getByRole('listitem').filter({ hasText: 'not sent yet' });
    await expect(card).toContainText('The time counts.');
    await expect(card).toContainText('Active');
    await expect(second.page.getByText('No connection.')).toBeVisible();
    await expectAccessible(second.page);
    const [before] = await releases(second.page);
    await second.phone.close();

    // The agency's server has a new release, and the session ended with the browser.
    writeFileSync(WORKER, worker.replaceAll(before?.slice('employee-'.length) ?? '-', 'nextrelease0'));
    const third = await openPhone(folder, errors, false);
    const sent: { body: string; key: string }[] = [];
    third.page.on('response', (response) => {
      const request = response.request();
      const body = request.postData() ?? '';
      if (body.startsWith('cmd=evv_update') && response.ok())
        sent.push({ body, key: request.headers()['idempotency-key'] ?? '' });
    });
    await third.page.goto('/evv');
    await expect(third.page.getByText('You are signed out.')).toBeVisible();
    await expect.poll(() => releases(third.page)).toContain('employee-nextrelease0');
    const kept = third.page.getByRole('listitem').filter({ hasText: 'not sent yet' });
    await expect(kept).toContainText('when you have signed in again');
    await expectAccessible(third.page);
    await third.page.getByRole('button', { name: 'Sign in' }).click();
    await third.page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
    await third.page.getByRole('button', { name: 'Submit' }).click();
    await expect(third.page.getByText('Success: Record set to Active')).toBeVisible();
    await expect(kept).toHaveCount(0);
    expect(sent).toHaveLength(1);

    // Sent 20 more times, it stays one check-in at the time of the tap, which was more than two minutes ago and therefore late.
    const [{ body, key } = { body: '', key: '' }] = sent;
    const schedule = () =>
      third.page.evaluate(
        async ([id, day]) => {
          const [year, month, date] = (day ?? '').slice(0, 10).split('-').map(Number);
          const query = `providerId=${id}&year=${year}&month=${month}&day=${date}`;
          const answer = await (await fetch(`/homecare/api/EVV/getEVVProvider.php?${query}`)).json();
          const rows: { PlanStartTime: string; rev: number; FactStartTime: string; EditedTS: string }[] =
            answer.data;
          // In the demo data they may be with another client already.
          return rows.find(({ PlanStartTime }) => day?.endsWith(PlanStartTime));
        },
        [String(providerId), now],
      );
    const visit = await schedule();
    const waited = Date.parse(visit?.EditedTS ?? '') - Date.parse(visit?.FactStartTime ?? '');
    expect(waited).toBeGreaterThan(120_000);
    // The office sees it too, with L for late.
    expect(await readCallReport(office, caregiver.split(' ').at(-1) ?? '')).toMatch(/\d\d:\d\d L\s+Mobile/);
    const replays = await third.page.evaluate(
      ([sentBody, sentKey]) =>
        Promise.all(
          Array.from({ length: 20 }, async (_, n) => {
            const headers = {
              'Content-Type': 'application/x-www-form-urlencoded',
              'Idempotency-Key': n % 2 === 0 ? (sentKey ?? '') : `another-${n}-tap`,
            };
            const options = { method: 'POST', headers, body: sentBody ?? '' };
            return (await fetch('/homecare/api/poster.php', options)).status;
          }),
        ),
      [body, key],
    );
    expect(new Set(replays)).toEqual(new Set([200]));
    expect(await schedule()).toEqual(visit);

    // Two tabs and a service worker share one sender, and the check-out is sent as soon as there is a network.
    const other = await third.phone.newPage();
    const checkOuts: string[] = [];
    for (const page of [third.page, other])
      page.on('request', (request) => {
        if (request.postData()?.includes('Complete')) checkOuts.push(request.url());
      });
    await other.goto('/evv');
    await expect(other.getByRole('button', { name: new RegExp(`Check-Out .*${client}`) })).toBeVisible();
    await third.page.bringToFront();
    await third.phone.setOffline(true);
    await third.page.getByRole('button', { name: new RegExp(`Check-Out .*${client}`) }).click();
    await third.page.getByRole('button', { name: 'Check out anyway' }).click();
    await expect(kept).toContainText('Checked out');
    await expect(other.getByText('not sent yet')).toBeVisible();
    checkOuts.length = 0;
    await third.phone.setOffline(false);
    await expect(third.page.getByText('not sent yet')).toHaveCount(0);
    await expect(other.getByText('not sent yet')).toHaveCount(0);
    await expect(third.page.getByRole('listitem').filter({ hasText: 'Complete' }).first()).toBeVisible();
    expect(checkOuts.length).toBeLessThanOrEqual(1);
    await other.close();

    // Signing out removes the days from the phone.
    await third.page.getByRole('button', { name: 'User menu' }).click();
    await third.page.getByRole('menuitem', { name: 'Logout' }).click();
    await third.page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await expect(third.page).toHaveURL(/login/);
    expect(await keptRows(third.page)).toEqual([]);
    await third.phone.close();
  } finally {
    writeFileSync(WORKER, worker);
    rmSync(folder, { recursive: true, force: true });
  }
  expect(errors, 'errors in the phone’s console').toEqual([]);
});

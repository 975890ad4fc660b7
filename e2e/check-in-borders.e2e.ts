import type { Browser, Page } from '@playwright/test';
import { expect, test } from './clocked.ts';
import { expectAccessible, OWN_PAGE, signIn, signInAt } from './story.ts';

// The client from server/testing/care.ts.
const HOME = { latitude: 39.7047, longitude: -104.8137 };
/** A point that many metres north of the client, on the sphere that the rule uses. */
const north = (metres: number) => ({
  latitude: HOME.latitude + (metres / 6_371_008.8) * (180 / Math.PI),
  longitude: HOME.longitude,
  accuracy: 5,
});

/** Friday 20 November 2026, 10:00 in Denver, when one visit ends and the next begins. */
const TEN = Temporal.Instant.from('2026-11-20T17:00:00Z');
const fromTen = (minutes: number, seconds: number) => TEN.add({ minutes, seconds }).toString();
const MORNING = '2026-11-20T15:00:00Z';

interface PhoneOptions {
  readonly metres?: number;
  /** Seconds by which the phone's clock differs from the true time. */
  readonly ahead?: number;
}

/** Sets the phone's clock to New Year, to prove that only the server's time counts. */
const standStill = () => {
  const newYear = Temporal.Instant.from('2026-01-01T07:00:00Z');
  Object.assign(Temporal.Now, { instant: () => newYear });
  Date.now = () => newYear.epochMilliseconds;
};

const sendTimeAhead = (page: Page, seconds: number) =>
  page.route('**/homecare/api/**', async (route) => {
    const response = await route.fetch();
    const serverTime = response.headers()['x-server-time'];
    const ahead = serverTime && Temporal.Instant.from(serverTime).add({ seconds }).toString();
    await route.fulfill({
      response,
      headers: { ...response.headers(), ...(ahead && { 'x-server-time': ahead }) },
    });
  });

/** A caregiver's phone, signed in, next to the office's page. */
const openPhone = async (
  { browser, watch }: { browser: Browser; watch: (page: Page) => void },
  login: string,
  { metres = 0, ahead = 0 }: PhoneOptions = {},
) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    geolocation: north(metres),
    permissions: ['geolocation'],
    // Keeps nothing between tests, because each uses a new phone.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  watch(page);
  await page.addInitScript(standStill);
  if (ahead !== 0) await sendTimeAhead(page, ahead);
  await signIn(page, login);
  const card = (client: string) => page.getByRole('listitem').filter({ hasText: client });
  return { context, page, card };
};

const openExceptions = async (office: Page) => {
  await signInAt(office, 'office', '/evvadmin');
  await office.getByRole('button', { name: 'Exceptions' }).click();
};

test.describe('the borders of check-in and check-out', () => {
  test.use({ expectedErrors: [/409 \(Conflict\)/] });

  /** Early's visit is under way and ends at ten, when Later's begins. */
  const BOTH = [
    { client: 'Early', day: 'Fri', from: '08:00', to: '10:00' },
    { client: 'Later', day: 'Fri', from: '10:00', to: '12:00' },
  ] as const;

  test('a check-in one second early is recorded for the office, and one second later it counts', async ({
    agency,
    browser,
    watch,
  }) => {
    await agency.setClock(MORNING);
    await agency.addCaregiver('Prompt', BOTH);
    const first = await openPhone({ browser, watch }, 'prompt');
    await first.page.getByRole('button', { name: 'Check-In Early' }).click();
    await expect(first.card('Early')).toContainText('Checked in 8:00 AM at the client’s address');
    await first.context.close();

    await agency.setClock(fromTen(-15, -1));
    const early = await openPhone({ browser, watch }, 'prompt');
    const outside = 'Outside the planned time: record it here, and the office confirms it.';
    await expect(early.card('Early')).toContainText('Leaving now? Record your departure');
    await expect(early.card('Later')).toContainText(outside);
    await expectAccessible(early.page);
    await early.context.close();

    // The phone believes to be in time, but the server's clock decides.
    const hasty = await openPhone({ browser, watch }, 'prompt', { ahead: 1 });
    await hasty.page.getByRole('button', { name: 'Check-Out Early' }).click();
    await expect(hasty.card('Early')).toContainText('Departure recorded 9:44 AM. The office confirms it.');
    await expect(hasty.card('Early')).toContainText('Active');
    await hasty.page.getByRole('button', { name: 'Check-In Later' }).click();
    await expect(hasty.card('Later')).toContainText('Arrival recorded 9:44 AM. The office confirms it.');
    await expect(hasty.card('Later')).toContainText('Planned');
    await expect(hasty.page.getByText('not sent yet')).toHaveCount(0);
    await hasty.page.unrouteAll({ behavior: 'wait' });
    await hasty.context.close();

    await agency.setClock(fromTen(-15, 0));
    const inTime = await openPhone({ browser, watch }, 'prompt');
    await inTime.page.getByRole('button', { name: 'Check-Out Early' }).click();
    await expect(inTime.card('Early')).toContainText('In 8:00 AM · Out 9:45 AM');
    await inTime.page.getByRole('button', { name: 'Check-In Later' }).click();
    await expect(inTime.card('Later')).toContainText('Checked in 9:45 AM at the client’s address');
    await inTime.context.close();
  });

  test('a check-in in the last second of the window counts', async ({ agency, browser, watch }) => {
    await agency.setClock(MORNING);
    await agency.addCaregiver('Last', BOTH);
    const first = await openPhone({ browser, watch }, 'last');
    await first.page.getByRole('button', { name: 'Check-In Early' }).click();
    await expect(first.card('Early')).toContainText('Active');
    await first.context.close();

    await agency.setClock(fromTen(15, 0));
    const { page, card, context } = await openPhone({ browser, watch }, 'last');
    await page.getByRole('button', { name: 'Check-Out Early' }).click();
    await expect(card('Early')).toContainText('In 8:00 AM · Out 10:15 AM');
    await page.getByRole('button', { name: 'Check-In Later' }).click();
    await expect(card('Later')).toContainText('Checked in 10:15 AM at the client’s address');
    await context.close();
  });

  test('a check-in one second late is recorded with its time, and the office accepts it with one click', async ({
    agency,
    browser,
    watch,
    page: office,
  }) => {
    await agency.setClock(MORNING);
    await agency.addCaregiver('Tardy', BOTH);
    const first = await openPhone({ browser, watch }, 'tardy');
    await first.page.getByRole('button', { name: 'Check-In Early' }).click();
    await expect(first.card('Early')).toContainText('Active');
    await first.context.close();

    await agency.setClock(fromTen(15, 1));
    const late = await openPhone({ browser, watch }, 'tardy');
    await expect(late.card('Early')).toContainText('Missing Check-Out');
    await expect(late.card('Later')).toContainText('Missing check-in');
    await expect(late.page.getByRole('button', { name: /^Check-/ })).toHaveCount(2);
    await late.context.close();

    const slow = await openPhone({ browser, watch }, 'tardy', { ahead: -1 });
    await slow.page.getByRole('button', { name: 'Check-Out Early' }).click();
    await expect(slow.card('Early')).toContainText('Departure recorded 10:15 AM. The office confirms it.');
    await slow.page.getByRole('button', { name: 'Check-In Later' }).click();
    await expect(slow.card('Later')).toContainText('Arrival recorded 10:15 AM. The office confirms it.');
    // The departure can follow at once, although the office still sees the visit as planned.
    await expect(slow.page.getByRole('button', { name: 'Check-Out Later' })).toBeEnabled();
    await slow.context.close();

    await openExceptions(office);
    const rows = office.locator('tr[data-key]').filter({ hasText: 'Tardy, Pat' });
    const departure = rows.filter({ hasText: 'Check-Out 10:15 AM, 15 min after plan' });
    const arrival = rows.filter({ hasText: 'Check-In 10:15 AM, 15 min after plan' });
    await expect(departure).toContainText('Waits for acceptance');
    await expectAccessible(office);
    await departure.getByRole('button', { name: /^Accept recorded time/ }).click();
    await expect(office.getByText('Success: Check-Out 10:15 AM accepted')).toBeVisible();
    await expect(departure).toHaveCount(0);
    await arrival.getByRole('button', { name: /^Accept recorded time/ }).click();
    await expect(office.getByText('Success: Check-In 10:15 AM accepted')).toBeVisible();
    await expect(arrival).toHaveCount(0);
  });

  test('a rejected check-in changes nothing, can be undone, and the caregiver sees it', async ({
    agency,
    browser,
    watch,
    page: office,
  }) => {
    await agency.setClock(fromTen(-60, 0));
    await agency.addCaregiver('Bogus', [{ client: 'Later', day: 'Fri', from: '10:00', to: '12:00' }]);
    const early = await openPhone({ browser, watch }, 'bogus');
    await early.page.getByRole('button', { name: 'Check-In Later' }).click();
    await expect(early.card('Later')).toContainText('Arrival recorded 9:00 AM. The office confirms it.');
    await early.context.close();

    await openExceptions(office);
    const arrival = office
      .locator('tr[data-key]')
      .filter({ hasText: 'Bogus, Pat' })
      .filter({ hasText: 'Check-In 9:00 AM, 60 min before plan' });
    await arrival.getByRole('checkbox').check();
    const bar = office.getByRole('region', { name: 'Selected visits' });
    await bar.getByRole('button', { name: 'Reject recorded times (1)' }).click();
    await expect(bar).toContainText('1 visit with recorded times rejected.');
    await expect(arrival).toHaveCount(0);
    await expectAccessible(office);
    await bar.getByRole('button', { name: 'Undo' }).click();
    await expect(arrival).toHaveCount(1);
    await arrival.click({ button: 'right' });
    await office.getByRole('menuitem', { name: 'Reject recorded time' }).click();
    await expect(office.getByText('Success: Recorded time rejected')).toBeVisible();
    await expect(arrival).toHaveCount(0);

    const after = await openPhone({ browser, watch }, 'bogus');
    await expect(after.card('Later')).toContainText(
      'Arrival 9:00 AM was not accepted by the office. It does not count.',
    );
    await expect(after.page.getByRole('button', { name: 'Check-In Later' })).toBeEnabled();
    await expectAccessible(after.page);
    await after.context.close();
  });
});

test('a check-in at 69.9 m asks nothing, and at 70.1 m asks without blocking', async ({
  agency,
  browser,
  watch,
  page: office,
}) => {
  await agency.setClock(fromTen(0, 0));
  await agency.addCaregiver('Near', [
    { client: 'Inside', day: 'Fri', from: '10:00', to: '10:15' },
    { client: 'Outside', day: 'Fri', from: '10:15', to: '10:30' },
  ]);
  const near = await openPhone({ browser, watch }, 'near', { metres: 69.9 });
  await near.page.getByRole('button', { name: 'Check-In Inside' }).click();
  await expect(near.card('Inside')).toContainText('Checked in 10:00 AM at the client’s address');
  await expect(near.page.getByRole('dialog')).toHaveCount(0);
  await near.context.close();

  await agency.setClock(fromTen(5, 0));
  const { page, card, context } = await openPhone({ browser, watch }, 'near', { metres: 70.1 });
  const question = page.getByRole('dialog', {
    name: 'Geolocation check error: You have problem with geolocation!',
  });
  // The same holds for the end of a visit whose start was in place.
  await page.getByRole('button', { name: 'Check-Out Inside' }).click();
  await expect(question).toContainText('You are about 70 m from Inside, Chris. Up to 70 m is fine.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(card('Inside')).toContainText('Active');
  await page.getByRole('button', { name: 'Check-Out Inside' }).click();
  await question.getByRole('button', { name: 'Check out anyway' }).click();
  await expect(card('Inside')).toContainText('Check-Out Location Error');
  await expect(card('Inside')).not.toContainText('Check-In Location Error');
  await page.getByRole('button', { name: 'Check-In Outside' }).click();
  await question.getByRole('button', { name: 'Check in anyway' }).click();
  await expect(card('Outside')).toContainText('Check-In Location Error · checked in 10:05 AM');
  await context.close();

  await signInAt(office, 'office', '/evvadmin');
  const row = (client: string) => office.locator('tr[data-key]').filter({ hasText: `${client}, Chris` });
  await expect(row('Inside').getByRole('img', { name: 'Check-in location fine' })).toBeVisible();
  await expect(row('Inside').getByRole('img', { name: 'Check-out location error' })).toBeVisible();
  await expect(row('Outside').getByRole('img', { name: 'Check-in location error' })).toBeVisible();
});

for (const night of [
  {
    name: 'the clocks go back',
    caregiver: 'Autumn',
    month: '2026-10',
    began: 'Sat',
    from: '2026-11-01T04:00:00Z',
    to: '2026-11-01T13:00:00Z',
    hours: '9.00',
  },
  {
    name: 'the clocks go forward',
    caregiver: 'Spring',
    month: '2027-03',
    began: 'Sat',
    from: '2027-03-14T05:00:00Z',
    to: '2027-03-14T12:00:00Z',
    hours: '7.00',
  },
])
  test(`from ten to six in the night in which ${night.name} are ${night.hours} hours`, async ({
    agency,
    browser,
    watch,
    page: office,
  }) => {
    const login = night.caregiver.toLowerCase();
    const client = `Client${night.caregiver}`;
    await agency.setClock(night.from);
    await agency.addCaregiver(night.caregiver, [{ client, day: 'Sat', from: '22:00', to: '06:00' }]);
    const evening = await openPhone({ browser, watch }, login);
    await expect(evening.card(client)).toContainText('10:00 PM – 6:00 AM +1');
    await expect(evening.card(client)).toContainText('Check-in 9:45 – 10:15 PM');
    await evening.page.getByRole('button', { name: `Check-In ${client}` }).click();
    await expect(evening.card(client)).toContainText('Checked in 10:00 PM at the client’s address');
    await expect(evening.page.getByRole('button', { name: `Check-Out ${client}` })).toBeEnabled();
    await expect(evening.card(client)).toContainText('Leaving now? Record your departure');
    await evening.context.close();

    await agency.setClock(night.to);
    const morning = await openPhone({ browser, watch }, login);
    await expect(morning.card(client)).toContainText('Began Sat');
    await expect(morning.card(client)).toContainText('Check-out 5:45 – 6:15 AM');
    await morning.page.getByRole('button', { name: `Check-Out ${client}` }).click();
    await expect(morning.card(client)).toContainText('In 10:00 PM · Out 6:00 AM');
    await morning.context.close();

    await signInAt(office, 'office', '/evvadmin');
    await office.getByRole('button', { name: 'Previous day' }).click();
    const row = office.locator('tr[data-key]').filter({ hasText: night.caregiver });
    await expect(row).toContainText('10:00 PM – 6:00 AM +1');
    await expect(row).toContainText('Complete');
    await expect(row).toContainText('10:00 PM6:00 AM');
    await office.goto('/reports');
    await office.getByRole('button', { name: 'Hours: worked, billed, paid', exact: true }).click();
    await office.getByRole('textbox', { name: 'Month' }).fill(night.month);
    const report = office.getByRole('region', { name: 'Rows of Hours: worked, billed, paid' });
    const worked = report.getByRole('row').filter({ hasText: client }).getByRole('cell');
    await expect(worked.nth(4)).toHaveText(night.hours);
  });

test.describe('another caregiver’s visit', () => {
  test('is not shown and cannot be moved', async ({ agency, browser, watch, page: office }) => {
    await agency.setClock(fromTen(0, 0));
    const stranger = await agency.addCaregiver('Stranger', [
      { client: 'Guarded', day: 'Fri', from: '10:00', to: '11:00' },
    ]);
    await agency.addCaregiver('Curious', [{ client: 'Own', day: 'Fri', from: '10:00', to: '11:00' }]);
    await signInAt(office, 'office', '/evvadmin');
    const row = office.locator('tr[data-key]').filter({ hasText: 'Stranger, Pat' });
    const id = await row.getAttribute('data-key');

    const { page, card, context } = await openPhone({ browser, watch }, 'curious');
    await expect(card('Own')).toBeVisible();
    await expect(page.getByText('Guarded')).toHaveCount(0);
    const day = `providerId=${stranger}&year=2026&month=11&day=20`;
    const schedule = await page.request.get(`/homecare/api/EVV/getEVVProvider.php?${day}`, {
      headers: OWN_PAGE,
    });
    expect(schedule.status()).toBe(403);
    const move = await page.request.post('/homecare/api/poster.php', {
      form: { cmd: 'evv_update', id: id ?? '', data: JSON.stringify([{ field: 'Status', value: 'Active' }]) },
      headers: OWN_PAGE,
    });
    expect(move.status()).toBe(404);
    await page.goto('/evvadmin');
    await expect(page).toHaveURL(/\/evv$/);
    await expect(card('Own')).toBeVisible();
    await context.close();

    await office.reload();
    await expect(row).toContainText('Planned');
  });
});

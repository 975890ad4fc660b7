import { weekdayOf } from '@homecare/domain/calendar.ts';
import type { Page } from '@playwright/test';
import { letWorkAnyTime, postCall } from './calls.ts';
import { today } from './dates.ts';
import { addLogin } from './logins.ts';
import { addPlan, readActivePlans } from './plans.ts';
import { expect, expectAccessible, OWN_PAGE, signIn, test } from './story.ts';

const tomorrow = today().add({ days: 1 });

/** Creates a visit after midnight for the caregiver whose phone this is. */
const addVisit = async (page: Page, provider: string) => {
  const plans = await readActivePlans(page);
  const plan = plans.find(({ Provider }) => Provider.startsWith(provider));
  if (!plan) throw new Error(`${provider} has no care plan`);
  for (const id of new Set(plans.map(({ ProviderID }) => ProviderID)))
    if (id !== plan.ProviderID) await addLogin(page, id);
  const days = [weekdayOf(tomorrow)];
  const times = { createReason: 'Night help', from: '00:00', to: '00:30' };
  return { ...plan, id: await addPlan(page, plan, { ...times, days }) };
};

test('a caregiver arrives at a visit that was given away: the arrival is recorded, and the office gives the visit back', async ({
  browser,
  page,
}) => {
  await signIn(page, 'user');
  const plan = await addVisit(page, 'Bekele');
  const day = tomorrow.toString();
  const phone = await browser.newContext();
  const caregiver = await phone.newPage();
  await signIn(caregiver, 'evv');
  const { year, month, day: ofMonth } = tomorrow;
  const listed = await caregiver.request.get(
    `/homecare/api/EVV/getEVVProvider.php?providerId=${plan.ProviderID}&year=${year}&month=${month}&day=${ofMonth}`,
    { headers: OWN_PAGE },
  );
  const { data: visits }: { data: { id: number; PlanStartTime: string; Date: string }[] } =
    await listed.json();
  const visit = visits.find((one) => one.Date === day && one.PlanStartTime === '00:00');

  const from = tomorrow.toZonedDateTime('America/Denver').toInstant();
  await postCall(page, 'staffing/call-out', {
    ProviderID: plan.ProviderID,
    from: from.toString(),
    until: from.add({ hours: 1 }).toString(),
    note: 'flu',
  });
  const asked = await page.request.get(
    `/homecare/api/staffing/list-candidates?planId=${plan.id}&day=${day}&farther=1`,
    { headers: OWN_PAGE },
  );
  const { data: found }: { data: { candidates: { ProviderID: number; obstacle: string | null }[] } } =
    await asked.json();
  // Caregivers who are merely unavailable at night can still be assigned.
  const taker = found.candidates.find(({ obstacle }) => obstacle === null || obstacle === 'notAvailable');
  const id = taker?.ProviderID ?? 0;
  await letWorkAnyTime(page, [id]);
  await postCall(page, 'staffing/cover', { planId: plan.id, day, providerId: id });

  // The phone still shows the earlier state of the visit.
  const checkIn = await caregiver.request.post('/homecare/api/poster.php', {
    headers: OWN_PAGE,
    form: {
      cmd: 'evv_update',
      id: String(visit?.id),
      data: JSON.stringify([{ field: 'Status', value: 'Active' }]),
    },
  });
  expect(await checkIn.text()).toContain('This visit is no longer yours. Call the office.');

  await page.getByRole('link', { name: /^Schedule/ }).click();
  const note = page.getByText(/Bekele, Tigist checked in for .*, but no longer has this visit\./);
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Give it back to Bekele, Tigist' }).click();
  await expect(page.getByText('Bekele, Tigist has the visit again.', { exact: false })).toBeVisible();
  await expect(note).toHaveCount(0);
  await phone.close();
});

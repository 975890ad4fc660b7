import type { Locator, Page } from '@playwright/test';
import { insertBy } from './calls.ts';
import { showDate, today } from './dates.ts';
import { addLogin } from './logins.ts';
import { readActivePlans } from './plans.ts';
import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

/** The caregiver with the most care plans of this month. */
const busiest = async (page: Page) => {
  const plans = await readActivePlans(page);
  const groups = Map.groupBy(
    plans.filter(({ isTemporary }) => !isTemporary),
    ({ ProviderID }) => ProviderID,
  );
  const [most] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  if (!most?.[0]) throw new Error('nobody has a plan');
  return { name: most[0].Provider, plans: most };
};

/**
 * Creates a paid caregiver with a phone login, without care plans, hours or client wishes that would stand in the way.
 * Returns the name.
 */
const hireSpringer = async (page: Page, ssn: string) => {
  const day = today().subtract({ days: 1 }).toString();
  const id = await insertBy(page, 'insert', {
    'Provider or Client': 'Provider',
    ...{ LastName: 'Springer', FirstName: `Sam ${ssn.slice(-4)}`, Gender: 'Unknown', DOB: '1980-04-04' },
    ...{ 'SSI #': ssn, Phone: '(720) 555-0189', Address: '14707 E 2nd Ave', City: 'Aurora', State: 'CO' },
    ...{ PostalCode: '80011', AddressLatitude: 39.7212, AddressLongitude: -104.8147 },
    ...{ 'Emergency Contact': 'Lee Springer', 'Emergency Phone': '(303) 555-0148' },
    ...{ 'Start Date': day, BackgroundCheck: day, capsCheck: day, 'Safety Training': day },
    ...{ 'Staff Evaluation': day, 'ID Expiration': today().add({ years: 2 }).toString() },
    ...{ 'Start IHSS': day, providerPayRate: { 'PCP/RPCP': 20, Homemaker: 20, HealthMaintenance: 20 } },
  });
  await addLogin(page, id);
  return `Springer, Sam ${ssn.slice(-4)}`;
};

for (const [size, viewport, ssn] of [
  ['a desk', { width: 1400, height: 900 }, '611-48-7721'],
  ['a phone', { width: 390, height: 844 }, '611-48-7722'],
] as const)
  test(`temporary plans cover a caregiver’s absence, all at once, and are undone, on ${size}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await signIn(page, 'admin');
    const springer = await hireSpringer(page, ssn);
    await signInAt(page, 'user', '/careplanlist');
    const { name, plans } = await busiest(page);
    await expect(page.getByText(/of \d+ care plans|rows · \d+ care plans/).first()).toBeVisible();
    if (size === 'a phone') {
      await page.getByRole('button', { name: 'More of the care plan list' }).click();
      await page.getByRole('menuitem', { name: 'Somebody is away…' }).click();
    } else await page.getByRole('button', { name: 'Somebody is away…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody is away' });
    const who = dialog.getByRole('combobox', { name: /^Who is away/ });
    await who.click();
    await who.fill(name);
    await page.getByRole('option', { name }).first().click();
    const last = dialog.getByRole('textbox', { name: /^Last day/ });
    await last.fill(showDate(today().subtract({ days: 1 })));
    await last.blur();
    await expect(dialog.getByText(/^The last day is before/)).toBeVisible();
    await last.fill(showDate(today().add({ days: 13 })));
    await last.blur();

    const list = dialog.getByRole('list', { name: 'Care plans on these days' });
    await expect(list.getByRole('listitem').first()).toBeVisible();
    expect(await list.getByRole('listitem').count()).toBeGreaterThanOrEqual(plans.length);
    await expectAccessible(page);
    const create = dialog.getByRole('button', { name: /^Create/ });
    await expect(create).toHaveAttribute('aria-description', 'Choose who takes over at least one care plan.');

    // Caregivers who cannot step in are listed below with the reason and cannot be chosen.
    const choices = (box: Locator) =>
      box.getAttribute('aria-controls').then((id) => page.locator(`[id="${id}"]`));
    /** Opens the choice of a plan; whether the new caregiver is one who can take it over. */
    const choose = async (box: Locator): Promise<boolean> => {
      await box.click();
      const shown = await choices(box);
      const option = shown.getByRole('option', { name: springer });
      await expect(shown.getByText('Cannot step in')).toBeAttached();
      await expect(shown.locator('[data-combobox-disabled]').first()).toBeAttached();
      await expect(option).toBeAttached();
      if (await option.isEnabled()) {
        await option.click();
        return true;
      }
      await page.keyboard.press('Escape');
      return false;
    };
    let isChosen = false;
    for (const box of await list.getByRole('combobox').all()) isChosen ||= await choose(box);
    expect(isChosen).toBe(true);
    await expect(dialog.getByRole('button', { name: 'Create 1 temporary plan' })).toBeVisible();
    await create.click();
    await expect(dialog.getByText(/^Temporary plan \d+ created:/).first()).toBeVisible();
    await expectAccessible(page);

    await dialog.getByRole('button', { name: /^Undo/ }).click();
    await expect(dialog.getByText(/^Temporary plan \d+ created:/)).toHaveCount(0);
    await expect(list.getByRole('combobox').first()).toBeEnabled();
    // The choices are kept.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toHaveCount(0);
  });

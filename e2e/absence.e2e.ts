import type { Locator, Page } from '@playwright/test';
import { showDate, today } from './dates.ts';
import { readActivePlans } from './plans.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

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

for (const [size, viewport] of [
  ['a desk', { width: 1400, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`a caregiver is away: temporary plans for all at once, then taken back, on ${size}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await signIn(page, 'user');
    const { name, plans } = await busiest(page);
    await page.goto('/careplanlist');
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

    // Who cannot step in is listed below, with the reason, and cannot be chosen.
    const choices = (box: Locator) =>
      box.getAttribute('aria-controls').then((id) => page.locator(`[id="${id}"]`));
    const choose = async (box: Locator) => {
      await box.click();
      const shown = await choices(box);
      await shown.getByRole('option', { disabled: false }).first().click();
      return shown;
    };
    const first = list.getByRole('combobox').first();
    const shown = await choose(first);
    await expect(shown.getByText('Cannot step in')).toBeAttached();
    await expect(shown.locator('[data-combobox-disabled]').first()).toBeAttached();
    await expect(dialog.getByRole('button', { name: 'Create 1 temporary plan' })).toBeVisible();
    if (plans.length > 1) await choose(dialog.getByRole('combobox', { name: 'One substitute for all' }));
    await create.click();
    await expect(dialog.getByText(/^Temporary plan \d+ created:/).first()).toBeVisible();
    await expectAccessible(page);

    await dialog.getByRole('button', { name: /^Undo/ }).click();
    await expect(dialog.getByText(/^Temporary plan \d+ created:/)).toHaveCount(0);
    await expect(list.getByRole('combobox').first()).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  });

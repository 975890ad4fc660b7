import type { Locator, Page } from '@playwright/test';
import { readActivePlans } from './plans.ts';
import { chooseFromMenu } from './row-menu.ts';
import { expect, expectAccessible, OWN_PAGE, signIn, test } from './story.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

/** Two strokes across the pad. */
const draw = async (page: Page, pad: Locator) => {
  const box = await pad.boundingBox();
  if (!box) throw new Error('there is no pad');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  for (const [from, to] of [
    [at(0.1, 0.7), at(0.5, 0.2)],
    [at(0.5, 0.2), at(0.9, 0.7)],
  ] as const) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 8 });
    await page.mouse.up();
  }
};

/** The sealed file. */
const sealedFile = async (page: Page, url: string) => {
  const answer = await page.request.get(url, { headers: OWN_PAGE });
  return Buffer.from(await answer.body());
};

test('a care plan is signed on the phone without a network and by a link, and a changed file is found', async ({
  browser,
  page,
  watch,
}) => {
  await signIn(page, 'user');
  const plan = (await readActivePlans(page)).find(({ Provider }) => Provider.startsWith('Bekele'));
  if (!plan) throw new Error('the demo caregiver has no care plan');
  const year = await page.evaluate(async (id) => {
    const data = JSON.stringify([{ field: 'Cur', value: 'y' }]);
    const body = new URLSearchParams({ cmd: 'get', id: String(id), data });
    const answer = await fetch('/homecare/api/poster.php', { method: 'POST', body });
    const people: { data: { DOB: string }[] } = await answer.json();
    return people.data[0]?.DOB.slice(0, 4) ?? '';
  }, plan.ClientID);

  await page.goto('/careplanlist');
  await page.getByRole('textbox', { name: 'Search care plans' }).fill(String(plan.id));
  const row = page.getByRole('row').filter({ hasText: 'Bekele' }).first();
  await chooseFromMenu(page, row, 'Signatures…');
  const dialog = page.getByRole('dialog', { name: /^Signatures/ });
  await expect(dialog.getByText('Nobody has signed this care plan.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask for signatures' }).click();
  await expect(dialog.getByText(/^Waiting\. Sign on the caregiver's phone/)).toHaveCount(2);

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const caregiver = await phone.newPage();
  watch(caregiver);
  await signIn(caregiver, 'evv');
  const plans = caregiver.getByRole('region', { name: 'Care plans to sign' });
  await plans.getByRole('button', { name: /^I sign/ }).click();
  const sheet = caregiver.getByRole('dialog', { name: /^Sign the care plan/ });
  await sheet.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(sheet.getByText('Sign in the box, or tick').first()).toBeVisible();
  await draw(caregiver, sheet.getByRole('img', { name: 'Sign here' }));
  await sheet.getByRole('button', { name: 'Undo' }).click();
  await draw(caregiver, sheet.getByRole('img', { name: 'Sign here' }));
  await expectAccessible(caregiver);
  await phone.setOffline(true);
  await sheet.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(plans.getByRole('button', { name: /^I sign/ })).toBeHidden();
  await expect(plans.getByRole('button', { name: /^Client signs/ })).toBeVisible();
  await phone.setOffline(false);

  // What the phone stored arrives without further action.
  const signatures = async () => {
    const data = { planId: plan.id, visitId: null };
    const answer = await page.request.post('/homecare/api/signing/list', { headers: OWN_PAGE, data });
    return (await answer.text()).split('"ink"').length - 1;
  };
  await expect.poll(signatures).toBe(1);
  const openAgain = async () => {
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
    await chooseFromMenu(page, row, 'Signatures…');
  };
  await openAgain();
  await expect(dialog.getByText(/^Signed .* on the caregiver's phone/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Send a link to Client/ }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  const link = /https?:\S+\/l\/\S+/.exec(await message.inputValue())?.[0] ?? '';
  const client = await phone.newPage();
  watch(client);
  await client.goto(link);
  await client.getByLabel(/^Your year of birth/).fill(year);
  await client.getByRole('button', { name: /^Continue/ }).click();
  await client.getByLabel(/^Full name/).fill('Kim Tran, daughter');
  await draw(client, client.getByRole('img', { name: /^Sign here/ }));
  await expectAccessible(client);
  await client.getByRole('button', { name: /^Sign/ }).click();
  await expect(client.getByText('Your signature is recorded.')).toBeVisible();
  await phone.close();

  await page.getByRole('button', { name: 'Cancel' }).click();
  await openAgain();
  await expect(dialog.getByRole('img', { name: 'Signature of Kim Tran, daughter' })).toBeVisible();
  await expectAccessible(page);
  // The browser's own viewer opens the file, so check the requested URL.
  const asked = page.context().waitForEvent('request', (one) => one.url().includes('download-saved'));
  await dialog.getByRole('button', { name: 'Open sealed PDF' }).click();
  const file = await sealedFile(page, (await asked).url());
  const check = (buffer: Buffer) =>
    dialog
      .getByLabel('Signed document (PDF)')
      .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer });
  await check(file);
  await expect(dialog.getByText('This file is exactly as it was sealed.')).toBeVisible();
  const changed = Buffer.from(file);
  changed[changed.length - 400] = (changed.at(-400) ?? 0) ^ 1;
  await check(changed);
  await expect(dialog.getByText('This file was changed after it was sealed.')).toBeVisible();
  await expect(dialog.getByText('Kim Tran, daughter', { exact: false }).first()).toBeVisible();
});

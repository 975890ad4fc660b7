import type { Page } from '@playwright/test';
import { insertBy } from './calls.ts';
import { today } from './dates.ts';
import { expect, expectAccessible, OWN_PAGE, signIn, test } from './story.ts';

/** Enters one person twice, each record with a care plan, its visits and a file. */
const TWICE = [
  {
    FirstName: 'Guadalupe',
    Doctor: 'Dr. Ann Reilly',
  },
  { FirstName: 'Lupe', Doctor: 'Dr. Chen' },
];
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const week = (timeIn: string, timeOut: string) => {
  const row = (Name: string, value: unknown) => ({
    Name,
    ...Object.fromEntries(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => [day, value])),
  });
  return {
    personalCareItems: [row('Bathing', 30)],
    homeMakingItems: [],
    time: [row('Time In', timeIn), row('Time Out', timeOut), row('Travel Time', 0)],
  };
};

/** Returns the ids in the order of TWICE. */
const enterTwice = async (page: Page, lastName: string, hour: number): Promise<number[]> => {
  const day = today();
  const plans = await page.request.post('/homecare/api/poster.php', {
    form: { cmd: 'care_get', data: '[]' },
    headers: OWN_PAGE,
  });
  const { data: known }: { data: { ProviderID: number; Status: string; Type: string }[] } =
    await plans.json();
  const ProviderID = known.find(({ Status }) => Status === 'Active')?.ProviderID;
  const ids: number[] = [];
  for (const [place, person] of TWICE.entries()) {
    const id = await insertBy(page, 'insert', {
      ...person,
      'Provider or Client': 'Client',
      LastName: lastName,
      Gender: 'Female',
      DOB: hour === 1 ? '1951-05-06' : '1943-09-17',
      Phone: `(720) 555-016${hour}`,
      Address: '10697 E Dartmouth Ave',
      City: 'Aurora',
      State: 'CO',
      PostalCode: '80014',
      AddressLatitude: 39.660765,
      AddressLongitude: -104.863204,
      'Emergency Contact': 'Temika Wuckert',
      'Emergency Phone': '(720) 555-0182',
      EmergencyAddress: '2851 S Parker Rd, Aurora, CO 80014',
      EmergencyRelation: 'Sister',
      PrivateClient: true,
      Services: ['PRSNL'],
      Diagnosis: 'G80.0',
      'Case Manager': 'Dana Ortiz',
      'Managers Phone': '(303) 555-0183',
      'Doctors Phone #': '(303) 555-0184',
      'Home Visit': day.subtract({ months: 1 }).toString(),
      StartOfCare: day.subtract({ years: 1 }).toString(),
    });
    await insertBy(page, 'care_insert', {
      ProviderID,
      ClientID: id,
      Type: 'PCP',
      StartDate: day.toString(),
      createReason: 'Entered twice',
      json: place === 0 ? week(`0${hour}:00`, `0${hour}:30`) : week(`0${hour + 1}:00`, `0${hour + 1}:30`),
    });
    const file = await page.request.post('/homecare/api/modules/uploadFile.php', {
      multipart: {
        id: String(id),
        name: 'Card',
        file: { name: 'card.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) },
      },
      headers: OWN_PAGE,
    });
    expect(file.ok(), await file.text()).toBe(true);
    ids.push(id);
  }
  return ids;
};

const countOf = async (page: Page, cmd: string, field: string, id: number): Promise<number> => {
  const answer = await page.request.post('/homecare/api/poster.php', {
    form: { cmd, data: JSON.stringify([{ field, value: String(id) }]) },
    headers: OWN_PAGE,
  });
  const { data }: { data: unknown[] } = await answer.json();
  return data.length;
};

/** Merges from the list, as the office does at a desk. */
const openRecord = async (page: Page, name: string, viewport: { width: number; height: number }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.goto('/dashboard');
  await page.getByRole('textbox', { name: 'Search people' }).fill(name);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.setViewportSize(viewport);
};

for (const [size, viewport] of [
  ['desk', { width: 1400, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`two records of one person are merged and separated again (${size})`, async ({ page }, info) => {
    const shot = (name: string) => page.screenshot({ path: info.outputPath(`${size}-${name}.png`) });
    await signIn(page, 'admin');
    const lastName = size === 'desk' ? 'Quezada' : 'Zubizarreta';
    const [keep = 0, away = 0] = await enterTwice(page, lastName, size === 'desk' ? 1 : 3);
    const [kept, gone] = [`${lastName}, Guadalupe`, `${lastName}, Lupe`];
    await openRecord(page, gone, viewport);
    await page.getByRole('button', { name: `On record? ${kept}` }).click();
    await expectAccessible(page);
    await shot('note');
    await page.getByRole('button', { name: 'Merge…' }).click();

    const dialog = page.getByRole('dialog', { name: 'Merge two records' });
    await expect(dialog).toContainText(/Moves 1 care plan, \d+ visits and 1 document/);
    await expect(dialog.getByRole('radio', { name: /^Doctor of .*Dr\. Ann Reilly/ })).toBeChecked();
    await dialog.getByRole('radio', { name: /^Doctor of .*Dr\. Ann Reilly/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: /^Doctor of .*Dr\. Chen/ })).toBeChecked();
    await expectAccessible(page);
    await shot('dialog');
    await expect(dialog.getByRole('button', { name: /^Merge into/ })).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: /^Merge into/ }).click();
    const said = page.getByText(
      new RegExp(`${lastName}, Lupe \\(ID ${away}\\) is now part of this record: 1 care plan`),
    );
    await expect(said.first()).toBeVisible();
    await expect(page.getByLabel(/^Doctor( \*)?$/)).toHaveValue('Dr. Chen');
    await expectAccessible(page);
    await shot('merged');
    expect(await countOf(page, 'care_get', 'ClientID', keep)).toBe(2);
    expect(await countOf(page, 'care_get', 'ClientID', away)).toBe(0);

    // The link of the merged record leads to this one.
    await page.goBack();
    await expect(page.getByText(`${gone} (ID ${away}) was merged into this record.`)).toBeVisible();
    await expect(page.getByRole('heading', { name: kept })).toBeVisible();
    const history = page
      .getByRole('region', { name: 'History' })
      .or(page.locator('#section-history'))
      .first();
    await history.scrollIntoViewIfNeeded();
    await expect(history).toContainText(`Merged with ${lastName}, Lupe`);
    await shot('history');

    // The record log shows both records.
    await page.getByRole('button', { name: 'Record log' }).click();
    const log = page.getByRole('dialog', { name: `Record log of ${kept}` });
    await expect(log).toContainText(`Record of ${gone} (ID ${away})`);
    await expectAccessible(page);
    await shot('log');
    await log.getByRole('button', { name: 'Close' }).last().click();

    await page
      .getByRole('button', { name: /^Undo the merge with/ })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: 'Undo this merge?' })
      .getByRole('button', { name: 'Undo merge' })
      .click();
    await expect(page.getByText(/is a record of its own again/)).toBeVisible();
    await expect(page.getByRole('heading', { name: gone })).toBeVisible();
    expect(await countOf(page, 'care_get', 'ClientID', keep)).toBe(1);
    expect(await countOf(page, 'care_get', 'ClientID', away)).toBe(1);

    // They are two people after all, so nobody is asked again.
    await openRecord(page, kept, viewport);
    await expect(page.getByLabel(/^Doctor( \*)?$/)).toHaveValue('Dr. Ann Reilly');
    await page.getByRole('button', { name: `On record? ${gone}` }).click();
    await page.getByRole('button', { name: 'Not the same person' }).click();
    await expect(page.getByRole('button', { name: /^On record\?/ })).toHaveCount(0);
    await openRecord(page, gone, viewport);
    await expect(page.getByRole('button', { name: /^On record\?/ })).toHaveCount(0);
  });

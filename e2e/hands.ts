import type { Browser, Locator, Page } from '@playwright/test';
import { expect } from './story.ts';

/** What hands do in the forms of the office, and a phone in the hands of a caregiver. */

/** The office's clock: the server and the browser both keep Colorado time. */
export const clock = (minutesFromNow: number) => {
  const at = Temporal.Now.zonedDateTimeISO('America/Denver').add({ minutes: minutesFromNow });
  return {
    time: at.toPlainTime().toString({ smallestUnit: 'minute' }),
    date: at
      .toPlainDate()
      .toLocaleString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' })
      .replaceAll('/', '-'),
    weekday: at.toLocaleString('en-US', { weekday: 'long' }),
  };
};

/** Each click on the page is counted, over reloads and pages too. */
export const countClicks = (page: Page) =>
  page.addInitScript(() => {
    window.addEventListener(
      'click',
      () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)),
      true,
    );
  });
export const forgetClicks = (page: Page) => page.evaluate(() => sessionStorage.removeItem('clicks'));
export const clicksOn = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('clicks')));

/** A required field's label ends in a star. */
const labelled = (label: string) => new RegExp(`^${RegExp.escape(label)}( \\*)?$`);

export const fill = async (page: Page, values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(labelled(label)).and(page.locator('input, textarea')).first();
    await field.fill(value);
    await field.blur();
  }
};

export const choose = async (page: Page, label: string, option: string) => {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** Further than this nobody goes by one key. */
const MOST_PRESSES = 60;

/** Goes on with a key until it is there, as hands without a mouse do. */
export const keyTo = async (page: Page, target: Locator, key = 'Tab') => {
  for (let pressed = 0; pressed < MOST_PRESSES; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
};

/** Goes there with Tab and presses it. */
export const pressByKey = async (page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') => {
  await keyTo(page, target);
  await page.keyboard.press(key);
};

export const phone = async (browser: Browser, at: { latitude: number; longitude: number }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    geolocation: { ...at, accuracy: 12 },
    permissions: ['geolocation'],
    timezoneId: 'America/Denver',
  });
  return { context, page: await context.newPage() };
};

export const choosePerson = async (page: Page, label: string, name: string) => {
  const box = page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first();
  await box.click();
  await box.fill(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .waitFor();
  // By keys: the list may grow under a pointer while people arrive, and with it goes the mark of the one that was reached.
  await expect(async () => {
    await box.press('ArrowDown');
    await box.press('Enter');
    await expect(page.getByRole('option').first()).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(box).toHaveValue(new RegExp(name));
};

/** A cell of the week grid, left as a typist leaves it. */
export const cell = async (page: Page, name: string, value: string) => {
  const field = page.getByLabel(name, { exact: true });
  await field.fill(value);
  await field.blur();
};

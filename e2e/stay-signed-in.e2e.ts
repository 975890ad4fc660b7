import type { Browser, Page } from '@playwright/test';
import { expect, test } from './clocked.ts';
import { expectAccessible, signIn, signInAt } from './story.ts';

/** Friday 20 November 2026 in Denver: sign-in at eight, visit at ten. */
const EIGHT = '2026-11-20T15:00:00Z';
const TEN = '2026-11-20T17:00:00Z';
const ELEVEN = '2026-11-20T18:00:00Z';
const VISIT = [{ client: 'Doors', day: 'Fri', from: '10:00', to: '12:00' }] as const;

const openPhone = async (
  { browser, watch }: { browser: Browser; watch: (page: Page) => void },
  login: string,
) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    geolocation: { latitude: 39.7047, longitude: -104.8137, accuracy: 5 },
    permissions: ['geolocation'],
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  watch(page);
  await signIn(page, login);
  return { context, page };
};

/** The phone's own lock, a platform authenticator that its owner unlocks. */
const addOwnLock = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: false,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

// An ended session answers 401 until the phone is unlocked, and a wrong PIN answers 400.
test.use({ expectedErrors: [/401 \(Unauthorized\)|400 \(Bad Request\) .*session\/unlock/] });

test('a phone’s own lock replaces the password at check-in until the office ends it', async ({
  agency,
  browser,
  watch,
  page: office,
}) => {
  await agency.setClock(EIGHT);
  await agency.addCaregiver('Keeps', VISIT);
  const { page } = await openPhone({ browser, watch }, 'keeps');
  await addOwnLock(page);
  await page.getByRole('button', { name: 'Stay signed in on this phone' }).click();
  const stay = page.getByRole('dialog', { name: 'Stay signed in on this phone' });
  await expect(stay.getByRole('button', { name: 'Use this phone’s lock' })).toBeVisible();
  await expectAccessible(page);
  await stay.getByRole('button', { name: 'Use this phone’s lock' }).click();
  await expect(page.getByText('This phone stays signed in until 12-20-2026')).toBeVisible();

  // Two hours later the session has ended: the tap is stored first, then the phone asks for its lock.
  await agency.setClock(TEN);
  const lock = page.getByRole('dialog', { name: 'Unlock' });
  await page.reload();
  await expect(lock).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(lock).toHaveCount(0);
  // Until the server answers, the card shows only the first name.
  await page.getByRole('button', { name: 'Check-In Chris' }).click();
  await expect(page.getByText('not sent yet')).toBeVisible();
  await lock.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('Success: Record set to Active')).toBeVisible();
  await expect(page.getByText('Checked in 10:00 AM at the client’s address')).toBeVisible();

  await agency.setClock(ELEVEN);
  await signInAt(office, 'office', '/createprovider');
  await office.getByRole('combobox', { name: 'Provider' }).fill('Keeps');
  await office.getByRole('option').first().click();
  await office.getByRole('button', { name: 'Phones' }).click();
  const phones = office.getByRole('dialog', { name: /^Phones of/ });
  await expect(phones.getByText('Opens with the phone’s lock')).toBeVisible();
  await expectAccessible(office);
  await phones.getByRole('button', { name: /^End/ }).click();
  await expect(office.getByText('Success: Phone signed out')).toBeVisible();

  await page.reload();
  await lock.getByRole('button', { name: 'Unlock' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toContainText('This phone is no longer signed in. Sign in with your password.');
});

test('a PIN opens the app on a phone without a lock, in Spanish too', async ({ agency, browser, watch }) => {
  await agency.setClock(EIGHT);
  await agency.addCaregiver('Digits', VISIT);
  const { page } = await openPhone({ browser, watch }, 'digits');
  await page.getByRole('button', { name: 'Español' }).click();
  await page.getByRole('button', { name: 'Mantener la sesión en este teléfono' }).click();
  const stay = page.getByRole('dialog', { name: 'Mantener la sesión en este teléfono' });
  const choose = async (pin: string, again: string) => {
    await stay.getByLabel('PIN', { exact: true }).fill(pin);
    await stay.getByLabel('PIN otra vez').fill(again);
    await stay.getByRole('button', { name: 'Usar PIN' }).click();
  };
  await choose('123456', '123456');
  await expect(stay.getByText('Elija un PIN más difícil de adivinar')).toBeVisible();
  await choose('274913', '274914');
  await expect(stay.getByText('Los dos PIN no son iguales.')).toBeVisible();
  await choose('274913', '274913');
  await expect(page.getByText('La sesión se mantiene en este teléfono hasta')).toBeVisible();

  await agency.setClock(TEN);
  await page.reload();
  const lock = page.getByRole('dialog', { name: 'Desbloquear' });
  const open = async (pin: string) => {
    await lock.getByLabel('PIN', { exact: true }).fill(pin);
    await lock.getByRole('button', { name: 'Desbloquear' }).click();
  };
  await open('274914');
  await expect(lock.getByText('PIN incorrecto. Quedan 4 intentos.')).toBeVisible();
  await expect(lock.getByLabel('PIN', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await open('274913');
  await expect(lock).toHaveCount(0);
  await page.getByRole('button', { name: 'Entrada Doors' }).click();
  await expect(page.getByText('Entrada a las 10:00 a. m. en la dirección del cliente')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from './demo-password.ts';
import { addLock } from './device-lock.ts';
import { chooseFromMenu } from './row-menu.ts';
import { expect, expectAccessible, hideUpdates, signIn, test } from './story.ts';

const openOwn = async (page: Page) => {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Passkeys' }).click();
  return page.getByRole('dialog', { name: 'Passkeys' });
};

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(/\/login/);
};

// These are a removed passkey and an ended session.
test.use({ expectedErrors: [/40[19] \((Unauthorized|Conflict)\)/] });

test('a passkey of the office is added, named, used to sign in without a password, and removed by an admin', async ({
  page,
  browser,
  watch,
}) => {
  await hideUpdates(page);
  await signIn(page, 'user');
  const { session, authenticatorId } = await addLock(page);
  const passkeys = await openOwn(page);
  await expect(passkeys).toContainText('You type no password and no code.');
  await expectAccessible(page);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByRole('textbox', { name: 'Name' }).fill('Front desk');
  await adding.getByRole('textbox', { name: 'Your password' }).fill(DEMO_PASSWORD);
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Success: Passkey added')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toContainText('Front desk');
  // The same device cannot add a second passkey.
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await adding.getByRole('button', { name: 'Next' }).click();
  await expect(adding.getByText('This device has a passkey of your account already.')).toBeVisible();
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await passkeys.getByRole('button', { name: 'Rename Front desk' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename Front desk' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('Reception');
  await renaming.getByRole('button', { name: 'Rename' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Reception');
  await passkeys.getByRole('button', { name: 'Close' }).last().click();

  await signOut(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(/dashboard|today/);
  await signOut(page);

  // The owner does not unlock the device.
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(/^No passkey was used/)).toBeVisible();
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(/dashboard|today/);

  const admin = await (await browser.newContext()).newPage();
  watch(admin);
  await hideUpdates(admin);
  await signIn(admin, 'admin', DEMO_PASSWORD, { at: '/createprovider' });
  const row = admin.getByRole('row', { name: /^user / }).first();
  await expect(row).toContainText('1 passkey');
  await chooseFromMenu(admin, row, 'Passkeys…');
  const listed = admin.getByRole('dialog', { name: /^Passkeys of/ });
  await expect(listed.getByRole('listitem')).toContainText('Reception');
  await expectAccessible(admin);
  await listed.getByRole('button', { name: 'Remove Reception' }).click();
  await expect(admin.getByText('Success: Passkey removed')).toBeVisible();
  await admin.context().close();

  // The removal ends the session of the open page, and the passkey no longer works.
  await page.reload();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  const asked = again.or(page.getByRole('heading', { name: 'Sign in' })).first();
  await expect(asked).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(/^This passkey opens no account here/)).toBeVisible();
});

import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { DEMO_PASSWORD } from './demo-password.ts';
import { expect, expectAccessible, hideUpdates, OWN_PAGE, signIn, signInByScreen, test } from './story.ts';

/** A new login for each run: accounts are never removed. */
const newLogin = () => `ann.${Date.now().toString(36)}`;

interface ListedAccount {
  readonly name: string;
  readonly account: { readonly id: number; readonly rev: number } | null;
}

/** Finds a caregiver without a phone login, so that the test can create the first one. */
const takeLoginAway = async (page: Page, name: string) => {
  const listed = await page.request.get('/homecare/api/accounts/list-provider-accounts', {
    headers: OWN_PAGE,
  });
  const { data }: { data: readonly ListedAccount[] } = await listed.json();
  const account = data.find((one) => one.name === name)?.account;
  if (!account) return;
  const fields = JSON.stringify([{ field: 'rev', value: account.rev }]);
  const form = { cmd: 'user_delete', id: String(account.id), data: fields };
  const answer = await page.request.post('/homecare/api/poster.php', { form, headers: OWN_PAGE });
  expect(answer.status(), await answer.text()).toBe(200);
};

const createUser = async (page: Page, login: string) => {
  await page.getByRole('link', { name: 'Create Account' }).first().click();
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Lee');
  await page.getByRole('textbox', { name: 'Login' }).fill(login.toUpperCase());
  await page.getByRole('button', { name: 'Make one' }).click();
  const field = page.getByRole('textbox', { name: /^Password/ });
  await expect(field).toHaveValue(/^[A-Za-z2-9]{8}$/);
  const password = await field.inputValue();
  await page.getByRole('button', { name: 'Create', exact: true }).dblclick();
  await expect(page.getByText('Success: User created.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(login) })).toContainText('A.L.');
  return password;
};

const fillSignIn = async (page: Page, login: string, password: string) => {
  await hideUpdates(page);
  await page.goto('/login');
  await page.getByLabel('Username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
};

const choosePassword = async (page: Page, password: string) => {
  const dialog = page.getByRole('dialog', { name: 'Choose a new password' });
  await dialog.getByRole('textbox', { name: 'New password' }).fill(password);
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
};

const openOwn = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

/** Turns on the second factor with a code from the app. Returns the app and the recovery codes. */
const turnOn = async (page: Page) => {
  const link = page.getByRole('link', { name: 'Open in an app on this device' });
  const secret = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
  await expect(page.getByRole('img', { name: 'Code to scan with your authenticator app' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCodes = await codes.allTextContents();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return { secret, recoveryCodes };
};

test.describe('accounts', () => {
  test.describe('', () => {
    // The page gets these when it asks for the code, and when the account was deleted.
    test.use({ expectedErrors: [/40[19] \((Unauthorized|Conflict)\)/] });

    test('are created, must change their password at the first sign-in, get a second factor, and are signed out when deactivated', async ({
      page,
      browser,
      watch,
    }) => {
      const login = newLogin();
      await signIn(page, 'admin');
      const temporary = await createUser(page, login);
      await expectAccessible(page);
      // The same login in other case is taken.
      await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Lee');
      await page.getByRole('textbox', { name: 'Login' }).fill(login);
      await page.getByRole('textbox', { name: /^Password/ }).fill('tmp');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(page.getByText('User already exists').first()).toBeVisible();

      const context = await browser.newContext();
      const ann = await context.newPage();
      watch(ann);
      await fillSignIn(ann, login, temporary);
      await choosePassword(ann, 'weak');
      await expect(ann.getByText(/^Error: Password must contain/)).toBeVisible();
      await choosePassword(ann, 'Own-Choice-9');
      await ann.waitForURL('**/today');

      await openOwn(ann, 'Two-step sign-in');
      await ann.getByRole('button', { name: 'Set up' }).click();
      await ann.getByRole('textbox', { name: 'Your password' }).fill('Own-Choice-9');
      await ann.getByRole('button', { name: 'Next', exact: true }).click();
      const { recoveryCodes } = await turnOn(ann);
      await expect(ann.getByText('10 recovery codes left.')).toBeVisible();
      await ann.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

      // The app's code of this time step is used up, so use a recovery code, in another window.
      const second = await (await browser.newContext()).newPage();
      watch(second);
      await fillSignIn(second, login, 'Own-Choice-9');
      await expect(second.getByText(/Your password is right/)).toBeVisible();
      await expectAccessible(second);
      await second.getByRole('textbox', { name: 'Code' }).fill('000000');
      await second.getByRole('button', { name: 'Submit' }).click();
      await expect(second.getByText(/^This code is not right/)).toBeVisible();
      await second.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[0] ?? '');
      await second.getByRole('button', { name: 'Submit' }).click();
      await second.waitForURL('**/today');

      await openOwn(second, 'Your sessions');
      const sessions = second.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
      await expect(sessions).toHaveCount(2);
      await expectAccessible(second);
      await second.getByRole('button', { name: /^End session/ }).click();
      await expect(sessions).toHaveCount(1);
      await second.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await ann.getByRole('link', { name: 'Reports' }).click();
      await expect(ann.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();

      await page.getByRole('button', { name: `Delete ${login}` }).click();
      const question = page.getByRole('dialog', { name: 'Delete Ann Lee' });
      await expect(question).toContainText('its sessions end at once');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('Success: User deleted')).toBeVisible();
      await second.getByRole('link', { name: 'Reports' }).click();
      const again = second.getByRole('dialog', { name: 'Sign in again' });
      await again.getByRole('textbox', { name: 'Password' }).fill('Own-Choice-9');
      await again.getByRole('button', { name: 'Submit' }).click();
      await expect(again.getByText('Wrong username or password!')).toBeVisible();
      await context.close();
      await second.context().close();
    });
  });

  test('a caregiver chooses a password by a link from a text, and the office resets it', async ({ page }) => {
    await signIn(page, 'admin');
    await takeLoginAway(page, 'Fischer, Annaliese');
    await signIn(page, 'user');
    await page.getByRole('link', { name: 'Create Account' }).first().click();
    // Managers manage only the phone accounts of caregivers.
    await expect(page.getByRole('heading', { name: 'Create Providers EVV Accounts' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Create User Account' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'List Active Users' })).toHaveCount(0);

    const provider = page.getByRole('combobox', { name: 'Provider' });
    await provider.fill('Fischer');
    await page.getByRole('option', { name: /Fischer, Annaliese/ }).click();
    await page.getByRole('button', { name: 'Create Account' }).click();
    const sender = page.getByRole('dialog', { name: 'Email/Sms sender' });
    await expect(page.getByText('Success: User created.')).toBeVisible();
    const password = await sender.getByText(/signs in with/).innerText();
    const message = sender.getByRole('textbox', { name: 'Message' });
    await expect(message).toHaveValue(/%link%/);
    expect(password).toMatch(/signs in with [A-Za-z2-9]{8} until/);
    await expectAccessible(page);
    await sender.getByRole('button', { name: 'Send via SMS' }).click();
    await expect(page.getByText('Success: Message added to queue.')).toBeVisible();
    await sender.getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('button', { name: 'Reset Password' }).click();
    const question = page.getByRole('dialog', { name: 'Reset the password of Fischer, Annaliese' });
    await question.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Success: Password reseted')).toBeVisible();
    await expect(sender).toBeVisible();
  });

  test.describe('', () => {
    // A wrong current password is refused.
    test.use({ expectedErrors: [/400 \(Bad Request\)/] });

    test('a user changes their own password and changes it back', async ({ page }) => {
      await signInByScreen(page, 'provider');
      const change = async (present: string, next: string) => {
        const dialog = page.getByRole('dialog', { name: 'Change password' });
        await dialog.getByRole('textbox', { name: 'Current password' }).fill(present);
        await dialog.getByRole('textbox', { name: 'New password' }).fill(next);
        await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(next);
        await dialog.getByRole('button', { name: 'Change password' }).click();
      };
      await openOwn(page, 'Change password');
      await change('Wrong-Guess-1', 'Own-Choice-9');
      await expect(page.getByText('The current password is not right.')).toBeVisible();
      await expectAccessible(page);
      await change(DEMO_PASSWORD, 'Own-Choice-9');
      await expect(page.getByText('Password changed')).toBeVisible();
      await openOwn(page, 'Change password');
      await change('Own-Choice-9', DEMO_PASSWORD);
      await expect(page.getByRole('dialog', { name: 'Change password' })).toBeHidden();
    });
  });

  test('an employee cannot create accounts', async ({ page }) => {
    await signIn(page, 'provider');
    await expect(page.getByRole('link', { name: 'People' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create Account' })).toHaveCount(0);
    await page.goto('/createprovider');
    await page.waitForURL(/dashboard/);
  });
});

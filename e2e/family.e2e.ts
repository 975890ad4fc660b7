import type { Page } from '@playwright/test';
import { type MailServer, startSmtp } from '../simulators/src/smtp.ts';
import { postCall, readCall } from './calls.ts';
import { addLock } from './device-lock.ts';
import { chooseFromMenu } from './row-menu.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

let mails: MailServer;
test.beforeAll(async () => {
  mails = await startSmtp();
});
test.afterAll(() => mails.stop());
// After its invitation has ended, the page checks who is signed in.
test.use({ localServices: true, expectedErrors: [/401 \(Unauthorized\)/] });

const connectMail = async (page: Page) => {
  const connections: { kind: string; rev: number }[] = await readCall(page, 'sites/list-connections');
  const rev = connections.find(({ kind }) => kind === 'mail')?.rev ?? 0;
  const at = { host: 'localhost', port: mails.port, security: 'none', user: '', secret: null };
  await postCall(page, 'sites/save-connection', {
    connection: { kind: 'mail', from: 'office@frontrange.example', ...at },
    rev,
  });
};

/** Waits for the mail to this address and returns its link. */
const mailedLink = async (email: string) => {
  const find = () => {
    const mail = mails.taken.find(({ to }) => to.includes(email));
    return /http\S+\/l\/[\w-]{43}/.exec(mail?.raw.replaceAll(/=\r?\n/g, '') ?? '')?.[0];
  };
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find() ?? '';
};

test('the office invites a daughter, she opens her page on her phone, and one click of the office ends it', async ({
  page,
  browser,
  watch,
}) => {
  await signIn(page, 'admin');
  await connectMail(page);
  await page.getByRole('tab', { name: /^Clients/ }).click();
  const row = page.getByRole('table', { name: 'People, Clients' }).getByRole('row').nth(1);
  await expect(row).toContainText(/\(\d{3}\)/);
  await chooseFromMenu(page, row, 'Family page');
  const family = page.getByRole('dialog', { name: /^Family of/ });
  await expect(family).toContainText('Nobody is invited yet.');
  await family.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('dialog', { name: 'Invite to the family page' });
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(form.getByText('Choose what this person sees.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Rosa Diaz');
  await form.getByRole('textbox', { name: 'Relation' }).fill('Daughter');
  await form.getByRole('textbox', { name: 'Email' }).fill('rosa@example.org');
  await form.getByRole('switch', { name: 'Next visits and who comes' }).check();
  await form.getByRole('switch', { name: 'Arrived and left' }).check();
  await form.getByRole('textbox', { name: 'Agreed by' }).fill('The client, by phone');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  const invitation = family.getByRole('listitem').filter({ hasText: 'Rosa Diaz' });
  await expect(invitation).toContainText('not opened yet');

  // Even with an account signed in on the same phone, the page goes blank.
  const storageState = await page.context().storageState();
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    storageState,
  });
  const rosa = await phone.newPage();
  watch(rosa);
  await addLock(rosa);
  await rosa.goto(await mailedLink('rosa@example.org'));
  await rosa.getByRole('button', { name: /Open the page/ }).click();
  await expect(rosa.getByRole('heading', { name: 'Family page' })).toBeVisible();
  await expect(rosa.getByRole('region', { name: 'Next visits' }).getByRole('listitem').first()).toBeVisible();
  await expect(rosa.getByRole('region', { name: 'Arrived and left' })).toBeVisible();
  await rosa.getByRole('button', { name: 'Make an address' }).click();
  await expect(rosa.getByLabel('Secret address')).toHaveValue(/\/l\/[\w-]{43}$/);
  await expectAccessible(rosa);
  await rosa.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(rosa.getByText(/^My device/)).toBeVisible();
  await rosa.getByRole('button', { name: 'Español' }).click();
  await expect(rosa.getByRole('region', { name: 'Próximas visitas' })).toBeVisible();

  // After signing out she returns with the lock of her phone.
  await rosa.getByRole('button', { name: 'Salir' }).click();
  await expectAccessible(rosa);
  await rosa.getByRole('button', { name: 'Abrir con una llave de acceso' }).click();
  await expect(rosa.getByRole('region', { name: 'Próximas visitas' })).toBeVisible();

  await invitation.getByRole('button', { name: 'End the invitation of Rosa Diaz' }).click();
  await expect(rosa.getByRole('region', { name: 'Próximas visitas' })).toBeHidden({ timeout: 5_000 });
  await expect(rosa.getByRole('button', { name: 'Enviarme un enlace' })).toBeVisible();
  await expect(invitation).toContainText('Ended');
  await expectAccessible(page);
  await phone.close();
});

import { queueEmail, sendConfirmation } from '@homecare/domain/messaging/contract.ts';
import { getPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import { isPerson } from '@homecare/domain/people/schema.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addProvider } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
const NOW = '2026-11-20T17:00:00Z';
beforeAll(async () => {
  server = await testServer({ now: NOW });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());
beforeEach(() => server.clock.set(NOW));

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
let serial = 0;
const someone = async (columns: Record<string, unknown> = {}) => {
  serial += 1;
  const email = `owner${serial}@example.org`;
  const id = await addProvider(server.database.pool, `Owner${serial}`, { email, ...columns });
  return { id, email };
};
const isConfirmed = async (id: number) =>
  (await query('select confirmed_email from people where id = $1', [id]))[0]?.confirmed_email;
/** The token in the message once it is sent. */
const tokenOf = async (id: number) => {
  const rows = await query('select sealed_link from messages where person_id = $1 order by id desc limit 1', [
    id,
  ]);
  const sealed = rows[0]?.sealed_link;
  if (!Buffer.isBuffer(sealed)) throw new Error('no link');
  return server.site.secrets.decrypt(sealed);
};
const page = (method: 'GET' | 'POST' | 'HEAD', token: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method, url: `/l/${token}`, headers: { host: 'localhost', ...headers } });

describe('the confirmation email', () => {
  it('waits in the queue with a sealed link; neither log nor table shows its token', async () => {
    const { id, email } = await someone();
    const sent = await user.call(sendConfirmation, { id });
    expect([sent.status, sent.data]).toEqual([200, { to: email }]);
    const token = await tokenOf(id);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [mail] = await query(
      'select channel, recipient, subject, text, status from messages where person_id = $1',
      [id],
    );
    expect(mail).toMatchObject({
      channel: 'Email',
      recipient: email,
      subject: 'Front Range Home Care: confirm your e-mail address',
      text: expect.stringContaining('%link%'),
      status: 'waiting',
    });
    const stored = JSON.stringify(
      await query(
        'select m.*, c.* from messages m join email_confirmations c on c.message_id = m.id where m.person_id = $1',
        [id],
      ),
    );
    expect(stored).not.toContain(token);
  });

  it('needs a valid address that is not confirmed yet', async () => {
    const missing = await someone({ email: null });
    const refused = await user.call(sendConfirmation, { id: missing.id });
    expect([refused.status, refused.Info, refused.errors[0]?.field]).toEqual([
      400,
      'Error: This user not have valid email!',
      'Email',
    ]);
    const known = await someone({ confirmed_email: true });
    expect((await user.call(sendConfirmation, { id: known.id })).Info).toBe(
      'This address is confirmed already.',
    );
    expect((await user.call(sendConfirmation, { id: 2_000_000_000 })).status).toBe(404);
  });

  it('is queued once for many simultaneous requests', async () => {
    const { id, email } = await someone();
    const answers = await Promise.all(Array.from({ length: 20 }, () => user.call(sendConfirmation, { id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const waits = `A confirmation mail to ${email} waits to be sent already.`;
    expect(answers.filter(({ status, Info }) => status === 409 && Info === waits)).toHaveLength(19);
  });

  it('can be sent again once the first is out; its link ends the earlier one', async () => {
    const { id } = await someone();
    await user.call(sendConfirmation, { id });
    const first = await tokenOf(id);
    await query("update messages set status = 'sent', sealed_link = null where person_id = $1", [id]);
    expect((await page('GET', first)).statusCode).toBe(200);
    expect((await user.call(sendConfirmation, { id })).status).toBe(200);
    expect((await page('GET', first)).statusCode).toBe(404);
    expect((await page('GET', await tokenOf(id))).statusCode).toBe(200);
  });
});

describe('the confirmation link', () => {
  const linked = async () => {
    const { id, email } = await someone();
    await user.call(sendConfirmation, { id });
    return { id, email, token: await tokenOf(id) };
  };

  it('shows a button without changing anything; the button confirms the address once', async () => {
    const { id, token } = await linked();
    for (let preview = 0; preview < 3; preview += 1) {
      const shown = await page('GET', token);
      expect(shown.statusCode).toBe(200);
      expect(shown.body).toContain('<button>Confirm / Confirmar</button>');
      expect(shown.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
      });
      expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
      expect(shown.body).not.toContain('<script');
    }
    await page('HEAD', token);
    expect(await isConfirmed(id)).toBe(false);
    // The page's own form is a navigation, without our header and without a session.
    const [pressed, twice] = await Promise.all([
      page('POST', token, {
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      }),
      page('POST', token),
    ]);
    expect([pressed.statusCode, twice.statusCode].sort()).toEqual([200, 404]);
    expect([pressed, twice].find(({ statusCode }) => statusCode === 200)?.body).toContain(
      'Your e-mail address is confirmed.',
    );
    expect(await isConfirmed(id)).toBe(true);
    expect((await page('GET', token)).statusCode).toBe(404);
    const log = await query(
      "select role, changes from change_log where entity = 'person' and entity_id = $1 and changes ? 'confirmedEmail'",
      [id],
    );
    expect(log).toEqual([{ role: 'job', changes: { confirmedEmail: [false, true] } }]);
    const record = await admin.call(getPeople, { filters: [{ field: 'ID', op: '=', value: String(id) }] });
    expect(record.data?.filter(isPerson)[0]).toMatchObject({ confirmedEmail: true, rev: 0 });
  });

  it('works for 72 hours', async () => {
    const { id, token } = await linked();
    server.clock.set('2026-11-23T16:59:00Z');
    expect((await page('GET', token)).statusCode).toBe(200);
    server.clock.set('2026-11-23T17:00:00Z');
    expect((await page('GET', token)).statusCode).toBe(404);
    expect((await page('POST', token)).statusCode).toBe(404);
    expect(await isConfirmed(id)).toBe(false);
  });

  it('stops working when the address changes, and a new address is unconfirmed', async () => {
    const { id, email, token } = await linked();
    const { token: other, id: otherId } = await linked();
    await page('POST', other);
    for (const one of [id, otherId])
      await query(
        `update people set gender = 'Male', dob = '1980-01-01', address = '1 Main St', city = 'Aurora', state = 'CO', postal_code = '80012',
         emergency_contact = 'K', emergency_phone = '(303) 555-0148', start_date = '2026-01-01', id_expiration = '2028-01-01',
         safety_training = '2026-10-01', staff_evaluation = '2026-10-01', ssn_last4 = null where id = $1`,
        [one],
      );
    await query("update people set email = 'new@example.org' where id = $1", [id]);
    expect((await page('GET', token)).statusCode).toBe(404);
    expect((await page('POST', token)).statusCode).toBe(404);
    await query('update people set email = $2 where id = $1', [id, email]);
    expect((await page('GET', token)).statusCode).toBe(200);
    expect(await isConfirmed(otherId)).toBe(true);
    const changed = await admin.call(updatePerson, {
      id: otherId,
      data: { Email: 'new2@example.org', 'SSI #': '999-11-2233' },
    });
    expect([changed.status, changed.Info]).toEqual([200, undefined]);
    expect(await isConfirmed(otherId)).toBe(false);
  });

  it.each(['x', 'A'.repeat(43), `${'A'.repeat(42)}/`, '%00', '..%2f..%2fetc', 'a'.repeat(5000)])(
    'shows the same page for every invalid link: %s',
    async (token) => {
      const answer = await page('GET', token);
      expect([400, 404, 414]).toContain(answer.statusCode);
      if (answer.headers['content-type']?.toString().startsWith('text/html'))
        expect(answer.body).toContain('This link is no longer valid. Please call the office.');
    },
  );

  it('cannot be used to send email to strangers', async () => {
    const { id } = await linked();
    expect(
      (await user.call(queueEmail, { email: [{ email: 'new3@example.org', text: 'x', subject: '' }] }))
        .status,
    ).toBe(400);
    expect(await query('select count(*)::int as count from messages where person_id = $1', [id])).toEqual([
      { count: 1 },
    ]);
  });
});

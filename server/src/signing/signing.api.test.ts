import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { listSaved } from '@homecare/domain/plan-documents/contract.ts';
import * as calls from '@homecare/domain/signing/contract.ts';
import {
  CHANGED,
  chainText,
  NOT_COMPLETE,
  SIGN_OR_CONFIRM,
  SIGNED_BEFORE,
  VISIT_CHANGED,
} from '@homecare/domain/signing/rules.ts';
import type { ShownVisit } from '@homecare/domain/signing/schema.ts';
import { shownOf } from '@homecare/domain/signing/shown.ts';
import { getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import { ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';
import { afterAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { readPdf } from '../../testing/pdf.ts';
import { multipart } from '../../testing/requests.ts';
import { type Caller, testServer } from '../../testing/server.ts';
import { readSeal, SIGNING_CERTIFICATE_V2 } from '../platform/crypto/pdf-seal.ts';

// Friday 20 November 2026; Denver is UTC-7. The visit of each test is 10:00 to 12:00.
const START = '2026-11-20T17:00:00Z';
const END = '2026-11-20T19:00:00Z';
const server = await testServer({ now: START, others: ['other'] });
afterAll(() => server.stop());
const { pool } = server.site;
const query = async (text: string, values: unknown[] = []) =>
  (await pool.query<Record<string, unknown>>(text, values)).rows;

/** A signature of three strokes. */
const INK = '40,120 90,40 140,150;160,90 260,90;300,60 340,140 420,50 470,140';

let serial = 0;
const setting = async () => {
  serial += 1;
  server.clock.set(START);
  const office = await server.as('user');
  const provider = await addProvider(pool, `Garcia${serial}`, { first_name: 'Elena', dob: '1985-07-30' });
  const client = await addClient(pool, `Nguyễn${serial}`, { first_name: 'Mỹ', dob: '1941-03-09' });
  const created = await office.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-11-19',
      createReason: 'New client',
      week: weekOf({ Fri: ['10:00', '12:00'] }),
    },
  });
  const evv = await server.as('evv', { providerId: provider });
  const day = { providerId: provider, year: 2026, month: 11, day: 20 };
  const [visit] = (await evv.call(getEvvProvider, day)).data ?? [];
  return { office, evv, provider, client, planId: created.insertId ?? 0, visitId: visit?.id ?? 0, day };
};
type Setting = Awaited<ReturnType<typeof setting>>;

const HERE = { AddressStartLatitude: 39.7047, AddressStartLongitude: -104.8137, StartLocationError: false };
const GONE = { AddressEndLatitude: 39.7047, AddressEndLongitude: -104.8137, EndLocationError: false };

/** Arrived and left at the planned times; hours later everybody signs in again. */
const worked = async (of: Setting): Promise<Setting> => {
  const moved = { DeviceTime: null, Accuracy: null };
  await of.evv.call(updateVisit, { id: of.visitId, data: { Status: 'Active', ...HERE, ...moved } });
  server.clock.set(END);
  const evv = await server.as('evv', { providerId: of.provider });
  await evv.call(updateVisit, { id: of.visitId, data: { Status: 'Complete', ...GONE, ...moved } });
  return { ...of, evv, office: await server.as('user') };
};

const plan = ({ planId }: Setting) => ({ planId, visitId: null });
const visit = ({ planId, visitId }: Setting) => ({ planId, visitId });
const BOTH = ['client', 'caregiver'] as const;

const onPhone = (
  of: Setting,
  what: { requestId: number | null; visitId: number | null },
  more: Partial<{
    role: 'client' | 'caregiver';
    name: string;
    ink: string | null;
    confirmed: boolean;
    at: string;
    shown: ShownVisit | null;
  }> = {},
  key?: string,
) =>
  of.evv.call(
    calls.signOnPhone,
    {
      ...what,
      shown: null,
      role: 'caregiver',
      name: 'Elena Garcia',
      ink: INK,
      confirmed: false,
      at: server.clock.now().toString(),
      ...more,
    },
    key ? { 'idempotency-key': key } : {},
  );
/** The visit as the caregiver's phone has it now. */
const shownNow = async ({ evv, day }: Setting) => {
  const [found] = (await evv.call(getEvvProvider, day)).data ?? [];
  return found ? shownOf(found) : null;
};
const signVisit = async (of: Setting, more: Parameters<typeof onPhone>[2] = {}, key?: string) =>
  onPhone(of, { requestId: null, visitId: of.visitId }, { shown: await shownNow(of), ...more }, key);

const lastOf = async ({ office }: Setting, subject: { planId: number; visitId: number | null }) =>
  (await office.call(calls.listSigning, subject)).data?.[0];
const fileOf = async ({ office }: Setting, savedId: number | null | undefined) =>
  (await office.raw({ method: 'GET', url: `/homecare/api/plan-documents/download-saved?id=${savedId}` }))
    .bytes;
const check = async (by: Caller, content: Buffer) => {
  const { headers, payload } = multipart({}, { name: 'signed.pdf', content });
  const answer = await by.raw({ method: 'POST', url: '/homecare/api/signing/check-file', headers, payload });
  return { ...answer, checked: calls.checkFile.output.safeParse(answer.data).data };
};
const textOf = async (pdf: Buffer) =>
  (await readPdf(new Uint8Array(pdf))).map(({ text }) => text.replaceAll('\n', ' ')).join(' ');

describe('on the phone', () => {
  test('caregiver and client sign a finished visit; the file has both, in order, chained to what was signed', async () => {
    const of = await worked(await setting());
    expect((await signVisit(of)).status).toBe(200);
    const client = { role: 'client', name: 'Mỹ Nguyễn', ink: null, confirmed: true } as const;
    expect((await signVisit(of, client)).status).toBe(200);
    const request = await lastOf(of, visit(of));
    expect(request).toMatchObject({ isChanged: false, askedBy: expect.any(String) });
    expect(request?.signers.map(({ role, signature }) => [role, signature?.name, signature?.ink])).toEqual([
      ['caregiver', 'Elena Garcia', INK],
      ['client', 'Mỹ Nguyễn', null],
    ]);
    const text = await textOf(await fileOf(of, request?.savedId));
    // Made again by hand, from the content that is kept.
    const [{ content = '' } = {}] = await query('select content from signing_requests where id = $1', [
      request?.id,
    ]);
    const sha = (from: string) => createHash('sha256').update(from).digest('hex');
    const at = '2026-11-20T19:00:00Z';
    const first = sha(
      chainText(sha(String(content)), { role: 'caregiver', name: 'Elena Garcia', at, by: 'phone', ink: INK }),
    );
    const second = sha(chainText(first, { role: 'client', name: 'Mỹ Nguyễn', at, by: 'phone', ink: null }));
    for (const words of [
      'Visit Record',
      'Check-in 11-20-2026 10:00',
      'Check-out 11-20-2026 12:00',
      'Caregiver: Elena Garcia',
      'Client: Mỹ Nguyễn',
      'The typed name is the signature',
      sha(String(content)),
      first,
      second,
    ])
      expect(text).toContain(words);
    const own = await of.evv.call(calls.listOwnSigning, {});
    expect(own.data?.visits).toEqual([{ visitId: of.visitId, signed: expect.arrayContaining([...BOTH]) }]);
  });

  test('an answer that was lost is the same signature again; another one is refused', async () => {
    const of = await worked(await setting());
    const [first, again] = [await signVisit(of, {}, 'a'.repeat(20)), await signVisit(of, {}, 'a'.repeat(20))];
    expect([first.status, again.status, again.insertId]).toEqual([200, 200, first.insertId]);
    const other = await signVisit(of, { name: 'Somebody Else' });
    expect([other.status, other.Info]).toEqual([409, SIGNED_BEFORE]);
    expect(
      (await signVisit(of, { role: 'client', name: '', ink: null })).errors.map(({ field }) => field),
    ).toEqual(['name', 'ink']);
  });

  test('two who sign at the same moment are both on the last file', async () => {
    const of = await worked(await setting());
    const both = await Promise.all([signVisit(of), signVisit(of, { role: 'client', name: 'Mỹ' })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const request = await lastOf(of, visit(of));
    const { checked } = await check(of.office, await fileOf(of, request?.savedId));
    expect(checked?.sealed?.signatures.map(({ role }) => role).toSorted()).toEqual(['caregiver', 'client']);
  });

  test('a signature that was kept without a network has the time at which it was signed', async () => {
    const of = await worked(await setting());
    server.clock.advance({ minutes: 25 });
    await signVisit(of, { at: END });
    expect((await lastOf(of, visit(of)))?.signers[0]?.signature?.at).toBe('2026-11-20T19:00:00Z');
  });

  test('what the office changed before the signature arrived is not signed; signed as it is now it is', async () => {
    const of = await worked(await setting());
    const shown = await shownNow(of);
    // The office writes an hour more while the phone has no network.
    await query('update visits set end_at = $2, rev = rev + 1 where id = $1', [
      of.visitId,
      '2026-11-20T20:00:00Z',
    ]);
    server.clock.advance({ minutes: 20 });
    const late = await signVisit(of, { shown, at: END });
    expect([late.status, late.Info]).toEqual([409, VISIT_CHANGED]);
    const unseen = await signVisit(of, { shown: null });
    expect([unseen.status, unseen.Info]).toEqual([409, VISIT_CHANGED]);
    expect(await lastOf(of, visit(of))).toBeUndefined();
    expect((await signVisit(of)).status).toBe(200);
    const request = await lastOf(of, visit(of));
    expect(await textOf(await fileOf(of, request?.savedId))).toContain('Check-out 11-20-2026 01:00 PM');
  });

  test('a signature that was taken is no refused one where its answer was lost and the visit changed since', async () => {
    const of = await worked(await setting());
    const given = { shown: await shownNow(of), at: END };
    const first = await signVisit(of, given, 'b'.repeat(20));
    await query('update visits set end_at = $2, rev = rev + 1 where id = $1', [
      of.visitId,
      '2026-11-20T20:00:00Z',
    ]);
    server.clock.advance({ minutes: 20 });
    const again = await signVisit(of, given, 'b'.repeat(20));
    expect([first.status, again.status, again.insertId]).toEqual([200, 200, first.insertId]);
    // The same name again, minutes later and with the new times on the screen, is another signature.
    const anew = await signVisit(of);
    expect([anew.status, anew.insertId === first.insertId]).toEqual([200, false]);
  });

  test('of a care plan too the last signature is no refused one where its answer was lost', async () => {
    const of = await setting();
    const { insertId: requestId = 0 } = await of.office.call(calls.askSignatures, {
      ...plan(of),
      roles: ['client'],
    });
    const what = { requestId, visitId: null };
    const given = { role: 'client', name: 'Mỹ Nguyễn', at: START } as const;
    const first = await onPhone(of, what, given, 'c'.repeat(20));
    const again = await onPhone(of, what, given, 'c'.repeat(20));
    expect([first.status, again.status, again.insertId]).toEqual([200, 200, first.insertId]);
    const other = await onPhone(of, what, { ...given, name: 'Somebody Else' });
    expect([other.status, other.Info]).toEqual([409, SIGNED_BEFORE]);
    // Only care plans come by their request: a visit is signed as it was shown.
    const at = await worked(of);
    await signVisit(at);
    const ofVisit = (await lastOf(at, visit(at)))?.id ?? 0;
    expect((await onPhone(at, { requestId: ofVisit, visitId: null })).status).toBe(404);
  });

  test('signs no visit before it is over, and none of another caregiver', async () => {
    const of = await setting();
    expect((await signVisit(of)).Info).toBe(NOT_COMPLETE);
    const other = await setting();
    expect((await onPhone(other, { requestId: null, visitId: of.visitId })).status).toBe(404);
  });

  test('shows care plans that wait, to their own caregiver alone', async () => {
    const of = await setting();
    const asked = await of.office.call(calls.askSignatures, { ...plan(of), roles: [...BOTH] });
    const { data } = await of.evv.call(calls.listOwnSigning, {});
    expect(data?.plans).toEqual([
      {
        requestId: asked.insertId,
        planId: of.planId,
        client: expect.stringContaining('Nguyễn'),
        waiting: BOTH,
      },
    ]);
    const url = `/homecare/api/signing/print-own?planId=${of.planId}`;
    const read = await of.evv.raw({ method: 'GET', url });
    expect(await textOf(read.bytes)).toContain('Care Plan');
    const other = await setting();
    expect((await other.evv.raw({ method: 'GET', url })).status).toBe(404);
    const requestId = asked.insertId ?? 0;
    expect((await onPhone(other, { requestId, visitId: null })).status).toBe(404);
    expect((await onPhone(of, { requestId, visitId: null })).status).toBe(200);
    expect((await of.evv.call(calls.listOwnSigning, {})).data?.plans[0]?.waiting).toEqual(['client']);
    const saved = (await of.office.call(listSaved, { planId: of.planId })).data;
    expect(saved?.map(({ kind, fileName }) => [kind, fileName])).toEqual([
      ['SP', `SP_${of.planId}_${requestId}.pdf`],
    ]);
  });
});

describe('the seal', () => {
  const pdfsig = ['/usr/bin/pdfsig', '/usr/local/bin/pdfsig', '/opt/homebrew/bin/pdfsig'].find(existsSync);
  const signed = async () => {
    const of = await worked(await setting());
    await signVisit(of);
    return { of, pdf: await fileOf(of, (await lastOf(of, visit(of)))?.savedId) };
  };

  test('is PAdES B-B: the certificate by signing-certificate-v2, no time of its own, the whole file but the seal', async () => {
    const { pdf } = await signed();
    const words = pdf.toString('latin1');
    expect(words).toContain('/SubFilter /ETSI.CAdES.detached');
    expect(words).toMatch(/\/M \(D:20261120190000Z\)/);
    const hex = /\/Contents <([0-9a-f]+)>/.exec(words)?.[1] ?? '';
    const { content } = AsnConvert.parse(Buffer.from(hex, 'hex'), ContentInfo);
    const { signerInfos, certificates } = AsnConvert.parse(content, SignedData);
    const attributes = signerInfos[0]?.signedAttrs ?? [];
    expect(attributes.map(({ attrType }) => attrType).toSorted()).toEqual(
      [SIGNING_CERTIFICATE_V2, '1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4'].toSorted(),
    );
    const certificate = Buffer.from(AsnConvert.serialize(certificates?.[0]?.certificate));
    const [value] = attributes.find(({ attrType }) => attrType === SIGNING_CERTIFICATE_V2)?.attrValues ?? [];
    // SEQUENCE of SEQUENCE of one ESSCertIDv2 with the SHA-256 of the certificate.
    const hash = createHash('sha256').update(certificate).digest('hex');
    expect(Buffer.from(value ?? new ArrayBuffer()).toString('hex')).toBe(`3026302430220420${hash}`);
  });

  test.skipIf(pdfsig === undefined)(
    'pdfsig of poppler-utils finds it valid, and one changed byte',
    async () => {
      const { pdf } = await signed();
      const [good, bad] = ['good.pdf', 'bad.pdf'].map((name) => path.join(server.dataDir, name));
      await writeFile(good ?? '', pdf);
      const changed = Buffer.from(pdf);
      const at = changed.length - 400;
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(bad ?? '', changed);
      const see = async (file = '') =>
        (await promisify(execFile)(pdfsig ?? '', [file]).catch((error: { stdout: string }) => error)).stdout;
      const seen = await see(good);
      expect(seen).toContain('Signature Validation: Signature is Valid.');
      expect(seen).toContain('Total document signed');
      expect(seen).toContain('Signature Type: ETSI.CAdES.detached');
      expect(seen).toContain('CN=');
      expect(await see(bad)).toContain('Digest Mismatch');
    },
  );

  test('a document is known again; any changed, added or missing byte is found, with the document that it was', async () => {
    const { of, pdf } = await signed();
    const { checked } = await check(of.office, pdf);
    expect(checked).toMatchObject({
      result: 'asSealed',
      sealed: { ...visit(of), date: '2026-11-20', signatures: [{ role: 'caregiver', name: 'Elena Garcia' }] },
    });
    for (const at of [9, Math.floor(pdf.length / 2), pdf.length - 2]) {
      const changed = Buffer.from(pdf);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const found = (await check(of.office, changed)).checked;
      expect(found?.result).toBe('changed');
    }
    const added = (await check(of.office, Buffer.concat([pdf, Buffer.from('%')]))).checked;
    expect([added?.result, added?.sealed?.savedId]).toEqual(['changed', checked?.sealed?.savedId]);
    expect((await check(of.office, pdf.subarray(0, -1))).checked?.result).toBe('changed');
    expect((await check(of.office, Buffer.from('%PDF-1.7 without a seal'))).checked?.result).toBe(
      'notSealed',
    );
    expect((await check(of.office, Buffer.from('GIF89a'))).status).toBe(400);
  });

  test('every single byte counts', async () => {
    const { pdf } = await signed();
    // The seal itself is looked at byte by byte, the rest by samples: its hash is the same everywhere.
    const [start, end] = [pdf.indexOf('/Contents <') + 11, pdf.indexOf('>', pdf.indexOf('/Contents <'))];
    const length =
      pdf.readUInt16BE(0) > 0 ? Number.parseInt(pdf.toString('latin1', start + 4, start + 8), 16) * 2 + 8 : 0;
    const places = [
      ...Array.from({ length: Math.ceil(length / 41) }, (_, n) => start + n * 41),
      ...Array.from({ length: 12 }, (_, n) => Math.floor((n * pdf.length) / 12)),
      end - 1,
    ];
    for (const at of places) {
      const changed = Buffer.from(pdf);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const seal = readSeal(changed);
      expect(typeof seal === 'object' && seal.isIntact, `byte ${at}`).toBe(false);
    }
  });

  test('a document of another agency has another seal', async () => {
    const { pdf } = await signed();
    const there = await server.as('admin', { site: server.siteNamed('other') });
    expect((await check(there, pdf)).checked).toEqual({ result: 'otherSeal', sealed: null });
  });
});

describe('by a link', () => {
  const page = (method: 'GET' | 'POST', url: string, fields: Record<string, string> = {}) =>
    server.app.inject({
      method,
      url,
      headers: {
        host: 'localhost',
        'user-agent': 'Test phone',
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'POST' && { payload: new URLSearchParams(fields).toString() }),
    });
  const asked = async (role: 'client' | 'caregiver' = 'client') => {
    const of = await setting();
    await of.office.call(calls.askSignatures, { ...plan(of), roles: [role] });
    const signer = (await lastOf(of, plan(of)))?.signers[0];
    const link = async () =>
      (await of.office.call(calls.makeSigningLink, { id: signer?.id ?? 0 })).data?.path ?? '';
    return { of, signerId: signer?.id ?? 0, link, url: await link() };
  };

  test('names nobody before the year of birth; then the document is read, signed once, and sealed', async () => {
    const { of, url } = await asked();
    const first = await page('GET', url);
    expect([first.statusCode, first.body.includes('Nguyễn'), first.body.includes('<script')]).toEqual([
      200,
      false,
      false,
    ]);
    const wrong = await page('POST', url, { year: '1985' });
    expect([wrong.statusCode, wrong.body.includes('4 tries left')]).toEqual([400, true]);
    const pad = await page('POST', url, { year: '1941' });
    expect(pad.body).toContain('<canvas');
    expect(pad.headers['content-security-policy']).toContain("script-src 'sha256-");
    const document = await page('POST', url, { year: '1941', show: 'document', name: '' });
    expect(document.headers['content-type']).toBe('application/pdf');
    const empty = await page('POST', url, { year: '1941', name: 'Kim <b>Tran</b>', ink: '5,5' });
    expect([empty.statusCode, empty.body.includes(SIGN_OR_CONFIRM)]).toEqual([400, true]);
    expect(empty.body).toContain('Kim &#60;b&#62;Tran&#60;/b&#62;');
    const done = await page('POST', url, { year: '1941', name: 'Kim Tran, daughter', ink: INK });
    expect([done.statusCode, done.body.includes('Your signature is recorded')]).toEqual([200, true]);
    const again = await page('POST', url, { year: '1941', name: 'Kim Tran', ink: INK });
    expect(again.body).toContain('Your signature is recorded');
    const request = await lastOf(of, plan(of));
    expect(request?.signers[0]?.signature).toMatchObject({ name: 'Kim Tran, daughter', by: 'link' });
    expect(
      await query(
        'select count(*)::int from signatures s join signing_signers r on r.id = s.signer_id where r.request_id = $1',
        [request?.id],
      ),
    ).toEqual([{ count: 1 }]);
    const { checked } = await check(of.office, await fileOf(of, request?.savedId));
    expect(checked?.result).toBe('asSealed');
  });

  test('five wrong years lock it; a new link opens again, and the one before is dead', async () => {
    const { link, url } = await asked();
    for (const _ of Array.from({ length: 5 })) await page('POST', url, { year: '1900' });
    expect((await page('POST', url, { year: '1941' })).statusCode).toBe(404);
    const second = await link();
    expect([(await page('GET', url)).statusCode, (await page('GET', second)).statusCode]).toEqual([404, 200]);
  });

  test('no year opens it beside the wrong ones that lock it', async () => {
    const { signerId, url } = await asked();
    const holder = await server.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('update signing_signers set tries = 5 where id = $1', [signerId]);
      let answered = false;
      const right = page('POST', url, { year: '1941' }).finally(() => {
        answered = true;
      });
      // It has read the link while tries were left, and waits for the answers before it.
      await expect
        .poll(async () => {
          const waiting = await query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          return answered || waiting.length > 0;
        })
        .toBe(true);
      await holder.query('commit');
      expect((await right).statusCode).toBe(404);
    } finally {
      holder.release();
    }
  });

  test('ends after 14 days, and when the office takes it back', async () => {
    const { of, signerId, url } = await asked();
    expect((await of.office.call(calls.withdrawSigner, { id: signerId })).status).toBe(200);
    expect([(await page('GET', url)).statusCode, (await lastOf(of, plan(of)))?.signers[0]?.link]).toEqual([
      404,
      'withdrawn',
    ]);
    expect((await of.office.call(calls.withdrawSigner, { id: signerId })).status).toBe(409);
    const late = await asked();
    server.clock.advance({ hours: 14 * 24 });
    expect((await page('GET', late.url)).statusCode).toBe(404);
  });

  test('a care plan that was changed is signed no more, and a signed one says that it is another version', async () => {
    const { of, url } = await asked();
    const before = await lastOf(of, plan(of));
    await query('update care_plans set rev = rev + 1 where id = $1', [of.planId]);
    expect((await page('GET', url)).body).toContain(CHANGED);
    expect((await page('POST', url, { year: '1941', name: 'Kim', ink: INK })).body).toContain(CHANGED);
    expect(await lastOf(of, plan(of))).toMatchObject({ id: before?.id, isChanged: true });
    await of.office.call(calls.askSignatures, { ...plan(of), roles: ['client'] });
    const listed = (await of.office.call(calls.listSigning, plan(of))).data;
    expect(listed?.map(({ isChanged }) => isChanged)).toEqual([false, true]);
  });

  test('is made for nobody without a date of birth', async () => {
    const of = await setting();
    await query('update people set dob = null where id = $1', [of.client]);
    await of.office.call(calls.askSignatures, { ...plan(of), roles: ['client'] });
    const signer = (await lastOf(of, plan(of)))?.signers[0];
    const refused = await of.office.call(calls.makeSigningLink, { id: signer?.id ?? 0 });
    expect([refused.status, refused.Info]).toEqual([400, expect.stringContaining('no date of birth')]);
  });
});

test('asking, looking and checking are the office alone; another site knows nothing of it', async () => {
  const of = await setting();
  const viewer = await server.as('provider');
  const subject = plan(of);
  expect([
    (await viewer.call(calls.askSignatures, { ...subject, roles: ['client'] })).status,
    (await viewer.call(calls.listSigning, subject)).status,
    (await of.evv.call(calls.listSigning, subject)).status,
    (await of.office.call(calls.listOwnSigning, {})).status,
    (await check(viewer, Buffer.from('%PDF-'))).status,
  ]).toEqual([403, 403, 403, 403, 403]);
  const there = await server.as('admin', { site: server.siteNamed('other') });
  expect((await there.call(calls.askSignatures, { ...subject, roles: ['client'] })).status).toBe(404);
  await of.office.call(calls.askSignatures, { ...subject, roles: ['client'] });
  expect((await there.call(calls.listSigning, subject)).data).toEqual([]);
  const signer = (await lastOf(of, subject))?.signers[0]?.id ?? 0;
  expect((await there.call(calls.makeSigningLink, { id: signer })).status).toBe(404);
  const logged = await query(
    `select call, changes from change_log where entity = 'signing' and (changes -> 'plan' ->> 1)::int = $1`,
    [of.planId],
  );
  expect(logged).toEqual([
    { call: 'signing.ask', changes: { plan: [null, of.planId], asked: [null, 'Client'] } },
  ]);
});

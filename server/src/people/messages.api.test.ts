import { updateAccount } from '@homecare/domain/accounts/contract.ts';
import { login } from '@homecare/domain/accounts/sign-in-contract.ts';
import { insertRecord } from '@homecare/domain/aggregator/contract.ts';
import { insertCandidate, updateCandidate } from '@homecare/domain/candidates/contract.ts';
import { uploadFile } from '@homecare/domain/files/contract.ts';
import { queueEmail, queueSms } from '@homecare/domain/messaging/contract.ts';
import { insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { multipart, requestOf } from '../../testing/requests.ts';
import { sampleClient, sampleProvider } from '../../testing/sample-people.ts';
import { testServer } from '../../testing/server.ts';

/** Every message about people, word for word, at its trigger and from the server, because clients may have other screens. */

const server = await testServer({ now: '2026-11-20T17:00:00Z' });
afterAll(() => server.stop());
const [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
const today = server.scope.today();

const created = async (data: ReturnType<typeof sampleClient>) => {
  const { insertId, Info } = await admin.call(insertPerson, { data });
  if (insertId === undefined) throw new Error(Info);
  return insertId;
};
const aClient = (more = {}) => sampleClient('Baca', today, more);
const aProvider = (ssn: string, more = {}) => sampleProvider('Okafor', ssn, today, more);
const client = await created(aClient({ PrivateClient: false, Medicaid: 'Y600001' }));
const provider = await created(aProvider('900-01-0100'));

type Data = Parameters<typeof created>[0];
/** What the server says about this field of a new record. */
const saidOfNew = async (data: Data, field: string) => {
  const { status, errors } = await admin.call(insertPerson, { data });
  return [status, errors.find((error) => error.field === field)?.message];
};
const saidOfChange = async (id: number, data: Data) => {
  const { status, Info } = await admin.call(updatePerson, { id, data });
  return [status, Info];
};

describe('sign-in and password', () => {
  test('have a message for a wrong password and an unknown name', async () => {
    for (const name of ['nobody', 'admin1'])
      expect(
        await server.anonymous().call(login, { data: { user: name, pass: 'Wrong-Horse-1' } }),
      ).toMatchObject({ status: 401, Info: 'Wrong username or password!' });
  });
  test('have a message for an unknown site', async () => {
    const answer = await server.anonymous().raw({
      ...requestOf(login, { data: { user: 'admin1', pass: 'x' } }),
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'elsewhere.example' },
    });
    expect([answer.status, answer.Info]).toEqual([421, 'Incorrect Site name!']);
  });
  test('have messages for a weak and a good password', async () => {
    const fresh = await server.as('user', { temporary: true });
    expect(await fresh.call(updateAccount, { data: { password: 'short' } })).toMatchObject({
      status: 400,
      Info: 'Error: Password must contain at least one number and one uppercase and lowercase letter, and at least 6 or more characters',
    });
    expect(await fresh.call(updateAccount, { data: { password: 'Another-Horse-8' } })).toMatchObject({
      status: 200,
      Info: 'Password changed',
    });
  });
});

describe('the record form', () => {
  test.each(['Address', 'City', 'PostalCode'])('refuses a blank %s', async (field) => {
    for (const blank of ['', '   ', null])
      expect(await saidOfNew(aClient({ [field]: blank }), field)).toEqual([400, 'Error: Incorrect address']);
  });
  test('refuses a start before 1900', async () => {
    const said = (date: string) => saidOfNew(aProvider('900-01-0101', { 'Start Date': date }), 'Start Date');
    expect(await said('1899-12-31')).toEqual([400, 'Error: Start Date should be after 01/01/1900.']);
    expect(await said('1900-01-01')).toEqual([200, undefined]);
  });
  test.each(['|', '|2026-01-01', '2026-02-30|'])('refuses covid without a start: %s', async (covidStatus) => {
    expect(await saidOfNew(aClient({ covidStatus }), 'covidStatus')).toEqual([
      400,
      'Error: Please enter a valid covid start time.',
    ]);
  });
  test('refuses an SSN and a Medicaid number that someone has, archived or not', async () => {
    const ssn = 'This SSN already exists with person: Okafor, Robin';
    expect(await saidOfNew(aProvider('900-01-0100'), 'SSI #')).toEqual([409, ssn]);
    expect(await saidOfNew(aClient({ 'SSI #': '900-01-0100' }), 'SSI #')).toEqual([409, ssn]);
    expect(await saidOfNew(aClient({ PrivateClient: false, Medicaid: 'y600001' }), 'Medicaid')).toEqual([
      409,
      'This Medicaid already exists with person: Baca, Robin',
    ]);
    // A client without an SSN is not checked.
    expect(await saidOfNew(aClient(), 'SSI #')).toEqual([200, undefined]);
  });
  test('refuses a change that begins tomorrow', async () => {
    expect(await saidOfChange(client, { LastName: 'Solberg', changeDate: '2026-11-21' })).toEqual([
      400,
      "Error: Change date can't be future",
    ]);
    expect(await saidOfChange(client, { LastName: 'Solberg', changeDate: '2026-11-20' })).toEqual([
      200,
      undefined,
    ]);
  });

  const EVERYONE = {
    LastName: 'Last name',
    FirstName: 'First name',
    DOB: 'DOB',
    Gender: 'Gender',
    State: 'State',
    Phone: 'Phone',
    'Emergency Contact': 'Emergency Contact',
    'Emergency Phone': 'Emergency Phone',
  };
  const PROVIDER = {
    'SSI #': 'SSI #',
    'Start Date': 'Start Date',
    'ID Expiration': 'DL/ID Expiration',
    'Safety Training': 'Safety Training',
    BackgroundCheck: 'Background Check',
    'Staff Evaluation': 'Staff Evaluation',
    capsCheck: 'CAPS Check',
  };
  const CLIENT = {
    Services: 'Services',
    Diagnosis: 'Diagnosis',
    EmergencyAddress: 'Emergency address',
    EmergencyRelation: 'Emergency relation',
    'Case Manager': 'Case Manager',
    'Managers Phone': 'Managers Phone',
    Doctor: 'Doctor',
    'Doctors Phone #': 'Doctors Phone #',
    'Home Visit': 'Home Visit',
    StartOfCare: 'Start Of Care',
  };
  test.each(Object.entries({ ...EVERYONE, ...PROVIDER }))(
    'refuses a provider without %s',
    async (field, label) => {
      expect(await saidOfNew(aProvider('900-01-0102', { [field]: null }), field)).toEqual([
        400,
        `${label} is required`,
      ]);
    },
  );
  test.each(Object.entries({ ...EVERYONE, ...CLIENT }))(
    'refuses a client without %s',
    async (field, label) => {
      expect(await saidOfNew(aClient({ [field]: null }), field)).toEqual([400, `${label} is required`]);
    },
  );
  test('requires Medicaid for clients who are not private, and CAPS Check for new people', async () => {
    expect(await saidOfNew(aClient({ PrivateClient: false, Medicaid: null }), 'Medicaid')).toEqual([
      400,
      'Medicaid is required',
    ]);
    expect(await saidOfNew(aClient({ PrivateClient: true, Medicaid: null }), 'Medicaid')).toEqual([
      200,
      undefined,
    ]);
    expect((await saidOfChange(provider, { capsCheck: null }))[0]).toBe(200);
  });
});

describe('archive and return', () => {
  const leaving = {
    Cur: 'n' as const,
    archiveDate: '2026-11-20',
    'DC Date': '2026-11-20',
    'DC Reason': 'Moved',
  };
  test.each(['archiveDate', 'DC Date', 'DC Reason'])('are refused without %s', async (field) => {
    expect(await saidOfChange(client, { ...leaving, [field]: null })).toEqual([
      400,
      'Error: Enter correct date and reason',
    ]);
  });
  test('have three success messages for archiving and one for the return', async () => {
    const archived = await admin.call(updatePerson, { id: client, data: leaving });
    expect(archived.data?.messages).toEqual([
      'Success: Record get to archive',
      'Success: Care Plan archived',
      'Success: Evv records deleted',
    ]);
    const back = await user.call(updatePerson, { id: client, data: { Cur: 'y' } });
    expect(back.data?.messages).toEqual(['Success: Person Activated']);
  });
});

describe('messages', () => {
  const phone = '(303) 555-0148';
  test.each([
    ['an empty text', { sms: [{ number: phone, text: ' \n' }] }, "Error: Can't send empty message."],
    ['nobody', { sms: [] }, 'Error: Empty send list. Please add people to send.'],
    [
      'a picture of another kind',
      { sms: [{ number: phone, text: 'Hello' }], image: 'https://localhost/picture.gif' },
      'Error: Incorrect media resource.',
    ],
  ])('have a sentence: %s', async (_, input, message) => {
    expect(await user.call(queueSms, input)).toMatchObject({ status: 400, Info: message });
  });
  test('are refused for an invalid address', async () => {
    expect(
      await user.call(queueEmail, { email: [{ email: 'kim at home', text: 'Hello', subject: '' }] }),
    ).toMatchObject({ status: 400, Info: 'Error: This user not have valid email!' });
  });
});

describe('files', () => {
  const upload = (name: string, content: Buffer | string) =>
    user.raw({ ...requestOf(uploadFile, {}), ...multipart({ id: client, name: 'Plan' }, { name, content }) });
  test('are refused if of another kind, or one byte too large', async () => {
    expect(await upload('plan.html', '<p>')).toMatchObject({
      status: 415,
      Info: 'Error: Incorrect filetype. Allowed filetype .pdf, .doc, .docx, .xls, .xlsx',
    });
    const pdf = Buffer.alloc(10_000_001, '%PDF-1.4\n');
    expect(await upload('plan.pdf', pdf)).toMatchObject({
      status: 413,
      Info: 'Error: File must be less that 10MB',
    });
  });
});

describe('candidates', () => {
  const whole = {
    Name: 'Rosa Delgado',
    Phone: '(303) 555-0192',
    Address: '3000 S Jamaica Ct, Aurora, CO 80014',
    AddressLatitude: 39.66,
    AddressLongitude: -104.86,
    DateAvailable: '2026-12-15',
  };
  test.each(Object.keys(whole))('are refused without %s', async (field) => {
    expect(await user.call(insertCandidate, { data: { ...whole, [field]: null } })).toMatchObject({
      status: 400,
      Info: `Error: ${field} cant be empty`,
    });
  });
  test('have messages for added, changed and deleted', async () => {
    const added = await user.call(insertCandidate, { data: whole });
    expect(added.Info).toBe('Candidate has been added');
    const id = added.insertId ?? 0;
    expect((await user.call(updateCandidate, { id, data: { Name: 'Rosa D.' } })).Info).toBe(
      'Candidate has been changed',
    );
    expect((await user.call(updateCandidate, { id, data: { Status: 'Archive' } })).Info).toBe(
      'Candidate has been deleted',
    );
  });
});

describe('the aggregator', () => {
  test('plans a record once', async () => {
    await server.site.pool.query(`update aggregator_records set status = 'Success' where record_id = $1`, [
      provider,
    ]);
    const send = () =>
      user.call(insertRecord, { data: { type: 'Provider', record_id: provider, Status: 'Planned' } });
    expect((await send()).Info).toBe('Success: Sandata record set to Planned');
    expect(await send()).toMatchObject({
      status: 409,
      Info: 'Error: This record already planned in Sandata',
    });
  });
});

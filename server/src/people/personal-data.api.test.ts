import { suggestAddresses } from '@homecare/domain/addresses/contract.ts';
import { getCandidates, insertCandidate } from '@homecare/domain/candidates/contract.ts';
import { downloadFile, getUserFiles, uploadFile } from '@homecare/domain/files/contract.ts';
import { exportPeople } from '@homecare/domain/list-export/contract.ts';
import { findCaseManager, queueEmail } from '@homecare/domain/messaging/contract.ts';
import { getNote, getPeople, insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { fieldOf, PERSON_FIELDS } from '@homecare/domain/people/dictionary.ts';
import { caseManagerForm, lastHoursReport } from '@homecare/domain/people-forms/contract.ts';
import { listPossibleProviders } from '@homecare/domain/possible-providers/contract.ts';
import { getPersonLog } from '@homecare/domain/record-log/contract.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { multipart, requestOf, SAMPLE_FILE } from '../../testing/requests.ts';
import { sampleClient, sampleProvider } from '../../testing/sample-people.ts';
import { type Caller, testServer } from '../../testing/server.ts';

/**
 * Canary values that exist only in records. If one appears anywhere but in an answer to someone who may see it, a real person's data
 * would have leaked (docs/rules/calls.md, rule 13).
 */
const WORD = 'Kanarienvogel';
const CANARY = new RegExp(`${WORD}|555-?7391|943-?21-?7788|K943217|1931-03-29|03-29-1931`, 'i');
const SSN = '943-21-7788';
const PHONE = '(303) 555-7391';
const EMAIL = `${WORD}@example.org`;

// Log each statement.
const server = await testServer({ slowStatementMs: 0 });
afterAll(() => server.stop());
const [admin, user, provider] = await Promise.all([
  server.as('admin'),
  server.as('user'),
  server.as('provider'),
]);
const today = server.scope.today();

/** Every text field of the record contains the canary. */
const words = (kind: 'provider' | 'client') =>
  Object.fromEntries(
    PERSON_FIELDS.filter((name) => {
      const field = fieldOf(name);
      return (
        ['text', 'note', 'letters'].includes(field.kind) &&
        ['form', 'shared'].includes(field.access) &&
        ['both', kind].includes(field.for) &&
        // A code or a formatted number cannot contain words.
        !['ID', 'archiveDate', 'DC Reason', 'Medicaid', 'ICD10'].includes(name)
      );
    }).map((name) => [name, WORD]),
  );
const contacts = {
  Phone: PHONE,
  'Emergency Phone': PHONE,
  Email: EMAIL,
  DOB: '1931-03-29',
  PostalCode: '80012',
};
const clientData = sampleClient(WORD, today, {
  ...words('client'),
  ...contacts,
  'SSI #': SSN,
  PrivateClient: false,
  Medicaid: 'K943217',
  'Managers Email': EMAIL,
});

/** Where each request went and what was refused. Successful answers are for the caller to see. */
const addresses: string[] = [];
const refusals: { what: string; status: number; text: string; headers: string }[] = [];
const ask = async (what: string, who: Caller, options: InjectOptions) => {
  const answer = await who.raw(options);
  addresses.push(String(options.url));
  if (answer.status >= 400)
    refusals.push({
      what,
      status: answer.status,
      text: answer.text,
      headers: JSON.stringify(answer.headers),
    });
  return answer;
};
const expectNowhere = () => {
  const leaking = refusals.filter(({ text, headers }) => CANARY.test(text) || CANARY.test(headers));
  expect(leaking).toEqual([]);
  expect(addresses.filter((address) => CANARY.test(decodeURIComponent(address)))).toEqual([]);
  expect(server.log.filter((line) => CANARY.test(line))).toEqual([]);
};

const created = async (data: typeof clientData) => {
  const { insertId, Info } = await admin.call(insertPerson, { data });
  if (insertId === undefined) throw new Error(Info);
  return insertId;
};
const client = await created(clientData);
const caregiver = await created(
  sampleProvider('Other', '900-01-0002', today, {
    ...words('provider'),
    LastName: 'Other',
    FirstName: 'Pat',
  }),
);

test('a day of work with a record leaves nothing of it in an address or a log', async () => {
  const work: [string, InjectOptions][] = [
    ['search', requestOf(getPeople, { filters: [{ field: 'SSI #', op: '=', value: SSN }] })],
    ['record', requestOf(getPeople, { filters: [{ field: 'ID', op: '=', value: String(client) }] })],
    ['change', requestOf(updatePerson, { id: client, data: { notes: `${WORD} again` } })],
    ['note', requestOf(getNote, { id: client })],
    ['log', requestOf(getPersonLog, { id: client })],
    ['export', requestOf(exportPeople, { tab: 'All', search: WORD, showArchived: false, format: 'csv' })],
    ['form', requestOf(caseManagerForm, { id: client })],
    ['possible providers', requestOf(listPossibleProviders, { id: client })],
    ['case manager', requestOf(findCaseManager, { id: client })],
    ['address', requestOf(suggestAddresses, { text: `${WORD} 12` })],
    ['mail', requestOf(queueEmail, { email: [{ email: EMAIL, text: WORD, subject: WORD }] })],
    ['candidates', requestOf(getCandidates, { filters: [] })],
    [
      'upload',
      {
        ...requestOf(uploadFile, {}),
        ...multipart({ id: client, name: WORD }, { ...SAMPLE_FILE, name: `${WORD}.pdf` }),
      },
    ],
    ['files', requestOf(getUserFiles, { id: client })],
  ];
  for (const [what, options] of work) {
    const { status, Info } = await ask(what, user, options);
    expect([what, status, Info], what).toEqual([what, 200, Info]);
  }
  // The screen sends the file's name in the body.
  const { url = '' } = requestOf(downloadFile, { id: client, name: '' });
  const file = await ask('download', user, {
    method: 'POST',
    url: String(url).split('?')[0] ?? '',
    payload: { id: client, name: `${WORD}.pdf` },
  });
  expect(file.status).toBe(200);
  await ask('hiring sheet', user, {
    method: 'POST',
    url: '/homecare/api/People/Newprovider.php',
    payload: {
      name: WORD,
      address: WORD,
      ssn: SSN,
      tel: PHONE,
      marital: 'Single',
      whAllow: '0',
      dob: '1931-03-29',
    },
  });
  expectNowhere();
});

test('no refusal repeats what was sent or what is stored', async () => {
  const other = { id: caregiver };
  const wrong: [string, Caller, InjectOptions][] = [
    [
      'SSN of no digits',
      user,
      requestOf(insertPerson, { data: { ...clientData, Medicaid: 'M1', 'SSI #': WORD } }),
    ],
    ...(
      [
        'Gender',
        'Marital',
        'State',
        'PostalCode',
        'Phone',
        'Email',
        'DOB',
        'Home Visit',
        'Managers Phone',
        'covidStatus',
        'AddressLatitude',
        'Services',
        'otherService',
        'TotalUnits',
        'withholdAllow',
      ] as const
    ).map((field): [string, Caller, InjectOptions] => [
      field,
      admin,
      requestOf(insertPerson, {
        data: { ...clientData, 'SSI #': null, Medicaid: 'M1', [field]: `${WORD} ${SSN}` },
      }),
    ]),
    ['too long', admin, requestOf(updatePerson, { ...other, data: { Address: WORD.repeat(100) } })],
    [
      'future change',
      admin,
      requestOf(updatePerson, { id: client, data: { LastName: `${WORD}x`, changeDate: '2099-01-01' } }),
    ],
    ['stale', admin, requestOf(updatePerson, { id: client, data: { notes: WORD, rev: 9_999 } })],
    ['role provider writes', provider, requestOf(updatePerson, { ...other, data: { notes: WORD } })],
    [
      'role provider by SSN',
      provider,
      requestOf(getPeople, { filters: [{ field: 'SSI #', op: '=', value: SSN }] }),
    ],
    ['role provider reads a note', provider, requestOf(getNote, { id: client })],
    ['role user changes a record', user, requestOf(updatePerson, { ...other, data: { LastName: WORD } })],
    ['form of an active client', user, requestOf(lastHoursReport, { id: client })],
    ['possible providers of a provider', user, requestOf(listPossibleProviders, { id: caregiver })],
    [
      'candidate',
      user,
      requestOf(insertCandidate, { data: { Name: WORD, Phone: `${PHONE}${WORD}`, Address: WORD } }),
    ],
    [
      'mail to nobody',
      user,
      requestOf(queueEmail, { email: [{ email: `${WORD} at home`, text: WORD, subject: WORD }] }),
    ],
    [
      'file type',
      user,
      {
        ...requestOf(uploadFile, {}),
        ...multipart({ id: client, name: WORD }, { name: `${WORD}.exe`, content: WORD }),
      },
    ],
    [
      'file content',
      user,
      {
        ...requestOf(uploadFile, {}),
        ...multipart({ id: client, name: WORD }, { name: `${WORD}.pdf`, content: WORD }),
      },
    ],
    ['nobody', server.anonymous(), requestOf(insertPerson, { data: clientData })],
  ];
  for (const [what, who, options] of wrong) {
    const { status } = await ask(what, who, options);
    expect(status, what).toBeGreaterThanOrEqual(400);
    expect(status, what).toBeLessThan(500);
  }
  expectNowhere();
});

test('nor does a database error, whose own message contains the row', async () => {
  const { pool } = server.site;
  await pool.query(`alter table people add constraint fault check (notes is distinct from 'fault ${WORD}')`);
  onTestFinished(async () => void (await pool.query('alter table people drop constraint fault')));
  const answer = await ask(
    'fault',
    admin,
    requestOf(updatePerson, { id: client, data: { notes: `fault ${WORD}` } }),
  );
  expect(answer.status).toBe(500);
  expect(answer.Info).toMatch(/^Something went wrong\. Nothing was changed\. Reference: [\w-]+$/);
  expectNowhere();
});

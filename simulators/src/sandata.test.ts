import { afterAll, describe, expect, it, test } from 'vitest';
import { startSandata } from './sandata.ts';
import { openBooks } from './sandata-books.ts';
import { type Fields, isFields, recordErrors } from './sandata-fields.ts';

/** Written from the published guide by hand, not by the product's own builder: both must agree with it, not with each other. */
const identification = { ProviderQualifier: 'MedicaidID', ProviderID: '123456' };
const payer = { PayerID: 'COHCPF', PayerProgram: 'HCPF', ProcedureCode: 'PRSNL' };
const call = (CallAssignment: string, CallDateTime: string, more: Fields = {}): Fields => ({
  CallExternalID: `1${CallAssignment.length}`,
  CallDateTime,
  CallAssignment,
  CallType: 'Mobile',
  MobileLogin: 'pat',
  CallLatitude: 39.7,
  CallLongitude: -104.8,
  ...more,
});
const visit = (more: Fields = {}): Fields => ({
  ProviderIdentification: identification,
  VisitOtherID: '123456789',
  SequenceID: 111,
  EmployeeQualifier: 'EmployeeCustomID',
  EmployeeOtherID: '7',
  EmployeeIdentifier: '7',
  ClientIDQualifier: 'ClientCustomID',
  ClientID: 'Y678588',
  ClientOtherID: '12',
  ...payer,
  VisitTimeZone: 'US/Mountain',
  BillVisit: true,
  Calls: [call('Time In', '2026-11-20T16:02:26Z'), call('Time Out', '2026-11-20T17:02:32Z')],
  ...more,
});
const employee: Fields = {
  ProviderIdentification: identification,
  EmployeeQualifier: 'EmployeeCustomID',
  EmployeeIdentifier: '7',
  EmployeeOtherID: '7',
  SequenceID: 1,
  EmployeeLastName: "O'Brien-Lee",
  EmployeeFirstName: 'Pat',
};
const client = (more: Fields = {}): Fields => ({
  ProviderIdentification: identification,
  ClientQualifier: 'ClientCustomID',
  ClientIdentifier: 'Y678588',
  ClientFirstName: 'Test',
  ClientLastName: 'Client',
  ClientMedicaidID: 'Y678588',
  SequenceID: 1,
  ClientOtherID: '12',
  ClientTimezone: 'US/Mountain',
  ClientCustomID: 'Y678588',
  ClientAddress: [
    {
      ClientAddressType: 'Home',
      ClientAddressIsPrimary: true,
      ClientAddressLine1: '36 West 5th Street',
      ClientCity: 'Aurora',
      ClientState: 'CO',
      ClientZip: '800120000',
    },
  ],
  ClientPayerInformation: [{ ...payer, ClientStatus: '02' }],
  ClientPhone: [{ ClientPhoneType: 'Home', ClientPhone: '1234567890' }],
  ...more,
});
const [timeIn, timeOut] = [call('Time In', '2026-11-20T16:02:26Z'), call('Time Out', '2026-11-20T17:02:32Z')];
const change = {
  SequenceID: '110',
  ChangeMadeBy: 'M.R.',
  ChangeDateTime: '2026-11-20T18:45:00Z',
  ReasonCode: '7',
};

test('a whole record of each kind passes', () => {
  expect(recordErrors('clients', client())).toEqual([]);
  expect(recordErrors('employees', employee)).toEqual([]);
  expect(recordErrors('visits', visit())).toEqual([]);
});

test.each([
  [visit({ PayerID: 'X' }), 'The PayerID format is incorrect.'],
  [visit({ PayerID: null }), 'The PayerID cannot be null.'],
  [
    visit({ PayerProgram: 'X' }),
    'The PayerProgram value must be one of the valid values. The record is being rejected.',
  ],
  [visit({ ProcedureCode: 'S5130' }), 'Error during retrieving service service_id entered'],
  [visit({ VisitTimeZone: 'Mountain' }), 'The VisitTimeZone format is incorrect.'],
  [visit({ SequenceID: null }), 'The SequenceID cannot be null.'],
  [
    visit({ SequenceID: 123_456_789_012_345_680 }),
    'The SequenceID value cannot be greater than 9999999999999999.',
  ],
  [visit({ HoursToBill: 100 }), 'The HoursToBill value cannot be greater than 99.999.'],
  [
    visit({ Calls: [{ ...timeIn, CallAssignment: 'Call In' }, timeOut] }),
    'The CallAssignment format is incorrect.',
  ],
  [visit({ Calls: [{ ...timeIn, CallType: 'Phone' }, timeOut] }), 'The CallType format is incorrect.'],
  [
    visit({ Calls: [{ ...timeIn, MobileLogin: null }, timeOut] }),
    'MobileLogin, CallLatitude and CallLongitude will be required',
  ],
  [
    visit({ Calls: [{ ...timeIn, CallType: 'Telephony' }, timeOut] }),
    'TelephonyPIN and OriginatingPhoneNumber will be required',
  ],
  [
    visit({ Calls: [{ ...timeIn, CallLatitude: 91 }, timeOut] }),
    'The CallLatitude value cannot be greater than 90',
  ],
  [
    visit({ Calls: [{ ...timeIn, CallType: 'Manual' }, timeOut] }),
    'CallType Manual should not include fields of a device.',
  ],
  [
    visit({ Calls: [{ ...timeIn, CallDateTime: '2026-11-20T17:02:32Z' }, timeOut] }),
    'The Call In cannot be greater than the Call Out. The record is being rejected.',
  ],
  [
    visit({ AdjInDateTime: '2026-11-20T17:30:00Z', VisitChanges: [change] }),
    'The AdjInDateTime cannot be greater than the Call out. The record is being rejected.',
  ],
  [visit({ AdjInDateTime: '2026-11-20T16:30:00Z' }), 'The VisitChanges segment is required.'],
  [visit({ VisitChanges: [{ ...change, ReasonCode: '07' }] }), 'The ReasonCode value is incorrect'],
  [
    visit({ AdjOutDateTime: '2026-11-21T16:02:27Z', VisitChanges: [change] }),
    'Total visit time cannot exceed 24 hours',
  ],
  [visit({ visitOtherID: '1' }), 'The visitOtherID is not a known element. The record is being rejected.'],
])('a visit is refused: %#', (record, message) => expect(recordErrors('visits', record)).toContain(message));

test.each([
  [
    client({ ClientPhone: [{ ClientPhoneType: 'Home', ClientPhone: '555-0100' }] }),
    'The ClientPhone format is incorrect.',
  ],
  [client({ ClientFirstName: 'R2D2' }), expect.stringMatching(/^ERROR: The ClientFirstName expected format/)],
  [client({ ClientAddress: [] }), 'The ClientAddress cannot be null.'],
  [client({ ClientOtherID: null }), 'The ClientOtherID cannot be null.'],
  [client({ ClientTimezone: 'US/mountain' }), 'The ClientTimezone format is incorrect.'],
])('a client is refused: %#', (record, message) =>
  expect(recordErrors('clients', record)).toEqual([message]),
);

describe('the books', () => {
  const refusals = (books: ReturnType<typeof openBooks>, record: Fields) =>
    books.take('visits', [record], 0).refused.map(({ ErrorCode, ErrorMessage }) => [ErrorCode, ErrorMessage]);
  const opened = () => {
    const books = openBooks(undefined);
    books.take('clients', [client()], 0);
    books.take('employees', [employee], 0);
    return books;
  };

  it('know the people of a visit first', () => {
    expect(refusals(openBooks(undefined), visit())).toEqual([['-1021', 'Client not found']]);
    const books = openBooks(undefined);
    books.take('clients', [client()], 0);
    expect(refusals(books, visit())).toEqual([['-1031', 'Worker not found']]);
  });

  it('take a record once for each number, and an update only with its change', () => {
    const books = opened();
    expect(refusals(books, visit())).toEqual([]);
    const duplicate = ['-709', 'Version number is duplicated or older than current'];
    expect(refusals(books, visit())).toEqual([duplicate]);
    expect(refusals(books, visit({ SequenceID: 112 }))[0]?.[1]).toContain('VisitChanges');
    expect(refusals(books, visit({ SequenceID: 113, VisitChanges: [change] }))).toEqual([]);
    const other = [{ ...timeIn, CallDateTime: '2026-11-20T16:03:00Z' }, timeOut];
    expect(
      refusals(books, visit({ SequenceID: 114, VisitChanges: [change], Calls: other }))[0]?.[1],
    ).toContain('cannot be changed');
  });

  it('want the first instance of a visit billed', () => {
    expect(refusals(opened(), visit({ BillVisit: false }))[0]?.[1]).toContain('BillVisit as true');
  });
});

describe('over HTTP', async () => {
  const login = { account: '12345', user: 'agency', password: 'secret' };
  const server = await startSandata({ ...login, readyMs: 150 });
  afterAll(() => server.stop());
  const basic = `Basic ${Buffer.from('agency:secret').toString('base64')}`;
  const headers = { authorization: basic, account: '12345', 'content-type': 'application/json' };
  const url = `${server.url}/employees/rest/api/v1.1`;
  const post = (body: unknown, more: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { ...headers, ...more } });
  const summaryOf = async (response: Response) => {
    const json: unknown = await response.json();
    return isFields(json) ? json : {};
  };

  it('answers a receipt at once and the outcome later', async () => {
    const received = await summaryOf(await post([employee]));
    const status = () => fetch(`${url}/status?uuid=${String(received.id)}`, { headers }).then(summaryOf);
    expect((await status()).messageSummary).toBe(
      'The result for the input UUID is not ready yet. Please try again.',
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await status()).messageSummary).toBe('All records updated successfully.');
  });

  it('refuses strangers, other accounts and groups that are too big', async () => {
    expect((await post([employee], { authorization: 'Basic x' })).status).toBe(401);
    expect(String((await summaryOf(await post([employee], { account: '1' }))).messageSummary)).toMatch(
      /^The Account for input record\(s\) does not match with given Account 1\./,
    );
    expect((await post(Array.from({ length: 5_001 }, () => employee))).status).toBe(400);
  });
});

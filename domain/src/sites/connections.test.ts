import { describe, expect, test } from 'vitest';
import { AGENCY } from '../claims/testing/example-month.ts';
import { type Connection, checkConnection, EMPTY } from './connections.ts';
import { checkPayer, tidyPayer } from './payer.ts';
import type { PayerSettings } from './schema.ts';

const MAIL: Connection = {
  ...EMPTY.mail,
  host: 'smtp.example.org',
  user: 'agency',
  from: 'office@agency.example',
  secret: 'word',
};
const NEW = (connection: Connection) => ({ connection: EMPTY[connection.kind], secretSet: false });
const photon = (url: string): Connection => ({ ...EMPTY.addresses, provider: 'photon', url });
const fields = (connection: Connection, stored = NEW(connection), allowsLocal = false) =>
  checkConnection(connection, stored, allowsLocal).map(({ field }) => field);

describe('a connection', () => {
  test.each<[Connection, string[]]>([
    [EMPTY.addresses, []],
    [photon('https://photon.example.org'), []],
    [photon('https://photon.example.org:8443/api'), []],
    [photon('http://photon.example.org'), ['url']],
    [photon('https://localhost'), ['url']],
    [photon('https://127.0.0.1/x'), ['url']],
    [photon('https://10.1.2.3'), ['url']],
    [photon('https://169.254.169.254/latest'), ['url']],
    [photon('https://db.internal'), ['url']],
    [photon('https://[::1]/'), ['url']],
    [photon('https://intranet/'), ['url']],
    [photon('https://me@photon.example.org'), ['url']],
    [photon('file:///etc/passwd'), ['url']],
    [{ ...EMPTY.addresses, provider: 'google' }, ['secret']],
    [MAIL, []],
    [{ ...MAIL, secret: null }, ['secret']],
    [{ ...MAIL, user: '', secret: null }, []],
    [{ ...MAIL, host: 'localhost', security: 'none' }, ['host', 'security']],
    [{ ...MAIL, from: 'office' }, ['from']],
    [EMPTY.textMessages, ['accountSid', 'from', 'secret']],
    [{ ...EMPTY.textMessages, accountSid: `AC${'0'.repeat(32)}`, from: '+13035550110', secret: 't' }, []],
    [EMPTY.aggregator, ['account', 'user', 'providerId', 'payerId', 'secret']],
  ])('%j has faults in: %j', (connection, wrong) => expect(fields(connection)).toEqual(wrong));

  test('to this machine must be allowed by the operator', () => {
    expect(fields(photon('http://127.0.0.1:2322'), undefined, true)).toEqual([]);
    expect(fields({ ...MAIL, host: 'localhost', security: 'none' }, undefined, true)).toEqual([]);
  });

  test('keeps its secret only as long as service and account stay the same', () => {
    const stored = { connection: { ...MAIL, secret: null }, secretSet: true };
    expect(fields({ ...MAIL, secret: null, from: 'other@agency.example' }, stored)).toEqual([]);
    for (const change of [{ host: 'smtp.elsewhere.example' }, { user: 'other' }, { port: 25 }])
      expect(fields({ ...MAIL, secret: null, ...change }, stored)).toEqual(['secret']);
  });
});

describe("the payer's data about the agency", () => {
  const { npi, taxonomy, medicaidProviderId, address2, ...agency } = AGENCY;
  const PAYER: PayerSettings = {
    ...agency,
    npi: npi ?? '',
    taxonomy: taxonomy ?? '',
    medicaidProviderId: medicaidProviderId ?? '',
    address2: address2 ?? '',
    membersPerFile: 5_000,
  };
  test.each<[Partial<PayerSettings>, string[]]>([
    [{}, []],
    [{ tpid: '', npi: '', taxonomy: '', ein: '', zip: '', state: '', contactPhone: '' }, []],
    [{ npi: '1234567890' }, ['npi']],
    [{ ein: '12' }, ['ein']],
    [{ zip: '80012' }, ['zip']],
    [{ state: 'Colorado' }, ['state']],
    [{ filePrefix: 'a/b' }, ['filePrefix']],
    [{ receiver: '' }, ['receiver']],
    [{ payerId: 'a b' }, ['payerId']],
    [{ membersPerFile: 0 }, ['membersPerFile']],
    [{ membersPerFile: 5_001 }, ['membersPerFile']],
    [{ address: 'P.O. Box 7' }, ['address']],
  ])('%j has faults in: %j', (change, wrong) =>
    expect(checkPayer(tidyPayer({ ...PAYER, ...change })).map(({ field }) => field)).toEqual(wrong),
  );
});

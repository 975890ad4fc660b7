import { suggestAddresses } from '@homecare/domain/addresses/contract.ts';
import { insertPerson } from '@homecare/domain/people/contract.ts';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { addClient } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import type { Statements } from '../platform/db/connections.ts';

let server: TestServer;
let user: Caller;
let pool: Statements;
beforeAll(async () => {
  server = await testServer();
  user = await server.as('user');
  pool = server.site.pool;
  for (const [index, place] of [
    {
      Address: '4683 Oakland St',
      City: 'Aurora',
      PostalCode: '80015',
      AddressLatitude: 39.62914,
      AddressLongitude: -104.84721,
    },
    {
      Address: '100% Percent Way',
      City: 'Denver',
      PostalCode: '80202',
      AddressLatitude: 39.75,
      AddressLongitude: -104.99,
    },
  ].entries()) {
    const answer = await user.call(insertPerson, {
      data: {
        'Provider or Client': 'Client',
        PrivateClient: true,
        LastName: `Client ${index}`,
        FirstName: 'A',
        Gender: 'Unknown',
        DOB: '1950-01-01',
        State: 'CO',
        Phone: '(303) 555-0100',
        'Emergency Contact': 'B',
        'Emergency Phone': '(303) 555-0100',
        Services: ['PRSNL'],
        Diagnosis: 'I10',
        EmergencyAddress: 'C',
        EmergencyRelation: 'D',
        'Case Manager': 'E',
        'Managers Phone': '(303) 555-0100',
        Doctor: 'F',
        'Doctors Phone #': '(303) 555-0100',
        'Home Visit': '2026-10-01',
        StartOfCare: '2026-10-01',
        ...place,
      },
    });
    if (!answer.insertId) throw new Error(answer.Info);
  }
});
afterAll(() => server.stop());

const suggest = async (text: string) => (await user.call(suggestAddresses, { text })).data ?? [];

it('suggestions contain the exact points of the agency’s own addresses', async () => {
  const [first] = await suggest('4683 oakl');
  expect(first).toMatchObject({
    Address: '4683 Oakland St',
    City: 'Aurora',
    AddressLatitude: 39.62914,
    AddressApproximate: false,
  });
});

it('for an unverified street, the typed ZIP area is offered as such, with its error', async () => {
  expect(await suggest('12 Main St, Littleton, CO 80120')).toEqual([
    {
      Address: '12 Main St',
      City: 'Littleton',
      State: 'CO',
      PostalCode: '80120',
      County: 'Arapahoe',
      AddressLatitude: expect.closeTo(39.6, 1),
      AddressLongitude: expect.closeTo(-105, 1),
      AddressApproximate: true,
      withinMiles: expect.closeTo(3, 0),
    },
  ]);
});

it('the address of someone with only a ZIP code’s point is never offered', async () => {
  await addClient(pool, 'Guessed', {
    address: '31 Guess Rd',
    postal_code: '80015',
    address_approximate: true,
  });
  expect(await suggest('31 Guess')).toEqual([]);
  const [area, ...others] = await suggest('31 Guess Rd, 80015');
  expect([area?.PostalCode, area?.withinMiles !== undefined, others]).toEqual(['80015', true, []]);
});

it('a town is found without commas, first in the state where the agency works', async () => {
  const found = await suggest('12 main st aurora');
  expect(found[0]).toMatchObject({ Address: '12 main st', City: 'Aurora', State: 'CO', PostalCode: '80015' });
  expect(found.every(({ State, withinMiles }) => State === 'CO' && withinMiles)).toBe(true);
});

it('a street alone gets no invented place', async () => {
  expect(await suggest('77 Elm St')).toEqual([]);
});
test.each(['', '   ', 'nothing like this', '%', '_____', '12 Main St, Atlantis, CO'])(
  '%o gives no suggestions',
  async (text) => {
    expect((await suggest(text)).filter(({ Address }) => !Address.includes('100%'))).toEqual([]);
  },
);

it('wildcards are treated as ordinary characters', async () => {
  expect((await suggest('100% perc')).map(({ City }) => City)).toEqual(['Denver']);
  expect(await suggest('1__% perc')).toEqual([]);
});

test('only staff may ask for suggestions', async () => {
  const provider = await server.as('provider');
  expect((await provider.call(suggestAddresses, { text: '12 Main' })).status).toBe(403);
  expect(
    (
      await user.raw({
        method: 'POST',
        url: '/homecare/api/addresses/suggest-addresses',
        payload: { text: 'x'.repeat(201) },
      })
    ).status,
  ).toBe(400);
});

import { expect, test } from 'vitest';
import { indexAreas } from './zip-areas.ts';
import { cityQuestion } from './zip-city.ts';

const area = (zip: string, city: string, latitude: number, longitude: number, state = 'CO') => ({
  zip,
  city,
  state,
  county: '',
  latitude,
  longitude,
});
/** Like the towns around Denver: Englewood touches Aurora, Denver is six miles away and the others lie farther. */
const areas = indexAreas([
  area('80015', 'Aurora', 39.626, -104.787),
  area('80013', 'Aurora', 39.657, -104.785),
  area('80016', 'Aurora', 39.6, -104.74),
  area('80014', 'Aurora', 39.666, -104.835),
  area('80111', 'Englewood', 39.612, -104.879),
  area('80231', 'Denver', 39.679, -104.884),
  area('80521', 'Fort Collins', 40.581, -105.1),
  area('66002', 'Atchison', 39.55, -95.13, 'KS'),
]);
const ask = (City: string | null, PostalCode: string | null, State: string | null = 'CO') =>
  cityQuestion({ City, PostalCode, State }, areas);

test.each([
  ['Denver', '80015', 'ZIP 80015 is Aurora, not Denver'],
  ['Fort Collins', '80015-1234', 'ZIP 80015 is Aurora, not Fort Collins'],
  ['Auroa', '80015', 'ZIP 80015 is Aurora, not Auroa'],
  ['Auorra', '80015', 'ZIP 80015 is Aurora, not Auorra'],
  ['Aurorra', '80015', 'ZIP 80015 is Aurora, not Aurorra'],
])('%s with %s is asked about', (city, zip, words) => expect(ask(city, zip)).toBe(words));

test.each([
  ['Aurora', '80015'],
  [' aurora ', '80015'],
  ['Englewood', '80015'],
  ['Ft. Collins', '80521'],
  // A suburb that is missing from the list of ZIP codes.
  ['Centennial', '80015'],
  ['Denver', '99999'],
  ['Denver', null],
  [null, '80015'],
  ['', '80015'],
])('%s with %s is not', (city, zip) => expect(ask(city, zip)).toBeUndefined());

test('a ZIP code of another state is left to the question about states', () =>
  expect(ask('Denver', '80015', 'KS')).toBeUndefined());

import { expect, test } from 'vitest';
import { pointFault, readPoint } from './read-point.ts';

const house = { lat: 39.62914, lon: -104.84721 };

test.each([
  '39.62914, -104.84721',
  ' 39.62914,-104.84721 ',
  '39.62914 −104.84721',
  '39.62914° N, 104.84721° W',
  '39.62914°N 104.84721°W',
  'geo:39.62914,-104.84721?z=17',
  'https://www.google.com/maps/place/4683+S+Oakland+St/@39.6,-104.8,17z/data=!3m1!4b1!4m6!3m5!1s0x1:0x2!8m2!3d39.62914!4d-104.84721!16s',
  'https://www.google.com/maps/@39.62914,-104.84721,17z?entry=ttu',
  'https://maps.google.com/?q=39.62914,-104.84721',
  'https://www.google.com/maps/search/?api=1&query=39.62914%2C-104.84721',
  'https://www.google.com/maps/dir/?api=1&destination=39.62914,-104.84721',
  'https://www.google.com/maps/search/39.62914,+-104.84721?sa=X',
  'https://maps.apple.com/?ll=39.62914,-104.84721&q=Dropped%20Pin',
  'https://maps.apple.com/place?coordinate=39.62914,-104.84721&name=Home',
  'https://www.openstreetmap.org/?mlat=39.62914&mlon=-104.84721#map=18/39.6/-104.8',
  'https://www.openstreetmap.org/#map=18/39.62914/-104.84721',
  'https://www.bing.com/maps?cp=39.62914~-104.84721&lvl=17',
])('%s is the house', (text) => expect(readPoint(text)).toEqual(house));

test.each([
  '',
  '39.62914',
  '39.62914, -104.84721, 3',
  '91, 10',
  '39.62914 W, 104.84721 N',
  'https://maps.app.goo.gl/abc123',
  'https://www.google.com/maps/place/4683+S+Oakland+St',
  'https://maps.google.com/?q=139.6,-104.8',
  'https://example.org/%E0%A4%A',
  '4683 Oakland St',
])('%s is no point', (text) => expect(readPoint(text)).toBeUndefined());

test('a link without a point says what to do instead', () => {
  expect(pointFault('https://maps.app.goo.gl/abc123')).toContain('This link has no map point');
  expect(pointFault('39')).toContain('Enter latitude and longitude');
});

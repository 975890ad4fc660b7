import { expect, test } from 'vitest';
import { served } from '../billing/testing/served.ts';
import { writeClaims } from './837p-write.ts';
import { claimsOf } from './claim.ts';
import { dayLines } from './day-lines.ts';
import { claimsToSend } from './sent-claim.ts';
import { readClaims } from './testing/837p-read.ts';
import { coloradoFile } from './testing/colorado-file.ts';
import { AGENCY, CLIENT, cardToClaim } from './testing/example-month.ts';

test('a month of an agency with 6,000 claims fits into two transactions without splitting a client', () => {
  const clients = new Map(
    Array.from({ length: 1_500 }, (_, at) => [at + 1, { ...CLIENT, id: at + 1 }] as const),
  );
  const days = [served('2026-11-02', '08:00', '09:00')];
  // Four PARs make four claims per client.
  const lines = dayLines(
    [...clients.keys()].map((clientId) => cardToClaim(days, { id: clientId, clientId })),
    'America/Denver',
  ).flatMap((line) => ['1', '2', '3', '4'].map((par) => ({ ...line, par })));
  const claims = claimsToSend(lines, 12);
  expect(claims).toHaveLength(6_000);
  const numbers = { interchange: 1, group: 1, batch: 12, date: '2026-12-01', time: '0900' };
  const reading = readClaims(writeClaims(coloradoFile(AGENCY, clients, claims, numbers)));
  if (!reading.ok) throw new Error('refused');
  expect(reading.value.sets.map(({ control, reference }) => [control, reference])).toEqual([
    ['0001', 'B12-1'],
    ['0002', 'B12-2'],
  ]);
  expect(claimsOf(reading.value).map(({ id }) => id)).toEqual(claims.map(({ id }) => id));
  expect(
    reading.value.sets.map(({ providers }) =>
      providers.flatMap(({ subscribers }) => subscribers.map(({ claims }) => claims.length)),
    ),
  ).toEqual([Array(1_250).fill(4), Array(250).fill(4)]);
});

import { expect, test } from 'vitest';
import { DEMO_ENTRY, publicUrlOf } from './config.ts';

test('links of the example agency use the port that answers, those of an agency its own host', () => {
  const served = { port: 5173, isEncrypted: false };
  expect(publicUrlOf(DEMO_ENTRY, served)).toBe('http://localhost:5173');
  expect(publicUrlOf(DEMO_ENTRY, { ...served, isEncrypted: true })).toBe('https://localhost:5173');
  expect(publicUrlOf({ hosts: ['care.mesa.example'] }, served)).toBe('https://care.mesa.example');
  expect(publicUrlOf({ hosts: ['localhost'], publicUrl: 'https://care.mesa.example/' }, served)).toBe(
    'https://care.mesa.example',
  );
});

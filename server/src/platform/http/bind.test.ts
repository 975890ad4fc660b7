import { postCall } from '@homecare/domain/call.ts';
import { refuse } from '@homecare/domain/errors.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bind } from './bind.ts';

const declaration = {
  name: 'test.upload',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({}),
  output: z.null(),
} as const;
const plain = postCall(['test/plain'], declaration);
const upload = postCall(['test/upload'], { ...declaration, refusals: ['sameFile'] });

test('a use case can refuse for the general reasons and for those its call declares', () => {
  expect(bind(plain, async () => refuse('stale')).call).toBe(plain);
  expect(bind(upload, async () => refuse('sameFile')).call).toBe(upload);
});

test('a use case that refuses for any other reason does not compile', () => {
  // @ts-expect-error: the call declares no refusals
  expect(bind(plain, async () => refuse('sameFile')).call).toBe(plain);
  // @ts-expect-error: the call declares another one
  expect(bind(upload, async () => refuse('pastDays')).call).toBe(upload);
});

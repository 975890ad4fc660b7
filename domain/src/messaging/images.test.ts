import { expect, test } from 'vitest';
import { LATE_HOURS } from './delivery.ts';
import {
  checkImage,
  EMPTY_IMAGE,
  IMAGE_TOO_LARGE,
  MAX_IMAGE_BYTES,
  NO_IMAGE,
  SENT_IMAGE_DAYS,
} from './images.ts';

test.each([
  ['no file', undefined, NO_IMAGE],
  ['an empty file', { size: 0 }, EMPTY_IMAGE],
  ['the largest image that carriers accept', { size: MAX_IMAGE_BYTES }, undefined],
  ['one byte more', { size: MAX_IMAGE_BYTES + 1 }, IMAGE_TOO_LARGE],
])('%s', (_, file, message) => expect(checkImage(file)?.message).toBe(message));

test('a message never waits longer than its image is stored', () =>
  expect(SENT_IMAGE_DAYS * 24).toBeGreaterThan(LATE_HOURS));

import { expect, it } from 'vitest';
import { partOf, pathOfPart } from './page-part.ts';

const PARTS = ['entries', 'requests', 'answers'] as const;

it.each([
  ['/eligibility', 'entries'],
  ['/eligibility/requests', 'requests'],
  ['/Eligibility/Answers', 'answers'],
  ['/eligibility/nothing', 'entries'],
])('%s is the part %s', (path, part) => {
  expect(partOf(path, '/eligibility', PARTS)).toBe(part);
});

it('gives each part the address that leads back to it', () => {
  for (const part of PARTS)
    expect(partOf(pathOfPart(part, '/payroll/export', PARTS), '/payroll/export', PARTS)).toBe(part);
  expect(pathOfPart('entries', '/eligibility', PARTS)).toBe('/eligibility');
});

import { getCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { getEligibility } from '@homecare/domain/eligibility/contract.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { getScanData } from '@homecare/domain/timesheets/contract.ts';
import { expect, test } from 'vitest';
import { SOURCES } from './api.ts';

test('notices are asked again after the calls that they are made of', () => {
  const made = [getPeople, getCarePlans, getEligibility, getScanData].map(({ name }) => name);
  expect([...SOURCES]).toEqual(made);
});

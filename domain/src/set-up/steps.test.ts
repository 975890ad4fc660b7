import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SET_UP_STEPS } from './schema.ts';
import { isWholeAddress, minutesLeft, nextStep, type SetUpFacts, setUpSteps } from './steps.ts';

const OFF = { isConnected: false, isOn: false };
const ON = { isConnected: true, isOn: true };

/** An agency that its operator has just created. */
const NEW: SetUpFacts = {
  agency: 'Front Range Home Care',
  hasAddress: false,
  hasPhone: false,
  hasLogo: false,
  zone: 'America/Denver',
  bills: true,
  payerFaults: 8,
  caregivers: 0,
  clients: 0,
  types: 14,
  ratedTypes: 0,
  aggregator: OFF,
  texts: OFF,
  mail: OFF,
  officeAccounts: 1,
  hasPlan: false,
  phoneAccounts: 0,
  hasCheckIn: false,
};
const WHOLE: SetUpFacts = {
  ...NEW,
  hasAddress: true,
  hasPhone: true,
  hasLogo: true,
  payerFaults: 0,
  caregivers: 118,
  clients: 1,
  ratedTypes: 2,
  aggregator: ON,
  texts: ON,
  mail: ON,
  officeAccounts: 2,
  hasPlan: true,
  phoneAccounts: 1,
  hasCheckIn: true,
};

const stateOf = (over: Partial<SetUpFacts>, step: (typeof SET_UP_STEPS)[number]) =>
  setUpSteps({ ...WHOLE, ...over }, []).find((one) => one.step === step);

describe('a step of the set-up', () => {
  test('is open in a new agency and done in a complete one', () => {
    expect(setUpSteps(NEW, []).map(({ state }) => state)).toEqual(SET_UP_STEPS.map(() => 'open'));
    expect(setUpSteps(WHOLE, []).map(({ state }) => state)).toEqual(SET_UP_STEPS.map(() => 'done'));
  });

  test.each([
    ['agency', { hasAddress: false }, 1, ['Enter the address of your agency.']],
    ['agency', { hasPhone: false }, 1, ['Enter the phone number of your office.']],
    ['agency', { hasLogo: false }, 0, []],
    ['payer', { payerFaults: 1 }, 1, ['Enter what the payer asks for: 1 detail is missing.']],
    ['payer', { payerFaults: 8, bills: false }, 0, []],
    ['people', { clients: 0 }, 3, ['Add your clients.']],
    ['people', { caregivers: 0 }, 3, ['Add your caregivers.']],
    ['types', { ratedTypes: 0 }, 3, ['Enter the rate of a care plan type.']],
    ['connections', { texts: OFF }, 5, ['Connect text messages.']],
    [
      'connections',
      { mail: { isConnected: true, isOn: false } },
      1,
      ['Switch on e-mail: it is connected, but off.'],
    ],
    ['connections', { aggregator: { isConnected: false, isOn: true } }, 8, ['Connect Sandata.']],
    ['colleagues', { officeAccounts: 1 }, 2, ['Create an account for a colleague.']],
    ['visit', { hasCheckIn: false }, 2, ['Check in to the first visit on a phone.']],
  ] as const)('%s says what is missing of %j', (step, over, minutes, missing) => {
    expect(stateOf(over, step)).toMatchObject({
      state: missing.length === 0 ? 'done' : 'open',
      minutes,
      missing,
    });
  });

  test('summarizes what exists', () => {
    expect(setUpSteps(WHOLE, []).map(({ summary }) => summary)).toEqual([
      'Front Range Home Care, address, phone, logo',
      'America/Denver, payer',
      '118 caregivers, 1 client',
      '14 types, 2 with a rate',
      'Sandata, Text messages, E-mail',
      '2 office accounts',
      'care plan, 1 phone account, first check-in',
    ]);
  });
});

test('skipped steps do not add to the minutes left', () => {
  const all = setUpSteps(NEW, []);
  const most = setUpSteps(NEW, ['connections', 'payer']);
  expect(minutesLeft(all) - minutesLeft(most)).toBe(17 + 8);
  expect(minutesLeft(setUpSteps(WHOLE, []))).toBe(0);
});

test('the next step is the first open one after the present step, wrapping around at the end', () => {
  const steps = setUpSteps({ ...NEW, caregivers: 1, clients: 1 }, ['types']);
  expect(nextStep(steps)).toBe('agency');
  expect(nextStep(steps, 'payer')).toBe('connections');
  expect(nextStep(steps, 'visit')).toBe('agency');
  expect(nextStep(setUpSteps(WHOLE, []), 'agency')).toBeUndefined();
});

test('skipping a step changes only open steps, and a step that is done stays done', () => {
  fc.assert(
    fc.property(fc.subarray(Object.entries(WHOLE)), fc.subarray([...SET_UP_STEPS]), (whole, skipped) => {
      const some: SetUpFacts = { ...NEW, ...Object.fromEntries(whole) };
      const before = setUpSteps(some, []);
      for (const [at, { state, ...rest }] of setUpSteps(some, skipped).entries()) {
        const { state: was, step, ...same } = before[at] ?? { state: undefined, step: undefined };
        expect({ step, ...same }).toEqual(rest);
        expect(state).toBe(was === 'open' && step && skipped.includes(step) ? 'skipped' : was);
      }
    }),
  );
});

test.each([
  [[], false],
  [['Aurora, Colorado'], false],
  [['14201 E 4th Avenue', 'Aurora, CO 80011'], true],
  [['One Main Street', 'Aurora, CO 80011'], true],
])('the address %j is whole: %s', (lines, isWhole) => expect(isWholeAddress(lines)).toBe(isWhole));

import { expect, it, test } from 'vitest';
import { cardLogFields, personLogFields, planLogFields } from './rules.ts';

test.each([
  ['LastName', ['Anderson', 'Solberg'], { field: 'Last name', old: 'Anderson', new: 'Solberg' }],
  ['BackgroundCheck', [null, '2026-11-20'], { field: 'Background Check', old: null, new: '11-20-2026' }],
  ['Cur', ['y', 'n'], { field: 'Status', old: 'Active', new: 'Archived' }],
  ['Daycare', [false, true], { field: 'Daycare', old: 'No', new: 'Yes' }],
  ['covidVaccine', ['1', '3'], { old: 'Vaccinated', new: 'Religious reason' }],
  ['Services', [null, ['PRSNL', 'HMKR']], { field: 'Services', old: null, new: 'PRSNL, HMKR' }],
  ['TotalUnits', [{ PRSNL: 10 }, { PRSNL: 12 }], { old: 'PRSNL 10', new: 'PRSNL 12' }],
  [
    'otherService',
    [[], [{ CompanyName: 'Sunrise', Mon: true, Tue: false, From: '08:00', To: null }]],
    { old: null, new: 'CompanyName Sunrise, Mon, From 08:00' },
  ],
  ['history LastName', ['Anderson (until 11-19-2026)', null], { field: 'History: Last name', new: null }],
  ['Care plans archived', [null, 2], { field: 'Care plans archived', old: null, new: '2' }],
  ['mobileUserId', ['', 7], { old: null, new: '7' }],
])('%s in words', (name, values, words) =>
  expect(personLogFields({ [name]: values })).toEqual([expect.objectContaining(words)]),
);

it('a change of pay rates shows each changed rate in dollars', () => {
  const rates = { HealthMaintenance: 24.5, Homemaker: 0, 'Medicaid 131': 0, 'PCP/RPCP': 19.41 };
  expect(personLogFields({ providerPayRate: [rates, { ...rates, Homemaker: 18.75 }] })).toEqual([
    { field: 'Pay rate Homemaker', old: '$0.00', new: '$18.75' },
  ]);
  expect(personLogFields({ providerPayRate: [null, { Homemaker: 20 }] })).toEqual([
    { field: 'Pay rate Homemaker', old: '$0.00', new: '$20.00' },
  ]);
});

const week = (start: string | null, end: string | null) => ({
  time: [
    { Name: 'Time In', Mon: start },
    { Name: 'Time Out', Mon: end },
  ],
  totalHours: 1.5,
});
test.each([
  ['EndDate', [null, '2026-11-25'], { field: 'End Date', old: null, new: '11-25-2026' }],
  ['coversPlanId', [null, 12], { field: 'Covers care plan', old: null, new: '12' }],
  [
    'json',
    [week('08:00', '09:30'), week(null, null)],
    { old: 'Mon 08:00-09:30 (1.5 h)', new: 'no day (1.5 h)' },
  ],
  ['json', [null, 'odd'], { field: 'Week', old: null, new: null }],
  [
    'visits',
    [
      { removed: 2, from: '2026-11-25' },
      { from: '2026-11-21', created: 6, through: '2026-12-04' },
    ],
    { field: 'Visits', old: 'removed 2, 11-25-2026', new: 'created 6, 11-21-2026 through 12-04-2026' },
  ],
])('%s of a care plan in words', (name, values, words) =>
  expect(planLogFields({ [name]: values })).toEqual([expect.objectContaining(words)]),
);

const day = (date: string, more: Readonly<Record<string, unknown>> = {}) => ({
  date,
  start: '08:00',
  end: '10:00',
  travel: 0,
  billing: true,
  payroll: true,
  ...more,
});
test.each([
  ['payRate', [517, 600], [{ field: 'Pay rate', old: '$5.17', new: '$6.00' }]],
  [
    'startPeriod',
    ['2026-11-01', '2026-11-03'],
    [{ field: 'Start period', old: '11-01-2026', new: '11-03-2026' }],
  ],
  ['customDate', [null, '2026-12'], [{ field: 'Month of calculation', old: null, new: '2026-12' }]],
  ['Status', ['Billed', 'Paid'], [{ field: 'Status', old: 'Billed', new: 'Paid' }]],
  ['careplanId', [3188, null], []],
  [
    'json',
    [
      [day('2026-11-02'), day('2026-11-09'), day('2026-11-16', { travel: 15 })],
      [
        day('2026-11-02'),
        day('2026-11-09', { end: '10:30', billing: false }),
        day('2026-11-23', { start: null }),
      ],
    ],
    [
      { field: 'Mon 11-09', old: '08:00-10:00', new: '08:00-10:30, not billed' },
      { field: 'Mon 11-16', old: '08:00-10:00, travel 15', new: null },
      { field: 'Mon 11-23', old: null, new: 'no times' },
    ],
  ],
  ['json', [null, 'odd'], []],
])('%s of a billing card in words', (name, values, words) =>
  expect(cardLogFields({ [name]: values }, 'update')).toEqual(words),
);

it('a deleted billing record shows first that it was deleted, then its values', () => {
  expect(cardLogFields({ Status: ['Billed', null] }, 'delete')).toEqual([
    { field: 'Billing record', old: null, new: 'Deleted' },
    { field: 'Status', old: 'Billed', new: null },
  ]);
});

import type { Card } from '@homecare/domain/billing/schema.ts';
import type { Weekday } from '@homecare/domain/calendar.ts';
import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import type { ClientFacts, FormPerson, FormPlan } from '../src/people-forms/documents/client-blocks.ts';
import type { Paper } from '../src/platform/documents/paper.ts';
import { weekOf } from './care.ts';

/** Records for tests of printed forms: a usual one, one with the longest values of every field, and an empty one. */
export type Fill = 'usual' | 'longest' | 'empty';

export const TODAY = Temporal.PlainDate.from('2026-11-20');
export const ZONE = 'America/Denver';

export const SAMPLE_PAPER: Paper = {
  letterhead: {
    agency: 'Front Range Home Care',
    address: ['14201 E 4th Avenue, Suite 300', 'Aurora, CO 80011'],
    phone: '(303) 555-0110',
    fax: '(303) 555-0111',
    email: 'office@frontrange.example',
    medicaidProviderId: '9000123456',
    logo: null,
  },
  officer: { name: 'Dana Whitfield', title: 'Administrator', phone: '(303) 555-0112' },
  phone24h: '(303) 555-0199',
  texts: {
    confidentiality: 'Confidential: this page holds health information about a named person.',
    incidentNotice: 'Critical: tell the case manager within 24 hours, else within two business days.',
    reportAtOnce: [
      'A fall or an injury.',
      'The client does not open.',
      'You cannot come.',
      'Signs of neglect.',
    ],
    timesheetStatement: 'The times are true, the tasks marked were done, and we signed after the last visit.',
  },
  diagnosisOnPlan: true,
  orderSheet: true,
};

const EMPTY: FormPerson = {
  ID: 4711,
  LastName: null,
  FirstName: null,
  MiddleName: null,
  DOB: null,
  Gender: null,
  Medicaid: null,
  PrivateClient: false,
  Phone: null,
  AltPhone: null,
  Address: null,
  Address2: null,
  City: null,
  State: null,
  PostalCode: null,
  County: null,
  Language: null,
  Diagnosis: null,
  StartOfCare: null,
  'Emergency Contact': null,
  'Emergency Phone': null,
  EmergencyRelation: null,
  EmergencyAddress: null,
  'Case Manager': null,
  'Managers Phone': null,
  'Managers Email': null,
  CaseManagerDate: null,
  caseChanged: null,
  Doctor: null,
  'Doctors Phone #': null,
  'PAR Expiration': null,
  BenefitRenewal: null,
  'Home Visit': null,
  telehealthConsent: false,
  TotalUnits: null,
  Daycare: false,
  DaycareName: null,
  DaycareDays: null,
  DaycareTimeFrom: null,
  DaycareTimeTo: null,
  otherService: null,
  Cur: 'y',
  archiveDate: null,
  'DC Date': null,
  'DC Reason': null,
  'Start Date': null,
  'Return Date': null,
  ssnLast4: null,
};

const USUAL: FormPerson = {
  ...EMPTY,
  LastName: 'Nguyễn',
  FirstName: 'Thị Mỹ',
  MiddleName: 'Anh',
  DOB: '1947-02-09',
  Gender: 'Female',
  Medicaid: 'Y123456',
  Phone: '(303) 555-0148',
  AltPhone: '(720) 555-0101',
  Address: '1450 S Havana St',
  Address2: 'Unit 310',
  City: 'Aurora',
  State: 'CO',
  PostalCode: '80012',
  County: 'Arapahoe',
  Language: 'Vietnamese',
  Diagnosis: 'I10 hypertension; M17 arthrosis of the knee',
  StartOfCare: '2024-03-01',
  'Emergency Contact': 'Łukasz Wiśniewski',
  'Emergency Phone': '(303) 555-0177',
  EmergencyRelation: 'Son-in-law',
  EmergencyAddress: '980 Peoria St, Aurora, CO 80011',
  'Case Manager': 'Ana Ruiz',
  'Managers Phone': '(303) 555-0190',
  'Managers Email': 'ana.ruiz@caseagency.example',
  CaseManagerDate: '2026-03-15',
  caseChanged: '2025-10-01',
  Doctor: 'Dr. Юлія Ковальчук',
  'Doctors Phone #': '(303) 555-0191',
  'PAR Expiration': '2027-03-31',
  BenefitRenewal: '2027-01-31',
  'Home Visit': '2026-09-30',
  telehealthConsent: true,
  TotalUnits: { PRSNL: 1776 },
  Daycare: true,
  DaycareName: 'Sunrise Adult Daycare',
  DaycareDays: ['Tue', 'Thu'],
  DaycareTimeFrom: '09:00',
  DaycareTimeTo: '14:30',
  otherService: [
    {
      CompanyName: 'Front Range Physical Therapy',
      Mon: true,
      Tue: false,
      Wed: true,
      Thu: false,
      Fri: false,
      Sat: false,
      Sun: false,
      From: '09:30',
      To: '10:30',
    },
  ],
  'Start Date': '2022-05-02',
  'Return Date': '2025-01-10',
  ssnLast4: '1234',
};

const long = (length: number, word = 'Wolfeschlegelsteinhausenbergerdorff ') =>
  word.repeat(9).slice(0, length);

/** Every text as long as the record allows, in wide letters that cannot be broken. */
const LONGEST: FormPerson = {
  ...USUAL,
  LastName: 'W'.repeat(60),
  FirstName: long(60),
  MiddleName: long(60),
  Medicaid: 'M'.repeat(64),
  Address: long(120),
  Address2: long(60),
  City: long(60),
  PostalCode: '800121234',
  County: long(60),
  Language: long(60),
  Diagnosis: long(127),
  'Emergency Contact': long(120),
  EmergencyRelation: long(60),
  EmergencyAddress: long(254),
  'Case Manager': long(120),
  'Managers Email': `${'m'.repeat(60)}@${'example.'.repeat(22)}org`,
  Doctor: long(120),
  TotalUnits: { PRSNL: 1_000_000, HMKR: 999_999, IHSS: 5 },
  DaycareName: long(60),
  DaycareDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  otherService: Array.from({ length: 3 }, () => ({
    CompanyName: long(60),
    Mon: true,
    Tue: true,
    Wed: true,
    Thu: true,
    Fri: true,
    Sat: true,
    Sun: true,
    From: '09:30',
    To: '10:30',
  })),
  'DC Reason': long(254),
};

const PEOPLE: Record<Fill, FormPerson> = { usual: USUAL, longest: LONGEST, empty: EMPTY };

const plan = (
  id: number,
  type: string,
  times: Partial<Record<Weekday, readonly [string, string]>>,
  more: Partial<FormPlan> = {},
): FormPlan => {
  const week = weekOf(times);
  return {
    id,
    StartDate: '2025-06-01',
    EndDate: null,
    Status: 'Active',
    coversPlanId: null,
    excluded: null,
    type,
    typeCode: 'PCP',
    aggregatorCode: 'PRSNL',
    week: { ...week, ...computeTotals(week) },
    weeks: [],
    providerId: id + 100,
    providerLast: 'Garcia',
    providerFirst: 'Elena',
    providerMiddle: 'Maria',
    providerPhone: '(720) 555-0199',
    providerArchived: null,
    skillValidation: '2026-02-10',
    skillNotNeed: false,
    staffEvaluation: '2026-04-04',
    closed: [],
    ...more,
  };
};

const weekdays = { Mon: ['08:00', '10:00'], Wed: ['08:00', '10:00'], Fri: ['08:00', '10:00'] } as const;
const PLANS: Record<Fill, readonly FormPlan[]> = {
  usual: [
    plan(1, 'Personal Care', { ...weekdays, Tue: ['13:00', '16:00'] }),
    plan(
      2,
      'Homemaker',
      { Thu: ['15:00', '17:15'], Sat: ['09:00', '12:00'] },
      {
        typeCode: 'HMK',
        aggregatorCode: 'HMKR',
        excluded: '2026-02-01',
        providerLast: 'Phạm',
        providerFirst: 'Thị Hồng',
        providerMiddle: null,
        skillNotNeed: true,
      },
    ),
  ],
  longest: [1, 2, 3, 4].map((id) =>
    plan(
      id,
      'IHSS Relative Personal Care',
      {
        Mon: ['06:00', '08:00'],
        Tue: ['07:00', '09:00'],
        Wed: ['22:00', '06:00'],
        Sat: ['10:00', '12:00'],
        Sun: ['11:00', '12:00'],
      },
      {
        providerLast: 'W'.repeat(60),
        providerFirst: long(60),
        excluded: '2026-02-01',
        coversPlanId: 9,
        EndDate: '2026-12-31',
        Status: 'Archive',
      },
    ),
  ),
  empty: [],
};

const cardOf = (planId: number, date: string, typeCode: string): Card => ({
  id: planId,
  planId,
  clientId: 4711,
  providerId: planId + 100,
  typeCode,
  planStatus: 'Active',
  date,
  customDate: null,
  startPeriod: `${date}-01`,
  endPeriod: `${date}-30`,
  payRate: 517,
  rateKind: null,
  rates: [],
  unitRule: 'up',
  days: Array.from({ length: 15 }, (_, n) => ({
    date: `${date}-${String(2 * n + 1).padStart(2, '0')}`,
    start: '08:00',
    end: '10:05',
    travel: 5,
    billing: n !== 3,
    payroll: true,
  })),
  status: 'Billed',
  excluded: null,
});

export const sampleCards = (fill: Fill) =>
  PLANS[fill].flatMap(({ id, typeCode }) =>
    ['2026-08', '2026-09', '2026-10'].map((month) => cardOf(id, month, typeCode)),
  );

export const samplePerson = (fill: Fill): FormPerson => PEOPLE[fill];

export const sampleFacts = (fill: Fill, more: Partial<ClientFacts> = {}): ClientFacts => ({
  client: PEOPLE[fill],
  plans: PLANS[fill],
  cards: sampleCards(fill),
  services: new Map([
    ['PRSNL', 'Personal Care'],
    ['HMKR', 'Homemaker'],
    ['IHSS', 'In-Home Support Services'],
  ]),
  today: TODAY,
  zone: ZONE,
  paper: SAMPLE_PAPER,
  staff: fill === 'longest' ? long(60) : 'Kim Office',
  ...more,
});

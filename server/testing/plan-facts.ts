import { WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import type { TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { FIRST_PACK } from '@homecare/domain/states/registry.ts';
import type {
  PlanFacts,
  PrintedClient,
  PrintedProvider,
  Printing,
} from '../src/plan-documents/documents/plan-lines.ts';
import { type Fill, SAMPLE_PAPER, samplePerson, ZONE } from './form-facts.ts';

/** Plans for tests of printed documents: a usual one, one with the longest values of every field, and an empty one. */

const person = (fill: Fill, id: number) => {
  const from = samplePerson(fill);
  return {
    id,
    last: from.LastName,
    first: from.FirstName,
    middle: from.MiddleName,
    phone: from.Phone,
    address: from.Address,
    address2: from.Address2,
    city: from.City,
    state: from.State,
    zip: from.PostalCode,
    archived: null,
  };
};

const clientOf = (fill: Fill): PrintedClient => {
  const from = samplePerson(fill);
  return {
    ...person(fill, 4711),
    dob: from.DOB,
    medicaid: from.Medicaid,
    isPrivate: from.PrivateClient,
    language: from.Language,
    diagnosis: from.Diagnosis,
    emergencyContact: from['Emergency Contact'],
    emergencyPhone: from['Emergency Phone'],
    emergencyRelation: from.EmergencyRelation,
    covidStatus: fill === 'longest' ? '2026-11-10|2026-11-20' : null,
    totalUnits: from.TotalUnits,
    hoursWithTravel: false,
    Daycare: from.Daycare,
    DaycareName: from.DaycareName,
    DaycareDays: from.DaycareDays,
    DaycareTimeFrom: from.DaycareTimeFrom,
    DaycareTimeTo: from.DaycareTimeTo,
    otherService: from.otherService,
  };
};

const providerOf = (fill: Fill): PrintedProvider => ({
  ...person(fill, 812),
  ...(fill === 'usual' && {
    last: 'Garcia',
    first: 'Elena',
    middle: 'Maria',
    phone: '(720) 555-0199',
    address: '980 Peoria St',
    address2: null,
  }),
  skillValidation: fill === 'empty' ? null : '2026-02-10',
  skillNotNeed: false,
  hoursWithTravel: fill === 'longest',
  hasBirthDate: true,
});

type Days = readonly Weekday[];
const MWF: Days = ['Mon', 'Wed', 'Fri'];
const WORKDAYS: Days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];

const task = (Name: string, minutes: number, days: Days): TaskRow => {
  const of = (day: Weekday) => (days.includes(day) ? minutes : 0);
  return {
    Name,
    Mon: of('Mon'),
    Tue: of('Tue'),
    Wed: of('Wed'),
    Thu: of('Thu'),
    Fri: of('Fri'),
    Sat: of('Sat'),
    Sun: of('Sun'),
  };
};

const CARE = [
  task('Bathing', 30, MWF),
  task('Dressing', 15, WORKDAYS),
  task('Hair care', 10, WORKDAYS),
  task('Mobility', 10, WORKDAYS),
  task('Medication reminder', 5, WORKDAYS),
];
const HOME = [
  task('Meal preparation', 30, WORKDAYS),
  task('Floor care', 20, WORKDAYS),
  task('Laundry', 30, ['Tue', 'Thu']),
];

const LONG_TASK = 'Accompanying to appointments and shopping with help at transfers';
const MANY_CARE = Array.from({ length: 20 }, (_, n) => task(`${LONG_TASK} ${n + 1}`, 5 + n, WEEKDAYS));
const MANY_HOME = Array.from({ length: 15 }, (_, n) => task(`${LONG_TASK} at home ${n + 1}`, 3, WEEKDAYS));

const clock = <T>(days: Days, value: T, none: T) => {
  const of = (day: Weekday) => (days.includes(day) ? value : none);
  return {
    Mon: of('Mon'),
    Tue: of('Tue'),
    Wed: of('Wed'),
    Thu: of('Thu'),
    Fri: of('Fri'),
    Sat: of('Sat'),
    Sun: of('Sun'),
  };
};

const weekOf = (fill: Fill): PlanFacts['week'] => {
  const days = fill === 'empty' ? ([] as const) : fill === 'usual' ? WORKDAYS : WEEKDAYS;
  const time = (text: string) => clock<string | null>(days, text, null);
  const week = {
    personalCareItems: fill === 'empty' ? [] : fill === 'usual' ? CARE : MANY_CARE,
    homeMakingItems: fill === 'empty' ? [] : fill === 'usual' ? HOME : MANY_HOME,
    time: [
      { Name: 'Time In' as const, ...time('08:30') },
      { Name: 'Time Out' as const, ...time(fill === 'usual' ? '10:30' : '15:00') },
      { Name: 'Travel Time' as const, ...clock(days, 15, 0) },
    ] satisfies PlanFacts['week']['time'],
  };
  return { ...week, ...computeTotals(week) };
};

export const samplePlan = (fill: Fill, more: Partial<PlanFacts> = {}): PlanFacts => ({
  id: 12345,
  StartDate: '2025-06-01',
  EndDate: null,
  Status: 'Active',
  Remarks:
    fill === 'empty'
      ? null
      : fill === 'usual'
        ? 'Two dogs; use the side door.'
        : 'Wide remarks. '.repeat(21).slice(0, 285),
  createReason: fill === 'longest' ? 'W'.repeat(63) : 'New PAR from the case manager',
  modifiedAt: '2026-11-18T16:41:00Z',
  modifiedBy: 'M.R.',
  excluded: fill === 'longest' ? '2026-02-01' : null,
  coversPlanId: null,
  rev: 3,
  week: weekOf(fill),
  weeks: [],
  type: fill === 'longest' ? 'IHSS Relative Personal Care'.repeat(2) : 'Personal Care',
  typeCode: 'PCP',
  aggregatorCode: 'PRSNL',
  terms: [],
  client: clientOf(fill),
  provider: providerOf(fill),
  coveredProvider: null,
  closed: [],
  temporary: [],
  ...more,
});

/** A temporary plan of nine days in the middle of the month. */
export const sampleTemporary = (fill: Fill): PlanFacts =>
  samplePlan(fill, {
    id: 12360,
    StartDate: '2026-11-09',
    EndDate: '2026-11-20',
    Status: 'Archive',
    coversPlanId: 12345,
    coveredProvider: fill === 'longest' ? 'W'.repeat(120) : 'Garcia, Elena',
    rev: 0,
  });

export const SAMPLE_PRINTING: Printing = {
  paper: SAMPLE_PAPER,
  zone: ZONE,
  pack: FIRST_PACK,
  tag: 'K7QD',
};

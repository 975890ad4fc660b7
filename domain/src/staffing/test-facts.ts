import { workweeks } from '../payroll/workweeks.ts';
import { COLORADO_PAY_RULES } from '../states/testing/colorado.ts';
import { type AskedVisit, type Caregiver, coverPlan } from './candidates.ts';
import type { StaffedVisit } from './staffed-visits.ts';

/** A client, a caregiver who can come, and an agency's rules, for the tests of staffing. */

export const DAY = '2026-11-17';
export const aurora = { latitude: 39.7047, longitude: -104.8137 };
/** A point this many miles north. One degree of latitude is 69.1 miles. */
export const north = (miles: number) => ({ ...aurora, latitude: aurora.latitude + miles / 69.0934 });
export const CATEGORIES = [{ from: '2020-01-01', category: 'PCP/RPCP' }];
export const PCP = {
  Code: 'PCP',
  Name: 'Personal Care',
  ihss: false,
  relative: false,
  categories: CATEGORIES,
  unitRule: 'up' as const,
  unitsLeft: null,
  unitCents: null,
};
export const RPCP = { ...PCP, Code: 'RPCP', relative: true };

export const visit = (over: Partial<StaffedVisit> = {}): StaffedVisit => ({
  planId: 1,
  day: DAY,
  byPlanId: 1,
  ProviderID: 9,
  ClientID: 100,
  Type: 'PCP',
  date: DAY,
  start: '13:00',
  end: '15:30',
  minutes: 150,
  travel: 0,
  visitId: 1,
  status: 'Planned',
  isExempt: false,
  ...over,
});
export const asked: AskedVisit = {
  visit: visit(),
  plan: coverPlan(visit(), 'Stavropoulos, Helen'),
  place: aurora,
  language: null,
  requiredSkills: [],
  requiredLanguages: [],
  wishedLanguages: [],
  type: PCP,
  otherType: null,
  holiday: null,
  visitsOfClient: 14,
  whyNobody: null,
};
export const ana: Caregiver = {
  id: 2,
  name: 'Archuleta, Ana',
  town: 'Aurora',
  place: aurora,
  language: 'English, Spanish',
  startIhss: '2026-01-01',
  checks: {
    backgroundCheck: '2026-01-10',
    capsCheck: '2026-01-10',
    workAuthorization: null,
    archived: null,
  },
  windows: null,
  wishedMinutes: 40 * 60,
  mostMinutes: null,
  farthestMiles: null,
  skills: [],
  timeOff: [],
  calledOut: [],
  visits: [],
  plans: [],
  rates: [{ category: 'PCP/RPCP', from: null, rate: 2100 }],
  hasLogin: true,
  isAccepted: true,
  takesTexts: true,
  visitsHere: 12,
  visitsDone: 74,
  visitsLate: 0,
  isRelative: false,
  pair: null,
  exemptions: [],
};
export const clients = new Map([
  [100, { name: 'Stavropoulos, Helen', town: 'Aurora', place: aurora }],
  [101, { name: 'Ortiz, Rosa', town: 'Parker', place: north(12) }],
  [102, { name: 'Vigil, Carmen', town: null, place: aurora }],
]);
export const rules = {
  weekOf: workweeks(COLORADO_PAY_RULES.overtime),
  zone: 'America/Denver',
  caps: [{ validFrom: '2026-07-01', dayMinutes: 960, weekMinutes: 5_040, relativeWeekMinutes: 2_400 }],
  categoriesOf: () => CATEGORIES,
  isFarther: false,
};

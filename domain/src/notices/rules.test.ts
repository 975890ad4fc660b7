import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Switches } from '../sites/rules.ts';
import { EXPIRY_RULES, type ExpiryRule } from './expiry-rules.ts';
import { noticeMenus } from './menus.ts';
import { byUrgency } from './order.ts';
import { type NoticePerson, type NoticePlan, noticeOfScan, noticesOn, rowMarks } from './rules.ts';
import { MENU_KEYS, Notice } from './schema.ts';
import { withoutDay } from './words.ts';

const ALL_ON: Switches = {
  premium: true,
  smsEnabled: true,
  emailEnabled: true,
  sandataEnabled: true,
  eligibility: true,
  billing: true,
  version: 2,
};
const day = (iso: string) => Temporal.PlainDate.from(iso);

/** In order on every day of 2026 and 2027 but for what a test changes: every date is of that very day. */
const provider = (today: string, more: Partial<NoticePerson> = {}): NoticePerson => ({
  ID: 7,
  kind: 'Provider',
  name: 'Anderson, Kjersti',
  DOB: null,
  SkillNotNeed: true,
  covidVaccine: '1',
  flushotVaccine: '2026-09',
  telehealthConsent: false,
  ihss: false,
  BackgroundCheck: today,
  capsCheck: today,
  'ID Expiration': day(today).add({ years: 2 }).toString(),
  'Staff Evaluation': today,
  'Safety Training': today,
  'Skill Validation': null,
  ...more,
});
const client = (today: string, more: Partial<NoticePerson> = {}): NoticePerson => ({
  ...provider(today),
  ID: 8,
  kind: 'Client',
  name: 'Baca, Guadalupe',
  telehealthConsent: true,
  'Home Visit': today,
  ...more,
});
const plan = (excluded: string): NoticePlan => ({
  id: 44,
  Provider: 'Anderson, Kjersti',
  Client: 'Baca, Guadalupe',
  excluded,
});

/** What is said of one date, everything else being in order. */
const saidOf = (rule: ExpiryRule, date: string | null, today: string, capabilities = ALL_ON) => {
  const of = noticesOn(day(today), capabilities);
  if (rule.whom === 'Plan') return of.ofPlan(plan(date ?? ''));
  const more = { SkillNotNeed: false, ihss: true, Field2: '2024-01-01', [rule.field]: date };
  if (rule.whom === 'Client') return of.ofPerson(client(today, more));
  return of.ofPerson(provider(today, { 'Skill Validation': today, ...more }));
};
const ruleOf = (key: string) => {
  const found = EXPIRY_RULES.find((rule) => rule.key === key);
  if (!found) throw new Error(key);
  return found;
};

describe('every rule at its borders', () => {
  // rule, today, date, what is said
  test.each<[string, string, string | null, string]>([
    // soon from 35 months, expired after 3 years
    ['backgroundCheck', '2026-11-20', '2023-12-21', ''],
    ['backgroundCheck', '2026-11-20', '2023-12-20', 'Background check due 12-20'],
    ['backgroundCheck', '2026-11-20', '2023-12-19', 'Background check due 12-19'],
    ['backgroundCheck', '2026-11-20', '2023-11-21', 'Background check due 11-21'],
    ['backgroundCheck', '2026-11-20', '2023-11-20', 'Background check due 11-20'],
    ['backgroundCheck', '2026-11-20', '2023-11-19', 'Background check expired'],
    ['backgroundCheck', '2026-11-20', '2026-11-20', ''],
    ['backgroundCheck', '2026-11-20', '2026-11-21', 'Wrong Background Check Date'],
    ['backgroundCheck', '2026-11-20', null, 'Wrong Background Check Date'],
    ['backgroundCheck', '2026-11-20', '2026-02-30', 'Wrong Background Check Date'],
    ['backgroundCheck', '2026-11-20', '11/20/2024', 'Wrong Background Check Date'],
    // a check of 29 February is 3 years old on 28 February
    ['backgroundCheck', '2027-02-28', '2024-02-29', 'Background check due 02-28'],
    ['backgroundCheck', '2027-03-01', '2024-02-29', 'Background check expired'],
    ['backgroundCheck', '2027-01-28', '2024-02-29', ''],
    ['backgroundCheck', '2027-01-29', '2024-02-29', 'Background check due 02-28'],
    // soon from 119 months, expired after 10 years
    ['capsCheck', '2026-11-20', '2016-12-21', ''],
    ['capsCheck', '2026-11-20', '2016-12-20', 'CAPS check due 12-20'],
    ['capsCheck', '2026-11-20', '2016-11-20', 'CAPS check due 11-20'],
    ['capsCheck', '2026-11-20', '2016-11-19', 'CAPS check expired'],
    ['capsCheck', '2026-11-20', '2026-11-21', 'Wrong CAPS Check Date'],
    ['capsCheck', '2026-11-20', null, 'Wrong CAPS Check Date'],
    ['capsCheck', '2026-02-28', '2016-02-29', 'CAPS check due 02-28'],
    ['capsCheck', '2026-03-01', '2016-02-29', 'CAPS check expired'],
    // expired when past, soon within a month
    ['idExpiration', '2026-11-20', '2026-12-21', ''],
    ['idExpiration', '2026-11-20', '2026-12-20', 'DL/ID expires 12-20'],
    ['idExpiration', '2026-11-20', '2026-12-04', 'DL/ID expires 12-04'],
    ['idExpiration', '2026-11-20', '2026-11-20', 'DL/ID expires 11-20'],
    ['idExpiration', '2026-11-20', '2026-11-19', 'DL/ID expired'],
    ['idExpiration', '2026-11-20', null, 'Wrong DL/ID Date'],
    ['idExpiration', '2026-01-31', '2026-02-28', 'DL/ID expires 02-28'],
    ['idExpiration', '2026-01-31', '2026-03-01', ''],
    ['idExpiration', '2028-01-31', '2028-02-29', 'DL/ID expires 02-29'],
    // expired after 1 year, soon at 11 months
    ['staffEvaluation', '2026-11-20', '2025-12-21', ''],
    ['staffEvaluation', '2026-11-20', '2025-12-20', 'Staff evaluation due 12-20'],
    ['staffEvaluation', '2026-11-20', '2025-11-20', 'Staff evaluation due 11-20'],
    ['staffEvaluation', '2026-11-20', '2025-11-19', 'Staff evaluation expired'],
    ['staffEvaluation', '2026-11-20', null, 'Wrong Staff Evaluation Date'],
    ['safetyTraining', '2026-11-20', '2025-12-21', ''],
    ['safetyTraining', '2026-11-20', '2025-12-20', 'Safety training due 12-20'],
    ['safetyTraining', '2026-11-20', '2025-11-20', 'Safety training due 11-20'],
    ['safetyTraining', '2026-11-20', '2025-11-19', 'Safety training expired'],
    ['safetyTraining', '2026-11-20', null, 'Wrong Safety Training Date'],
    ['safetyTraining', '2025-02-28', '2024-02-29', 'Safety training due 02-28'],
    ['safetyTraining', '2025-03-01', '2024-02-29', 'Safety training expired'],
    ['safetyTraining', '2025-01-28', '2024-02-29', ''],
    ['safetyTraining', '2025-01-29', '2024-02-29', 'Safety training due 02-28'],
    // 31 March is 11 months old on 28 February
    ['safetyTraining', '2026-02-27', '2025-03-31', ''],
    ['safetyTraining', '2026-02-28', '2025-03-31', 'Safety training due 03-31'],
    ['safetyTraining', '2026-03-31', '2025-03-31', 'Safety training due 03-31'],
    ['safetyTraining', '2026-04-01', '2025-03-31', 'Safety training expired'],
    // soon from 11 months, expired over 11 months and 1 day
    ['skillValidation', '2026-11-20', '2025-12-21', ''],
    // The two that stop work and pay, on every site.
    ['workAuthorization', '2026-11-20', '2027-02-21', ''],
    ['workAuthorization', '2026-11-20', '2027-02-20', 'Work authorization expires 02-20'],
    ['workAuthorization', '2026-11-20', '2026-11-20', 'Work authorization expires 11-20'],
    ['workAuthorization', '2026-11-20', '2026-11-19', 'Work authorization expired'],
    ['workAuthorization', '2026-11-20', null, ''],
    ['parExpiration', '2026-11-20', '2027-01-21', ''],
    ['parExpiration', '2026-11-20', '2027-01-20', 'PAR expires 01-20'],
    ['parExpiration', '2026-11-20', '2026-11-19', 'PAR expired'],
    ['parExpiration', '2026-11-20', null, ''],
    // A mistyped year never silences a rule.
    ['homeVisit', '2026-11-20', '2062-11-01', 'Wrong Home visit Date'],
    ['idExpiration', '2026-11-20', '2126-05-01', 'Wrong DL/ID Date'],
    ['safetyTraining', '2026-11-20', '2026-11-21', 'Wrong Safety Training Date'],
    ['benefitRenewal', '2026-11-20', '2027-11-21', 'Wrong Benefit Renewal Date'],
    ['benefitRenewal', '2026-11-20', '2027-11-20', ''],
    ['skillValidation', '2026-11-20', '2025-12-20', 'Skill validation due 11-21'],
    ['skillValidation', '2026-11-20', '2025-12-19', 'Skill validation due 11-20'],
    ['skillValidation', '2026-11-20', '2025-12-18', 'Skill validation expired'],
    ['skillValidation', '2026-11-20', null, 'Skill Validation date needed'],
    ['skillValidation', '2026-11-20', '2026-11-31', 'Wrong Skill Validation Date'],
    ['skillValidation', '2026-02-28', '2025-03-31', 'Skill validation due 03-01'],
    ['skillValidation', '2026-03-01', '2025-03-31', 'Skill validation due 03-01'],
    ['skillValidation', '2026-03-02', '2025-03-31', 'Skill validation expired'],
    // soon between 2 months 15 days and 3 months
    ['homeVisit', '2026-11-20', '2026-09-06', ''],
    ['homeVisit', '2026-11-20', '2026-09-05', 'Home visit due 12-05'],
    ['homeVisit', '2026-11-20', '2026-09-04', 'Home visit due 12-04'],
    ['homeVisit', '2026-11-20', '2026-08-20', 'Home visit due 11-20'],
    ['homeVisit', '2026-11-20', '2026-08-19', 'Home visit expired'],
    ['homeVisit', '2026-11-20', null, 'Wrong Home visit Date'],
    ['homeVisit', '2027-02-28', '2026-11-30', 'Home visit due 02-28'],
    ['homeVisit', '2027-03-01', '2026-11-30', 'Home visit expired'],
    ['homeVisit', '2028-02-29', '2027-11-30', 'Home visit due 02-29'],
    ['homeVisit', '2028-03-01', '2027-11-30', 'Home visit expired'],
    // one year, soon at 11 months; these dates need not be there
    ['caseManagerDate', '2026-11-20', '2025-12-21', ''],
    ['caseManagerDate', '2026-11-20', '2025-12-20', 'Case manager date due 12-20'],
    ['caseManagerDate', '2026-11-20', '2025-11-20', 'Case manager date due 11-20'],
    ['caseManagerDate', '2026-11-20', '2025-11-19', 'Case manager date expired'],
    ['caseManagerDate', '2026-11-20', null, ''],
    ['caseManagerDate', '2026-11-20', '2025-13-01', 'Wrong Case Manager Date'],
    ['benefitRenewal', '2026-11-20', '2025-12-21', ''],
    ['benefitRenewal', '2026-11-20', '2025-12-20', 'Benefit renewal due 12-20'],
    ['benefitRenewal', '2026-11-20', '2025-11-20', 'Benefit renewal due 11-20'],
    ['benefitRenewal', '2026-11-20', '2025-11-19', 'Benefit renewal expired'],
    ['benefitRenewal', '2026-11-20', null, ''],
    ['benefitRenewal', '2026-11-20', 'none', 'Wrong Benefit Renewal Date'],
    ['clientSkillTraining', '2026-11-20', '2025-12-21', ''],
    ['clientSkillTraining', '2026-11-20', '2025-12-20', 'Decline skill training due 12-20'],
    ['clientSkillTraining', '2026-11-20', '2025-11-20', 'Decline skill training due 11-20'],
    ['clientSkillTraining', '2026-11-20', '2025-11-19', 'Decline skill training expired'],
    ['clientSkillTraining', '2026-11-20', null, ''],
    // not before 2022-09-01
    ['shareForm', '2026-11-20', '2022-09-02', ''],
    ['shareForm', '2026-11-20', '2022-09-01', ''],
    ['shareForm', '2026-11-20', '2022-08-31', 'Wrong IHSS share form date'],
    ['shareForm', '2026-11-20', null, 'Wrong IHSS share form date'],
    ['shareForm', '2026-11-20', '2023-02-29', 'Wrong IHSS share form date'],
    // end dates in the past, and upcoming ones within a month
    ['eligibility', '2026-11-20', '2026-12-21', ''],
    ['eligibility', '2026-11-20', '2026-12-20', 'HCBS Expired soon'],
    ['eligibility', '2026-11-20', '2026-11-20', 'HCBS Expired soon'],
    ['eligibility', '2026-11-20', '2026-11-19', 'HCBS Expired'],
    ['eligibility', '2026-11-20', null, ''],
    ['eligibility', '2026-01-30', '2026-02-28', 'HCBS Expired soon'],
    ['eligibility', '2026-01-30', '2026-03-01', ''],
    // ended at 12 months or more, soon at 11 months
    ['excluded', '2026-11-20', '2025-12-21', ''],
    ['excluded', '2026-11-20', '2025-12-20', 'Excluded time ends 12-20'],
    ['excluded', '2026-11-20', '2025-11-21', 'Excluded time ends 11-21'],
    ['excluded', '2026-11-20', '2025-11-20', 'Excluded time ended'],
    ['excluded', '2026-11-20', '2025-11-19', 'Excluded time ended'],
    ['excluded', '2025-02-27', '2024-02-29', 'Excluded time ends 02-28'],
    ['excluded', '2025-02-28', '2024-02-29', 'Excluded time ended'],
  ])('%s on %s: %s says “%s”', (key, today, date, text) => {
    const notices = saidOf(ruleOf(key), date, today);
    expect(notices.map((notice) => notice.text).join()).toBe(text);
    for (const notice of notices) expect(Notice.safeParse(notice).success).toBe(true);
  });

  test('no rule of the table is left out above', () => {
    expect(EXPIRY_RULES.map(({ key }) => key).toSorted()).toEqual(
      [
        'backgroundCheck',
        'capsCheck',
        'idExpiration',
        'workAuthorization',
        'staffEvaluation',
        'safetyTraining',
        'skillValidation',
        'parExpiration',
        'homeVisit',
        'caseManagerDate',
        'benefitRenewal',
        'clientSkillTraining',
        'shareForm',
        'eligibility',
        'excluded',
      ].toSorted(),
    );
  });

  test('the borders are those of the calendar, whatever the day', () => {
    const dates = fc.integer({ min: 0, max: 9_000 }).map((days) => day('2010-01-01').add({ days }));
    fc.assert(
      fc.property(fc.constantFrom(...EXPIRY_RULES), dates, dates, (rule, today, date) => {
        const { window } = rule;
        if (window.by !== 'age') return;
        const since = (span: Temporal.DurationLike) => Temporal.PlainDate.compare(date.add(span), today);
        const isExpired = since(window.expired) < (window.border === 'from' ? 1 : 0);
        // A renewal is known a year ahead, excluded time is planned; every other date of an age lies in the past.
        const ahead = rule.key === 'excluded' ? Infinity : rule.key === 'benefitRenewal' ? 1 : 0;
        const isWrong =
          ahead !== Infinity && Temporal.PlainDate.compare(date, today.add({ years: ahead })) > 0;
        const expected = isExpired || isWrong ? 'danger' : since(window.soon) <= 0 ? 'warn' : undefined;
        const notices = saidOf(rule, date.toString(), today.toString());
        expect(notices.find((notice) => notice.rule === rule.key)?.tone).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('where a notice stands', () => {
  const today = '2026-11-20';

  test.each([
    ['backgroundCheck', '2023-01-01', 'warning', 'danger', '2026-01-01'],
    ['backgroundCheck', '2023-12-10', 'notifications', 'warn', '2026-12-10'],
    ['idExpiration', '2026-12-04', 'notifications', 'warn', '2026-12-04'],
    ['eligibility', '2026-10-31', 'eligibility', 'danger', '2026-10-31'],
    ['eligibility', '2026-11-30', 'eligibility', 'warn', '2026-11-30'],
    ['shareForm', '2020-01-01', 'warning', 'danger', null],
    ['skillValidation', null, 'warning', 'danger', null],
  ])('%s of %s: menu %s, tone %s, day %s', (key, date, menu, tone, expires) => {
    expect(saidOf(ruleOf(key), date, today)).toMatchObject([{ menu, tone, day: expires, at: 'person' }]);
  });

  test('excluded time leads to the care plan', () => {
    expect(saidOf(ruleOf('excluded'), '2025-01-01', today)).toMatchObject([
      { at: 'plan', id: 44, name: 'Anderson, Kjersti for Baca, Guadalupe', menu: 'warning' },
    ]);
  });

  test('most soon notices show only when premium is on', () => {
    const poor = { ...ALL_ON, premium: false };
    const soon: Record<string, string> = {
      backgroundCheck: '2023-12-10',
      capsCheck: '2016-12-10',
      idExpiration: '2026-12-04',
      staffEvaluation: '2025-12-10',
      safetyTraining: '2025-12-10',
      skillValidation: '2025-12-20',
      homeVisit: '2026-09-01',
      caseManagerDate: '2025-12-10',
      benefitRenewal: '2025-12-10',
      clientSkillTraining: '2025-12-10',
      excluded: '2025-12-10',
    };
    const shown = Object.entries(soon).filter(([key, date]) => {
      expect(saidOf(ruleOf(key), date, today)).toHaveLength(1);
      return saidOf(ruleOf(key), date, today, poor).length > 0;
    });
    expect(shown.map(([key]) => key)).toEqual(['backgroundCheck', 'excluded']);
    expect(saidOf(ruleOf('homeVisit'), '2026-01-01', today, poor)).toHaveLength(1);
  });

  test('switches close whole rules', () => {
    expect(saidOf(ruleOf('eligibility'), '2026-01-01', today, { ...ALL_ON, eligibility: false })).toEqual([]);
    expect(saidOf(ruleOf('eligibility'), '2026-01-01', today, { ...ALL_ON, premium: false })).toEqual([]);
    expect(saidOf(ruleOf('shareForm'), null, today, { ...ALL_ON, version: 1 })).toEqual([]);
  });

  test('skill validation that is not needed and the share form of others say nothing', () => {
    const of = noticesOn(day(today), ALL_ON);
    expect(of.ofPerson(provider(today, { SkillNotNeed: true, 'Skill Validation': null }))).toEqual([]);
    expect(of.ofPerson(client(today, { ihss: false, Field2: null }))).toEqual([]);
    expect(of.ofPerson(client(today, { BackgroundCheck: null, capsCheck: '2001-01-01' }))).toEqual([]);
  });
});

describe('vaccines and telehealth', () => {
  const of = noticesOn(day('2026-11-20'), ALL_ON);
  const groups = (more: Partial<NoticePerson>) =>
    of.ofPerson(provider('2026-11-20', more)).map(({ group, text, menu }) => [menu, group, text].join(' | '));

  test.each([
    [null, ['notifications | covidVaccine | No covid vaccine']],
    ['0', ['notifications | covidVaccine | No covid vaccine']],
    ['1', []],
    ['2', []],
    ['3', []],
    ['4', []],
  ])('covid vaccine %s', (covidVaccine, said) => expect(groups({ covidVaccine })).toEqual(said));

  test('no flu shot', () =>
    expect(groups({ flushotVaccine: null })).toEqual(['notifications | employeeVaccine | No flu shot']));

  test('an active client without telehealth consent, on premium sites', () => {
    const none = client('2026-11-20', { telehealthConsent: false });
    expect(of.ofPerson(none)).toMatchObject([{ menu: 'telehealthWarning', text: 'No telehealth consent' }]);
    expect(noticesOn(day('2026-11-20'), { ...ALL_ON, premium: false }).ofPerson(none)).toEqual([]);
    expect(of.ofPerson(client('2026-11-20', { covidVaccine: null, flushotVaccine: null }))).toEqual([]);
  });
});

describe('birthdays', () => {
  test.each([
    ['2026-11-20', '1980-11-19', ''],
    ['2026-11-20', '1980-11-20', 'Birthday today'],
    ['2026-11-20', '1980-11-21', 'Birthday tomorrow'],
    ['2026-11-20', '1980-11-30', 'Birthday on 11-30'],
    ['2026-11-20', '1980-12-01', ''],
    ['2026-12-25', '1980-01-04', 'Birthday on 01-04'],
    ['2026-12-25', '1980-01-05', ''],
    // 29 February: on the 28th of common years, on the day itself of leap years
    ['2027-02-17', '1992-02-29', ''],
    ['2027-02-18', '1992-02-29', 'Birthday on 02-28'],
    ['2027-02-28', '1992-02-29', 'Birthday today'],
    ['2027-03-01', '1992-02-29', ''],
    ['2028-02-18', '1992-02-29', ''],
    ['2028-02-19', '1992-02-29', 'Birthday on 02-29'],
    ['2028-02-28', '1992-02-29', 'Birthday tomorrow'],
    ['2028-02-29', '1992-02-29', 'Birthday today'],
    ['2028-02-29', '1992-02-28', ''],
  ])('on %s of one born on %s: “%s”', (today, DOB, text) => {
    const of = noticesOn(day(today), ALL_ON);
    expect(
      of
        .ofPerson(provider(today, { DOB }))
        .map((notice) => notice.text)
        .join(),
    ).toBe(text);
  });

  test('providers and clients have a list each', () => {
    const of = noticesOn(day('2026-11-20'), ALL_ON);
    const menu = (person: NoticePerson) => of.ofPerson(person).map((notice) => notice.menu);
    expect(menu(provider('2026-11-20', { DOB: '1990-11-22' }))).toEqual(['birthdayProvider']);
    expect(menu(client('2026-11-20', { DOB: '1940-11-22' }))).toEqual(['birthdayClient']);
  });
});

test('a scan error names its half and its errors', () => {
  const scan = {
    id: 3,
    CareID: 44,
    Provider: 'Anderson, Kjersti',
    Client: 'Baca, Guadalupe',
    date: '2026-10',
    tsdate: '2026-10-16',
    period: 1,
    error: '1,3',
    archive: false,
    DateCreated: '2026-11-02T10:00:00Z',
  };
  expect(Notice.parse(noticeOfScan(scan))).toMatchObject({
    menu: 'tsErrors',
    at: 'plan',
    id: 44,
    name: 'Anderson, Kjersti for Baca, Guadalupe',
    text: '2026-10, 2nd half: Missing Signature, Missing Initials',
    month: '2026-10',
  });
});

describe('the mark of a row', () => {
  const today = '2026-11-20';
  const of = noticesOn(day(today), ALL_ON);

  test('tells all reasons, the expired ones first', () => {
    const notices = of.ofPerson(
      provider(today, {
        BackgroundCheck: '2023-12-10',
        'Staff Evaluation': '2025-01-01',
        covidVaccine: null,
        DOB: '1980-11-21',
      }),
    );
    expect(rowMarks(notices)).toEqual([
      { id: 7, tone: 'danger', reasons: ['Staff evaluation expired', 'Background check due 12-10'] },
    ]);
  });

  test('a birthday, a missing vaccine and excluded time colour no row', () => {
    const person = provider(today, { flushotVaccine: null, DOB: '1980-11-21' });
    expect(rowMarks([...of.ofPerson(person), ...of.ofPlan(plan('2025-01-01'))])).toEqual([]);
  });

  test('each person has one', () => {
    const notices = [
      ...of.ofPerson(provider(today, { 'ID Expiration': '2026-12-04' })),
      ...of.ofPerson(client(today, { eligibilityEnd: '2026-11-01', 'Home Visit': '2026-09-01' })),
    ];
    expect(rowMarks(notices.toSorted(byUrgency))).toEqual([
      { id: 8, tone: 'danger', reasons: ['HCBS Expired', 'Home visit due 12-01'] },
      { id: 7, tone: 'warn', reasons: ['DL/ID expires 12-04'] },
    ]);
  });
});

test.each([
  ['Client', 'Home Visit', '2026-08-19', 'Home visit expired on 11-19-2026'],
  ['Client', 'Home Visit', '2026-09-05', 'Home visit due 12-05-2026'],
  ['Client', 'Home Visit', '2026-11-01', undefined],
  ['Client', 'Home Visit', '2062-11-01', 'Wrong Home visit Date'],
  ['Provider', 'ID Expiration', '2026-12-04', 'DL/ID expires 12-04-2026'],
  ['Provider', 'ID Expiration', '2026-11-04', 'DL/ID expired on 11-04-2026'],
  ['Provider', 'Home Visit', '2020-01-01', undefined],
  ['Provider', 'LastName', '2020-01-01', undefined],
  ['Provider', 'Skill Validation', null, 'Skill Validation date needed'],
  ['Client', 'PAR Expiration', null, undefined],
] as const)('the field of a %s: %s of %s says %s', (kind, field, date, words) =>
  expect(noticesOn(day('2026-11-20'), ALL_ON).ofField({ kind }, field, date)).toBe(words),
);

test.each([
  ['Home visit due 12-05', '2026-12-05', 'Home visit due'],
  ['Birthday on 12-05', '2026-12-05', 'Birthday'],
  ['Birthday tomorrow', '2026-12-05', 'Birthday tomorrow'],
  ['Background check expired', '2026-11-05', 'Background check expired'],
  ['2026-10, 1st half: Missing Signature', null, '2026-10, 1st half: Missing Signature'],
])('“%s” beside the day %s is “%s”', (text, day, words) => expect(withoutDay({ text, day })).toBe(words));

test('overdue is before soon before to know, and the longest overdue first', () => {
  const of = noticesOn(day('2026-11-20'), ALL_ON);
  const notices = [
    ...of.ofPerson(provider('2026-11-20', { DOB: '1980-11-21', 'ID Expiration': '2026-12-04' })),
    ...of.ofPerson(provider('2026-11-20', { BackgroundCheck: '2023-06-01', capsCheck: '2015-01-01' })),
  ].toSorted(byUrgency);
  expect(notices.map(({ text }) => text)).toEqual([
    'CAPS check expired',
    'Background check expired',
    'DL/ID expires 12-04',
    'Birthday tomorrow',
  ]);
});

describe('menus', () => {
  test('the office has all of them when all is switched on', () => {
    expect(noticeMenus('admin', ALL_ON)).toEqual([...MENU_KEYS]);
    expect(noticeMenus('user', ALL_ON)).toEqual([...MENU_KEYS]);
  });
  test('a provider sees birthdays only, a field employee nothing', () => {
    expect(noticeMenus('provider', ALL_ON)).toEqual(['birthdayProvider', 'birthdayClient']);
    expect(noticeMenus('evv', ALL_ON)).toEqual([]);
  });
  test.each([
    [{ premium: false }, ['eligibility', 'telehealthWarning']],
    [{ eligibility: false }, ['eligibility']],
    [{ version: 1 }, ['tsErrors']],
  ])('%o hides %j', (off, hidden) => {
    expect(MENU_KEYS.filter((key) => !noticeMenus('admin', { ...ALL_ON, ...off }).includes(key))).toEqual(
      hidden,
    );
  });
});

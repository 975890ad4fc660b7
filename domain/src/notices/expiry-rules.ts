import type { Switch } from '../call.ts';
import type { MenuKey, NoticeGroup } from './schema.ts';

/** Dates of people and plans that grow old or run out, by their wire names. */
export type ExpiryField =
  | 'BackgroundCheck'
  | 'capsCheck'
  | 'ID Expiration'
  | 'Staff Evaluation'
  | 'Safety Training'
  | 'Skill Validation'
  | 'CaseManagerDate'
  | 'BenefitRenewal'
  | 'ClientSkillTraning'
  | 'Home Visit'
  | 'Field2'
  | 'eligibilityEnd'
  | 'Work Authorization Expiration'
  | 'PAR Expiration'
  | 'excluded';

export type Span = Readonly<{ months?: number; days?: number }>;

/**
 * age: a date of the past; soon from the age `soon` on, expired when older than `expired` ('past') or from that age on
 * ('from'). ahead: a date to come; soon from `soon` before it on, expired the day after it. floor: wrong before it.
 */
export type ExpiryWindow =
  | { readonly by: 'age'; readonly soon: Span; readonly expired: Span; readonly border: 'past' | 'from' }
  | { readonly by: 'ahead'; readonly soon: Span }
  | { readonly by: 'floor'; readonly floor: string };

export interface ExpiryRule {
  readonly key: string;
  readonly field: ExpiryField;
  readonly whom: 'Provider' | 'Client' | 'Plan';
  /** Only of these: IHSS clients, providers whose skill validation is needed. */
  readonly only?: 'ihss' | 'skillNeeded';
  readonly label: string;
  readonly window: ExpiryWindow;
  /**
   * Words; {label} is that of the field, {what} the same within a sentence, and {due} the month and day on which it expires:
   * what is said to be soon is so within three months.
   */
  readonly expired: string;
  readonly soon: string;
  /** Of an invalid date. */
  readonly wrong: string;
  /** Of no date; without these words nothing is said. */
  readonly missing?: string;
  readonly menu: { readonly expired: MenuKey; readonly soon: MenuKey };
  readonly needs: readonly Switch[];
  /** 'Most soon notices show only when premium is on' (docs/rules/notices.md, rule 11). */
  readonly soonNeeds: readonly Switch[];
  /** Colours the person's row of the People list. */
  readonly marks: boolean;
}

const WRONG_DATE = 'Wrong {label} Date';

const dated = {
  expired: '{what} expired',
  soon: '{what} due {due}',
  wrong: WRONG_DATE,
  menu: { expired: 'warning', soon: 'notifications' },
  needs: [],
  soonNeeds: ['premium'],
  marks: true,
} as const;
/** The record form requires the date: without one it is as wrong as an invalid one. */
const required = { ...dated, missing: WRONG_DATE } as const;

const YEARLY = { by: 'age', soon: { months: 11 }, expired: { months: 12 }, border: 'past' } as const;

/**
 * The one table of what expires (docs/rules/notices.md, rules 1 to 11). Within a tone the first rule of the table gives the
 * reason line of a row. `soon` of Background Check and of excluded time shows on every site: from then on a new care plan is
 * (or is about to be) refused, so staff must know.
 */
export const EXPIRY_RULES: readonly ExpiryRule[] = [
  {
    ...required,
    key: 'backgroundCheck',
    field: 'BackgroundCheck',
    whom: 'Provider',
    label: 'Background Check',
    window: { by: 'age', soon: { months: 35 }, expired: { months: 36 }, border: 'past' },
    soonNeeds: [],
  },
  {
    ...required,
    key: 'capsCheck',
    field: 'capsCheck',
    whom: 'Provider',
    label: 'CAPS Check',
    window: { by: 'age', soon: { months: 119 }, expired: { months: 120 }, border: 'past' },
  },
  {
    ...required,
    key: 'idExpiration',
    field: 'ID Expiration',
    whom: 'Provider',
    label: 'DL/ID',
    window: { by: 'ahead', soon: { months: 1 } },
    soon: '{what} expires {due}',
  },
  {
    // Who may not work any more is neither planned nor paid: reported on every site, three months before.
    ...dated,
    key: 'workAuthorization',
    field: 'Work Authorization Expiration',
    whom: 'Provider',
    label: 'Work authorization',
    window: { by: 'ahead', soon: { months: 3 } },
    soon: '{what} expires {due}',
    soonNeeds: [],
  },
  {
    ...required,
    key: 'staffEvaluation',
    field: 'Staff Evaluation',
    whom: 'Provider',
    label: 'Staff Evaluation',
    window: YEARLY,
  },
  {
    ...required,
    key: 'safetyTraining',
    field: 'Safety Training',
    whom: 'Provider',
    label: 'Safety Training',
    window: YEARLY,
  },
  {
    ...dated,
    key: 'skillValidation',
    field: 'Skill Validation',
    whom: 'Provider',
    only: 'skillNeeded',
    label: 'Skill Validation',
    window: { by: 'age', soon: { months: 11 }, expired: { months: 11, days: 1 }, border: 'past' },
    missing: 'Skill Validation date needed',
  },
  {
    ...dated,
    key: 'eligibility',
    field: 'eligibilityEnd',
    whom: 'Client',
    label: 'HCBS',
    window: { by: 'ahead', soon: { months: 1 } },
    expired: 'HCBS Expired',
    soon: 'HCBS Expired soon',
    menu: { expired: 'eligibility', soon: 'eligibility' },
    needs: ['premium', 'eligibility'],
  },
  {
    // Without a prior authorization the payer pays nothing: reported on every site, two months before.
    ...dated,
    key: 'parExpiration',
    field: 'PAR Expiration',
    whom: 'Client',
    label: 'PAR',
    window: { by: 'ahead', soon: { months: 2 } },
    soon: '{what} expires {due}',
    soonNeeds: [],
  },
  {
    ...required,
    key: 'homeVisit',
    field: 'Home Visit',
    whom: 'Client',
    label: 'Home visit',
    window: { by: 'age', soon: { months: 2, days: 15 }, expired: { months: 3 }, border: 'past' },
  },
  {
    ...dated,
    key: 'caseManagerDate',
    field: 'CaseManagerDate',
    whom: 'Client',
    label: 'Case Manager Date',
    window: YEARLY,
    wrong: 'Wrong Case Manager Date',
  },
  {
    ...dated,
    key: 'benefitRenewal',
    field: 'BenefitRenewal',
    whom: 'Client',
    label: 'Benefit Renewal',
    window: YEARLY,
  },
  {
    ...dated,
    key: 'clientSkillTraining',
    field: 'ClientSkillTraning',
    whom: 'Client',
    label: 'Decline Skill Training',
    window: YEARLY,
  },
  {
    ...dated,
    key: 'shareForm',
    field: 'Field2',
    whom: 'Client',
    only: 'ihss',
    label: 'IHSS share form',
    window: { by: 'floor', floor: '2022-09-01' },
    expired: 'Wrong IHSS share form date',
    wrong: 'Wrong IHSS share form date',
    missing: 'Wrong IHSS share form date',
    needs: ['version2'],
  },
  {
    ...dated,
    key: 'excluded',
    field: 'excluded',
    whom: 'Plan',
    label: 'Excluded time',
    window: { by: 'age', soon: { months: 11 }, expired: { months: 12 }, border: 'from' },
    expired: '{what} ended',
    soon: '{what} ends {due}',
    soonNeeds: [],
    marks: false,
  },
];

/** What a record must have, without a date. */
export interface GapRule {
  readonly key: string;
  readonly whom: 'Provider' | 'Client';
  readonly field: 'covidVaccine' | 'flushotVaccine' | 'telehealthConsent';
  /** Values that count as 'has none'; a reason not to be vaccinated is none of them. */
  readonly none: readonly (string | boolean | null)[];
  readonly text: string;
  readonly menu: MenuKey;
  readonly group: NoticeGroup | null;
  readonly needs: readonly Switch[];
}

export const GAP_RULES: readonly GapRule[] = [
  {
    key: 'covidVaccine',
    whom: 'Provider',
    field: 'covidVaccine',
    none: [null, '0'],
    text: 'No covid vaccine',
    menu: 'notifications',
    group: 'covidVaccine',
    needs: [],
  },
  {
    key: 'flushotVaccine',
    whom: 'Provider',
    field: 'flushotVaccine',
    none: [null],
    text: 'No flu shot',
    menu: 'notifications',
    group: 'employeeVaccine',
    needs: [],
  },
  {
    key: 'telehealthConsent',
    whom: 'Client',
    field: 'telehealthConsent',
    none: [null, false],
    text: 'No telehealth consent',
    menu: 'telehealthWarning',
    group: null,
    needs: ['premium'],
  },
];

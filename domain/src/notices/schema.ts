import { z } from 'zod';
import { dateText, monthText } from '../wire.ts';

/** The badge menus of the toolbar, in their order (docs/rules/notices.md, rule 14). */
export const MENU_KEYS = [
  'eligibility',
  'tsErrors',
  'telehealthWarning',
  'birthdayProvider',
  'birthdayClient',
  'warning',
  'notifications',
] as const;
export type MenuKey = (typeof MENU_KEYS)[number];

/** Lists of their own inside the notifications (docs/rules/notices.md, rule 12). */
export const NOTICE_GROUPS = ['covidVaccine', 'employeeVaccine'] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/** danger: overdue; warn: soon; info: to know. */
export const NOTICE_TONES = ['danger', 'warn', 'info'] as const;
export type NoticeTone = (typeof NOTICE_TONES)[number];

export const Notice = z.strictObject({
  menu: z.enum(MENU_KEYS),
  group: z.enum(NOTICE_GROUPS).nullable(),
  /** Key of the rule that says it. */
  rule: z.string(),
  tone: z.enum(NOTICE_TONES),
  /** Where a click leads: the People list or the care plan list with the filter ID=… */
  at: z.enum(['person', 'plan']),
  id: z.int(),
  name: z.string(),
  text: z.string(),
  /** The field of the record that fixes it; null where it is not a field's matter. */
  field: z.string().nullable(),
  /** The day it is about: of the birthday, or on which the date expires or expired. */
  day: dateText.nullable(),
  /** Of a timesheet, for the month filter. */
  month: monthText.nullable(),
});
export type Notice = z.output<typeof Notice>;

/** Tone and reason line of a row of the People list. */
export const RowMark = z.strictObject({
  id: z.int(),
  tone: z.enum(['danger', 'warn']),
  /** The most pressing first. */
  reasons: z.array(z.string()),
});
export type RowMark = z.output<typeof RowMark>;

export const NoticeList = z.strictObject({
  /** Today of the site, by which everything was checked. */
  today: dateText,
  notices: z.array(Notice),
  marks: z.array(RowMark),
});
export type NoticeList = z.output<typeof NoticeList>;

/** Rules about papers that caregivers mend themselves. */
export const PAPER_RULES = [
  'backgroundCheck',
  'capsCheck',
  'idExpiration',
  'workAuthorization',
  'staffEvaluation',
  'safetyTraining',
  'skillValidation',
] as const;

/** What is to be said of one of a caregiver's own papers; without a day it is missing, or its date is wrong. */
export const OwnPaper = Notice.pick({ tone: true, day: true }).extend({ rule: z.enum(PAPER_RULES) });
export type OwnPaper = z.output<typeof OwnPaper>;

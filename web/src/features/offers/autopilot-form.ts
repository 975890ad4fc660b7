import type { OutputOf } from '@homecare/domain/call.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { type getAutopilot, TRIED_DAYS, type tryAutopilot } from '@homecare/domain/offers/contract.ts';
import { checkAutopilot } from '@homecare/domain/offers/rules.ts';
import { AskingSettings, AutopilotSettings, CALL_OUT_SOURCES } from '@homecare/domain/offers/schema.ts';

/** What the settings ask for, and how the form becomes what is saved. */

type Typed = number | string | null;
export const NUMBERS = [
  'withinHours',
  'people',
  'waitMinutes',
  'waves',
  'shortWaitMinutes',
  'offersPerDay',
  'mostMiles',
  'stopMinutes',
] as const;
export type NumberName = (typeof NUMBERS)[number];
/** Without a number there is no limit. */
const OPTIONAL: readonly string[] = ['mostMiles', 'mostOvertime'];

export type AutopilotForm = Record<NumberName | 'mostOvertime', Typed> &
  Pick<AutopilotSettings, 'isOn' | 'onlyKnown'> &
  Record<'callOuts' | 'quietFrom' | 'quietUntil' | 'callName' | 'callPhone' | 'english' | 'spanish', string>;

const CENTS = 100;

export const formOf = ({ settings, rev }: OutputOf<typeof getAutopilot>) => {
  const { mostOvertimeCents, ...rest } = settings;
  const mostOvertime = mostOvertimeCents === null ? null : mostOvertimeCents / CENTS;
  return { value: { ...rest, mostOvertime } satisfies AutopilotForm, rev };
};

const drafted = ({ mostOvertime, ...rest }: AutopilotForm) => ({
  ...rest,
  mostOvertimeCents: typeof mostOvertime === 'number' ? Math.round(mostOvertime * CENTS) : null,
});
export const settingsOf = (form: AutopilotForm): AutopilotSettings => AutopilotSettings.parse(drafted(form));

/** What can be tried on the past; undefined: not every field can be read. */
export const tryableOf = (form: AutopilotForm): AskingSettings | undefined =>
  AskingSettings.strip().safeParse(drafted(form)).data;

/** A sentence; its numbers open what they count. */
export type TriedPiece = string | { readonly number: string };
type Tried = Omit<OutputOf<typeof tryAutopilot>, 'tried'>;

/** '41 of 52 visits', how soon and at which overtime, or that there is nothing to try the settings on. */
export const triedPieces = ({ visits, asked, minutes, overtimeCents }: Tried): readonly TriedPiece[] => {
  if (visits === 0)
    return [`No call-outs in the ${TRIED_DAYS} days before today. These settings cannot be tried yet.`];
  const found: readonly TriedPiece[] = [
    'With these settings, ',
    { number: `${asked} of ${counted(visits, 'visit')}` },
    ` opened by call-outs in the last ${TRIED_DAYS} days would have had somebody to ask.`,
  ];
  if (asked === 0) return found;
  const soon =
    minutes === null
      ? 'No offer was accepted in that time, so how soon is not known yet.'
      : `Half of the covers would have taken at most ${counted(minutes, 'minute')}, at the pace of your caregivers’ answers in that time.`;
  const overtime: readonly TriedPiece[] =
    overtimeCents === 0
      ? ['The best person for each would have added no overtime.']
      : [
          'The best person for each would have added ',
          { number: showMoney(overtimeCents) },
          ' of overtime in all.',
        ];
  return [...found, ` ${soon} `, ...overtime];
};

const TEXTS = AutopilotSettings.pick({
  callName: true,
  callPhone: true,
  english: true,
  spanish: true,
}).strip();

/** What is wrong with the settings, each at its field; what cannot be read keeps nothing else from being looked at. */
export const faultsOf = (form: AutopilotForm, agency: string): readonly FieldError[] => {
  const unread = [...NUMBERS, 'mostOvertime' as const].filter(
    (field) => typeof form[field] !== 'number' && !(form[field] === null && OPTIONAL.includes(field)),
  );
  const issues = AutopilotSettings.safeParse(drafted(form)).error?.issues ?? [];
  const wrong = issues.map(({ path: [name], message }) => ({
    field: name === 'mostOvertimeCents' ? 'mostOvertime' : String(name),
    message,
  }));
  const texts = TEXTS.safeParse(drafted(form)).data;
  return [
    ...unread.map((field) => ({ field, message: 'Enter a number' })),
    ...[...wrong, ...(texts ? checkAutopilot(texts, agency) : [])].filter(
      ({ field }, at, all) =>
        !unread.some((one) => one === field) && all.findIndex((one) => one.field === field) === at,
    ),
  ];
};

const LABELS: Readonly<Record<keyof AutopilotForm, string>> = {
  isOn: 'Autopilot',
  withinHours: 'Hours before the start',
  callOuts: 'Who says it',
  people: 'People at once',
  waitMinutes: 'Wait',
  waves: 'Times',
  shortWaitMinutes: 'Short wait',
  quietFrom: 'Quiet from',
  quietUntil: 'Quiet until',
  offersPerDay: 'Offers a day to one person',
  mostOvertime: 'Most overtime',
  mostMiles: 'Most miles',
  onlyKnown: 'Only who knows the client',
  stopMinutes: 'Stops before the start',
  callName: 'Who gets the text',
  callPhone: 'Phone',
  english: 'English text',
  spanish: 'Spanish text',
};
const isName = (name: string): name is keyof AutopilotForm => name in LABELS;
export const labelOf = (name: string) => (isName(name) ? LABELS[name] : name);

const SOURCES: Readonly<Record<(typeof CALL_OUT_SOURCES)[number], string>> = {
  any: 'by phone or office',
  phone: 'on the phone',
  office: 'to the office',
};
export const SOURCE_CHOICES = CALL_OUT_SOURCES.map((value) => ({ value, label: SOURCES[value] }));

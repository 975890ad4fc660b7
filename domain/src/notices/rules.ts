import { birthdaysOn, showDate, validDate } from '../calendar.ts';
import type { ExcludedPlan } from '../care-plans/schema.ts';
import { isPersonField, type PersonKind } from '../people/dictionary.ts';
import { latestPlausible } from '../people/plausible-dates.ts';
import { remembering } from '../remembering.ts';
import { isSwitchedOn, type Switches } from '../sites/rules.ts';
import { halfName, scanErrorNames } from '../timesheets/rules.ts';
import type { ScanError } from '../timesheets/schema.ts';
import { EXPIRY_RULES, type ExpiryField, type ExpiryRule, GAP_RULES, type Span } from './expiry-rules.ts';
import { type Notice, type OwnPaper, PAPER_RULES, type RowMark } from './schema.ts';
import { inSentence, monthAndDay, saysDay, withoutDay } from './words.ts';

/** Birthday window (docs/rules/notices.md, rule 13). */
export const BIRTHDAY_DAYS = 10;

type PersonDate = Exclude<ExpiryField, 'excluded'>;

/** An active person with everything that the rules of their kind look at. */
export type NoticePerson = Readonly<Partial<Record<PersonDate, string | null>>> & {
  readonly ID: number;
  readonly kind: PersonKind;
  /** LastName, FirstName */
  readonly name: string;
  readonly DOB: string | null;
  readonly SkillNotNeed?: boolean;
  readonly covidVaccine?: string | null;
  readonly flushotVaccine?: string | null;
  readonly telehealthConsent?: boolean;
  /** The client has an active plan of an IHSS type (docs/rules/care-plans.md, rule 11). */
  readonly ihss?: boolean;
};

/** An active plan with excluded time. */
export type NoticePlan = Pick<ExcludedPlan, 'id' | 'Provider' | 'Client' | 'excluded'>;

// ---- borders

/**
 * The latest date whose age on `today` reaches (or exceeds) a span. Adding a span to dates keeps their order, month ends
 * included, so one border a day checks thousands of dates by comparing text.
 */
const latestAged = (span: Span, today: Temporal.PlainDate, border: 'reached' | 'exceeded'): string => {
  const isAged = (date: Temporal.PlainDate) => {
    const order = Temporal.PlainDate.compare(date.add(span), today);
    return border === 'reached' ? order <= 0 : order < 0;
  };
  let date = today.subtract(span).add({ days: 4 });
  while (!isAged(date)) date = date.subtract({ days: 1 });
  return date.toString();
};

type State = 'fine' | 'soon' | 'expired' | 'wrong' | 'missing';

/** A rule with the borders of one day: the state of a date, and the day on which it expires. */
interface DateRule {
  readonly rule: ExpiryRule;
  readonly stateOf: (date: string | null | undefined) => State;
  readonly dayOf: (date: string) => string | null;
}

/** Whether a text is a date; thousands of people share few thousand dates. */
const isDate = remembering((text) => validDate(text) !== undefined);

const dateRuleOn = (rule: ExpiryRule, today: Temporal.PlainDate): DateRule => {
  const { window } = rule;
  const now = today.toString();
  // A mistyped year must not silence the rule: anyone who has a date of 2062 would never expire.
  const latest = latestPlausible(rule.field, today);
  const isWrong = (date: string) => !isDate(date) || (latest !== undefined && date > latest);
  const dateRule = (
    stateOf: (date: string) => 'fine' | 'soon' | 'expired',
    dayOf: DateRule['dayOf'],
  ): DateRule => ({
    rule,
    dayOf,
    stateOf: (date) => (!date ? 'missing' : isWrong(date) ? 'wrong' : stateOf(date)),
  });
  if (window.by === 'floor')
    return dateRule(
      (date) => (date < window.floor ? 'expired' : 'fine'),
      () => null,
    );
  if (window.by === 'ahead') {
    const soonUntil = today.add(window.soon).toString();
    return dateRule(
      (date) => (date < now ? 'expired' : date <= soonUntil ? 'soon' : 'fine'),
      (date) => date,
    );
  }
  const soon = latestAged(window.soon, today, 'reached');
  const expired = latestAged(window.expired, today, window.border === 'from' ? 'reached' : 'exceeded');
  return dateRule(
    (date) => (date <= expired ? 'expired' : date <= soon ? 'soon' : 'fine'),
    (date) => Temporal.PlainDate.from(date).add(window.expired).toString(),
  );
};

const noticeOf = (words: string, { label }: ExpiryRule, day: string | null) =>
  words
    .replace('{label}', label)
    .replace('{what}', inSentence(label))
    .replace('{due}', monthAndDay(day ?? ''));

const APPLIES: Record<NonNullable<ExpiryRule['only']>, (person: NoticePerson) => boolean> = {
  ihss: ({ ihss }) => ihss === true,
  skillNeeded: ({ SkillNotNeed }) => !SkillNotNeed,
};

/** Of a caregiver's notices those that their own papers mend: no birthday, and no vaccine, which is theirs to tell. */
export const ownPapers = (notices: readonly Notice[]): OwnPaper[] =>
  notices.flatMap(({ rule: key, tone, day }) => {
    const rule = PAPER_RULES.find((one) => one === key);
    return rule ? [{ rule, tone, day }] : [];
  });

// ---- one day's evaluator

export interface Evaluator {
  readonly ofPerson: (person: NoticePerson) => Notice[];
  readonly ofPlan: (plan: NoticePlan) => Notice[];
  /** What is said about one date of a record, in words for its field; also that a needed one is missing. */
  readonly ofField: (
    person: Pick<NoticePerson, 'kind' | 'SkillNotNeed'>,
    field: string,
    date: string | null,
  ) => string | undefined;
}

type Where = Pick<Notice, 'at' | 'id' | 'name'>;

/** A rule on a site; whether it reports a date before it has passed depends on the site's switches. */
type SiteDateRule = DateRule & { readonly saysSoon: boolean };

/** What a rule says about one date: at most one notice. */
const dateNotices = (
  { rule, stateOf, dayOf, saysSoon }: SiteDateRule,
  date: string | null | undefined,
  where: Where,
): Notice[] => {
  const state = stateOf(date);
  if (state === 'fine' || (state === 'soon' && !saysSoon)) return [];
  const words = rule[state];
  if (words === undefined) return [];
  const isSoon = state === 'soon';
  const day = date && (isSoon || state === 'expired') ? dayOf(date) : null;
  return [
    {
      ...where,
      menu: isSoon ? rule.menu.soon : rule.menu.expired,
      group: null,
      rule: rule.key,
      tone: isSoon ? 'warn' : 'danger',
      text: noticeOf(words, rule, day),
      field: isPersonField(rule.field) ? rule.field : null,
      day,
      month: null,
    },
  ];
};

const gapNotice = ({ menu, group, key, text, field }: (typeof GAP_RULES)[number]) =>
  ({ menu, group, rule: key, tone: 'info', text, field, day: null, month: null }) as const;

/** Everything that is to be said today on a site with these capabilities (docs/rules/notices.md, rules 1 to 13). */
export const noticesOn = (today: Temporal.PlainDate, capabilities: Switches): Evaluator => {
  const isOn = (needs: ExpiryRule['needs']) => needs.every((needed) => isSwitchedOn(capabilities, needed));
  const rules = EXPIRY_RULES.filter(({ needs }) => isOn(needs)).map((rule) => ({
    ...dateRuleOn(rule, today),
    saysSoon: isOn(rule.soonNeeds),
  }));
  const gaps = GAP_RULES.filter(({ needs }) => isOn(needs));
  const birthdays = birthdaysFrom(today);

  const byKind = {
    Provider: rules.filter(({ rule }) => rule.whom === 'Provider'),
    Client: rules.filter(({ rule }) => rule.whom === 'Client'),
    Plan: rules.filter(({ rule }) => rule.whom === 'Plan'),
  };

  return {
    ofPerson: (person) => {
      const where = { at: 'person', id: person.ID, name: person.name } as const;
      const notices: Notice[] = [];
      for (const dateRule of byKind[person.kind]) {
        const { only, field } = dateRule.rule;
        if (field === 'excluded' || (only && !APPLIES[only](person))) continue;
        notices.push(...dateNotices(dateRule, person[field], where));
      }
      for (const gap of gaps)
        if (gap.whom === person.kind && gap.none.includes(person[gap.field] ?? null))
          notices.push({ ...where, ...gapNotice(gap) });
      const day = person.DOB === null ? undefined : birthdays.get(person.DOB.slice(5));
      if (day) notices.push({ ...where, ...birthday(person.kind, day, today) });
      return notices;
    },
    ofField: (person, field, date) => {
      const dateRule = byKind[person.kind].find(({ rule }) => rule.field === field);
      const { only } = dateRule?.rule ?? {};
      if (!dateRule || only === 'ihss' || (only && !APPLIES[only](NO_ONE(person)))) return undefined;
      const [notice] = dateNotices(dateRule, date, { at: 'person', id: 0, name: '' });
      return notice && fieldWords(notice);
    },
    ofPlan: (plan) =>
      byKind.Plan.flatMap((dateRule) =>
        dateNotices(dateRule, plan.excluded, { at: 'plan', id: plan.id, name: pairName(plan) }),
      ),
  };
};

const NO_ONE = (person: Pick<NoticePerson, 'kind' | 'SkillNotNeed'>): NoticePerson => ({
  ...person,
  ID: 0,
  name: '',
  DOB: null,
});

/** 'Home visit expired on 08-20-2026', 'Home visit due 12-04-2026': at the field the year is said too. */
const fieldWords = (notice: Notice): string => {
  const { text, day } = notice;
  if (!day) return text;
  return saysDay(notice) ? `${withoutDay(notice)} ${showDate(day)}` : `${text} on ${showDate(day)}`;
};

const pairName = (of: { readonly Provider: string; readonly Client: string }) =>
  `${of.Provider} for ${of.Client}`;

// ---- birthdays

/** MM-DD → day of the birthday, today through 10 days ahead. */
const birthdaysFrom = (today: Temporal.PlainDate): ReadonlyMap<string, string> => {
  const days = new Map<string, string>();
  for (let ahead = 0; ahead <= BIRTHDAY_DAYS; ahead += 1) {
    const date = today.add({ days: ahead });
    for (const birthday of birthdaysOn(date)) days.set(birthday, date.toString());
  }
  return days;
};

const birthday = (kind: PersonKind, day: string, today: Temporal.PlainDate) => {
  const when =
    day === today.toString()
      ? 'today'
      : day === today.add({ days: 1 }).toString()
        ? 'tomorrow'
        : `on ${monthAndDay(day)}`;
  return {
    menu: kind === 'Provider' ? 'birthdayProvider' : 'birthdayClient',
    group: null,
    rule: 'birthday',
    tone: 'info',
    text: `Birthday ${when}`,
    field: null,
    day,
    month: null,
  } as const;
};

// ---- timesheets

export const noticeOfScan = (scan: ScanError): Notice => ({
  menu: 'tsErrors',
  group: null,
  rule: 'scan',
  tone: 'info',
  at: 'plan',
  id: scan.CareID,
  name: pairName(scan),
  text: `${scan.date}, ${halfName(scan.period)}: ${scanErrorNames(scan.error)}`,
  field: null,
  day: null,
  month: scan.date,
});

// ---- marks

const MARKING = new Set(EXPIRY_RULES.filter(({ marks }) => marks).map(({ key }) => key));

/** Everything that marks the row of a person: its worst tone, and all reasons, the overdue ones first. */
export const rowMarks = (notices: readonly Notice[]): RowMark[] => {
  const reasons = { danger: new Map<number, string[]>(), warn: new Map<number, string[]>() };
  const ids = new Set<number>();
  for (const { at, id, tone, text, rule } of notices) {
    if (at !== 'person' || tone === 'info' || !MARKING.has(rule)) continue;
    ids.add(id);
    const of = reasons[tone].get(id);
    if (of) of.push(text);
    else reasons[tone].set(id, [text]);
  }
  return [...ids].map((id) => {
    const danger = reasons.danger.get(id) ?? [];
    const warn = reasons.warn.get(id) ?? [];
    return { id, tone: danger.length > 0 ? 'danger' : 'warn', reasons: [...danger, ...warn] };
  });
};

import {
  dayOfStamp,
  hoursOf,
  hoursText,
  sayClock,
  sayDay,
  saySpan,
  sayTime,
  weekdayOf,
} from '@homecare/domain/calendar.ts';
import { capital } from '@homecare/domain/capital.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { OtherTime, Proposal, ProposalLine } from '@homecare/domain/staffing/contract.ts';
import { sayMinutes } from '@homecare/domain/staffing/figure-words.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { sayVisitsHere } from '@homecare/domain/staffing/visits-here.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Figure } from './FigureList.tsx';
import type { PlanLook } from './plan-look.ts';

/** How a proposal is put into words. */

/** 'Sun, Nov 22' */
export const dayWords = (date: string) => `${weekdayOf(Temporal.PlainDate.from(date))}, ${sayDay(date)}`;
/** '7:00 AM – 9:00 AM' */
export const timeWords = ({ start, end }: Pick<OpenVisit, 'start' | 'end'>) =>
  `${sayTime(start)} – ${sayTime(end)}`;

const STAGE_WORDS = {
  coverage: 'more minutes may be covered',
  continuity: 'fewer caregivers may do',
  cost: 'it may cost less',
} as const;

/** 'Proven best' and in what (driving is not proven), or 'Within 2% of the best' and what may be better: 'it may cost less'. */
export const provenWords = (unproven: Proposal['unproven']) =>
  unproven === null
    ? { words: 'Proven best', more: 'coverage, caregivers and cost' }
    : { words: `Within ${unproven.percent}% of the best`, more: STAGE_WORDS[unproven.stage] };

/** '118 caregivers compared in 1.8 s' */
export const comparedWords = ({ compared, milliseconds }: Pick<Proposal, 'compared' | 'milliseconds'>) =>
  `${counted(compared, 'caregiver')} compared in ${Math.max(0.1, milliseconds / 1000).toFixed(1)} s`;

/** What a proposal comes to, beside what is picked one by one. */
export const totalFigures = (
  { totals, oneByOne }: Pick<Proposal, 'totals' | 'oneByOne'>,
  opens: (look: PlanLook) => Pick<Figure, 'onOpen' | 'isShown'> = () => ({}),
  people: Pick<Figure, 'onOpen'> = {},
): Figure[] => [
  {
    ...opens('covered'),
    name: 'Covered',
    value: `${totals.covered} of ${totals.visits}`,
    more: `${hoursOf(totals.coveredMinutes)} of ${hoursText(totals.minutes)}`,
  },
  {
    ...people,
    name: 'Caregivers',
    value: String(totals.caregivers),
    more: totals.caregivers === 0 ? '' : `at most ${totals.mostAtOneClient} at one client`,
  },
  {
    ...opens('overtime'),
    name: 'Overtime added',
    value: hoursText(totals.overtimeMinutes),
    more: totals.overtimeCents === null ? '' : showMoney(totals.overtimeCents),
    ...(totals.overtimeMinutes > 0 && { tone: 'warn' }),
  },
  {
    ...opens('driving'),
    name: 'Driving added',
    value: sayMinutes(totals.extraMinutes),
    more: 'to and from visits',
  },
  {
    name: 'If picked one by one',
    value: `${oneByOne.covered} of ${oneByOne.visits}`,
    more: [
      counted(oneByOne.caregivers, 'caregiver'),
      `${hoursText(oneByOne.overtimeMinutes)} overtime`,
      ...(oneByOne.overtimeCents === null ? [] : [showMoney(oneByOne.overtimeCents)]),
    ].join(', '),
    tone: 'mute',
  },
];

/** 'Rosa Gallegos is away Nov 22 – 28: 14 visits need a caregiver', or without a name where several are missed. */
export const planTitle = (lines: readonly ProposalLine[]): string => {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return 'Every visit has a caregiver';
  const span = saySpan(first.visit.date, last.visit.date);
  const need = counted(lines.length, 'visit needs', 'visits need');
  const missed = new Set(lines.map(({ visit }) => visit.ProviderID));
  return missed.size === 1
    ? `${first.visit.Provider} cannot come ${span}: ${need} a caregiver`
    : `${need} a caregiver, ${span}`;
};

/** 'Time off approved Nov 12 by M.R.', or since when all of them are called out of; '' where they need somebody for other reasons. */
export const awayWords = (
  {
    lines,
    approval,
  }: Pick<Proposal, 'approval'> & { readonly lines: readonly { readonly visit: Pick<OpenVisit, 'since'> }[] },
  zone: string,
): string => {
  if (approval)
    return `Time off approved ${sayDay(dayOfStamp(approval.at, zone))} by ${approval.by.replace(/\.$/, '')}.`;
  const [since, ...others] = new Set(lines.map(({ visit }) => visit.since));
  return since && others.length === 0
    ? `Called out ${sayDay(dayOfStamp(since, zone))}, ${sayClock(since, zone)}.`
    : '';
};

/** Why somebody is proposed, beside the columns with driving and cost; of a choice of the office also why it cannot be. */
export const whyWords = (line: ProposalLine, lines: readonly ProposalLine[]): string => {
  if (line.whyNot !== null) return `Your choice can’t come: ${line.whyNot}`;
  if (line.isFixed) return line.ProviderID === null ? 'Your choice: stays open' : 'Your choice';
  const here = lines.filter(({ visit }) => visit.ClientID === line.visit.ClientID);
  const isAll = here.length > 1 && here.every(({ ProviderID }) => ProviderID === line.ProviderID);
  return [capital(sayVisitsHere(line)), ...(isAll ? ['same caregiver every time'] : [])].join(', ');
};

/** '$15.75'; where nobody sees dollars '+1.5 h' below the head that says 'Overtime', or 'none'. */
export const extraWords = ({ overtimeCents, overtimeMinutes }: ProposalLine): string =>
  overtimeCents === null
    ? overtimeMinutes > 0
      ? `+${hoursText(overtimeMinutes)}`
      : 'none'
    : showMoney(overtimeCents);

/** 'Thu, Nov 26, 8:00 PM stays open.' */
export const staysOpenWords = ({ visit }: ProposalLine): string =>
  `${dayWords(visit.date)}, ${sayTime(visit.start)} stays open.`;

/** 'At 4:00 PM Archuleta, Ana or Dahal, Bhim can come.', 'At 4:00 PM 5 can come, Archuleta, Ana first.' */
export const otherTimeWords = ({ start, count, Providers }: NonNullable<OtherTime>): string =>
  count > Providers.length
    ? `At ${sayTime(start)} ${count} can come, ${Providers[0] ?? ''} first.`
    : `At ${sayTime(start)} ${Providers.join(' or ')} can come.`;

/** A visit for which something could not be done. */
export interface NotDone {
  readonly visit: Pick<OpenVisit, 'Client' | 'date'>;
  readonly why: string;
}

/** So many are named in one message. */
const NAMED = 3;

/** A reason as part of a sentence. */
export const withoutStop = (why: string) => why.replace(/\.$/, '');

/** One by its client and day; several for the same reason together, so that each reason is read. */
const sayReason = ([why, all]: readonly [string, readonly NotDone[]]): string => {
  const [first] = all;
  if (!first) return '';
  const { Client, date } = first.visit;
  return all.length === 1
    ? `${Client}, ${dayWords(date)}: ${withoutStop(why)}.`
    : `${withoutStop(why)} (${counted(all.length, 'visit')}, first ${Client}, ${dayWords(date)}).`;
};

/** What the office should know before it assigns, each sentence once: 'Vigil, Rosa, Thu, Nov 26: Archuleta, Ana: Thanksgiving.' */
export const notesOf = (lines: readonly ProposalLine[]): string[] => {
  const known = lines.flatMap(({ visit, Provider, notes }) =>
    notes.map((note) => ({ visit, why: `${Provider ?? ''}: ${note}` })),
  );
  return [...Map.groupBy(known, ({ why }) => why)].map(sayReason);
};

/** '1 visit was not assigned. Vigil, Rosa, Tue, Nov 24: Archuleta, Ana has another visit then.' */
export const sayNotDone = (what: string, refused: readonly NotDone[]) => {
  const reasons = [...Map.groupBy(refused, ({ why }) => why)];
  const named = reasons.slice(0, NAMED).map(sayReason);
  const more = refused.length - sum(reasons.slice(0, NAMED).map(([, all]) => all.length));
  const was = `${counted(refused.length, 'visit was', 'visits were')} not ${what}.`;
  return [was, ...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
};

import { hoursOf, sayDay, sayTime, weekdayOf } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { Proposal, ProposalTotals } from '@homecare/domain/staffing/contract.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';

/** How a proposal is told. */

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

/** 'Proven best', 'Within 2% of the best: it may cost less' */
export const provenWords = (unproven: Proposal['unproven']) =>
  unproven === null
    ? 'Proven best'
    : `Within ${unproven.percent}% of the best: ${STAGE_WORDS[unproven.stage]}`;

const hoursWords = (minutes: number) => `${hoursOf(minutes)} h`;

/** '1 h 46 min' */
export const driveWords = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

const overtimeWords = ({ overtimeMinutes, overtimeCents }: ProposalTotals) =>
  overtimeCents === null || overtimeMinutes === 0
    ? hoursWords(overtimeMinutes)
    : `${hoursWords(overtimeMinutes)}, ${showMoney(overtimeCents)}`;

/** What a proposal comes to, beside what is picked one by one. */
export const totalFacts = ({ totals, oneByOne }: Pick<Proposal, 'totals' | 'oneByOne'>) =>
  [
    [
      'Covered',
      `${totals.covered} of ${totals.visits} (${hoursWords(totals.coveredMinutes)} of ${hoursWords(totals.minutes)})`,
    ],
    [
      'Caregivers',
      totals.caregivers === 0 ? '0' : `${totals.caregivers}, at most ${totals.mostAtOneClient} at one client`,
    ],
    ['Overtime added', overtimeWords(totals)],
    ['Driving added', driveWords(totals.extraMinutes)],
    [
      'If picked one by one',
      `${oneByOne.covered} of ${oneByOne.visits}, ${counted(oneByOne.caregivers, 'caregiver')}, ${overtimeWords(oneByOne)} overtime`,
    ],
  ] as const;

/** A visit for which something could not be done. */
export interface NotDone {
  readonly visit: Pick<OpenVisit, 'Client' | 'day'>;
  readonly why: string;
}

/** So many are named in one message. */
const NAMED = 3;

/** '1 visit was not assigned. Vigil, Rosa, Tue, Nov 24: Archuleta, Ana has another visit then.' */
export const sayNotDone = (what: string, refused: readonly NotDone[]) => {
  const named = refused
    .slice(0, NAMED)
    .map(({ visit, why }) => `${visit.Client}, ${dayWords(visit.day)}: ${why.replace(/\.$/, '')}.`);
  const more = refused.length - named.length;
  const was = `${counted(refused.length, 'visit was', 'visits were')} not ${what}.`;
  return [was, ...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
};

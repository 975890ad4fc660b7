import { showStamp } from '@homecare/domain/calendar.ts';
import type { EventKind, OutcomeKind, VisitEvent, VisitOutcome } from '@homecare/domain/staffing/schema.ts';
import classes from './Story.module.css';

const EVENT_WORDS: Record<EventKind, string> = {
  calledOut: 'called out',
  callOutWithdrawn: 'can come after all',
  offered: 'was asked',
  opened: 'opened the offer',
  accepted: 'said yes',
  declined: 'said no',
  refused: 'said yes, but could not take it',
  answeredUnclear: 'answered, and it was not clear what',
  waveEnded: 'These offers ended without a yes',
  paused: 'Offers were paused',
  resumed: 'Offers went on',
  stopped: 'Offers were stopped',
  covered: 'took the visit',
  uncovered: 'does not come any more',
  told: 'was told',
  officeTold: 'The office was told that nobody comes yet',
};

const BY_ITSELF: Readonly<Record<string, string>> = { Automatic: 'automatically', offers: '' };
const sayWho = (who: string | null) => (who === null ? '' : (BY_ITSELF[who] ?? `by ${who}`));

/** 'Archuleta, Ana said yes: N, kids to school, by M.R.' */
export const sayEvent = ({ kind, Provider, who, words }: VisitEvent) =>
  [
    [Provider, EVENT_WORDS[kind]].filter(Boolean).join(' ') + (words ? `: ${words.replace(/\.$/, '')}` : ''),
    sayWho(who),
  ]
    .filter(Boolean)
    .join(', ');

const OUTCOME_WORDS: Record<OutcomeKind, (of: string) => string> = {
  cameAfterAll: (who) => `${who} checked in, but no longer had the visit`,
  sent: () => 'Sent to the aggregator',
  confirmed: () => 'The aggregator took it',
  rejected: () => 'The aggregator rejected it',
  billed: (month) => `Billed on the card of ${month}`,
  claimed: (claim) => `Sent to the payer in claim ${claim}`,
  claimAccepted: (claim) => `The payer took claim ${claim}`,
  claimRefused: (claim) => `The payer refused claim ${claim}`,
  claimPaid: (claim) => `The payer paid claim ${claim}`,
  claimDenied: (claim) => `The payer denied claim ${claim}`,
  claimTakenBack: (claim) => `The payer took the payment of claim ${claim} back`,
  paid: (run) => `Paid in payroll run ${run}`,
};

/** 'Sent to the payer in claim 12-3' */
export const sayOutcome = ({ kind, of }: VisitOutcome) => OUTCOME_WORDS[kind](of ?? '');

interface StoryProps {
  readonly steps: readonly { readonly at: string; readonly words: string }[];
  readonly zone: string;
}

/** What happened to a visit, in its order. */
export const Story = ({ steps, zone }: StoryProps) =>
  steps.length === 0 ? null : (
    <ol className={classes.story} aria-label="What happened">
      {steps.map(({ at, words }) => (
        <li key={`${at} ${words}`}>
          <time dateTime={at}>{showStamp(at, zone)}</time>
          <span>{words}</span>
        </li>
      ))}
    </ol>
  );

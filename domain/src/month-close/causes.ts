/** The way of a planned day to its payment, and what keeps it from the next stage (docs/rules/month-close.md, rules 1 to 4). */

export const STAGES = [
  'planned',
  'worked',
  'verified',
  'card',
  'proven',
  'claimed',
  'accepted',
  'paid',
] as const;
export type Stage = (typeof STAGES)[number];
export const rankOf = (stage: Stage): number => STAGES.indexOf(stage);

export const STAGE_TITLES: Readonly<Record<Stage, string>> = {
  planned: 'Planned',
  worked: 'Worked',
  verified: 'Verified',
  card: 'On a card',
  proven: 'Proven',
  claimed: 'Claimed',
  accepted: 'Accepted',
  paid: 'Paid',
};

/** Screens on which a cause is fixed. */
export const FIX_PAGES = [
  'visits',
  'billing',
  'claims',
  'denials',
  'record',
  'client',
  'caregiver',
  'plan',
  'scans',
  'types',
] as const;
export type FixPage = (typeof FIX_PAGES)[number];

export interface CauseFacts {
  /** The stage that is not reached. */
  readonly before: Stage;
  readonly title: string;
  /** After a count: '47 missed'. */
  readonly short: string;
  readonly fix: { readonly label: string; readonly page: FixPage } | null;
  /** Money waits for somebody to do something; the others are lost, still to come, or on their way. */
  readonly isBlocking: boolean;
  /** No card is made for the client before it is fixed. */
  readonly stopsCards: boolean;
}

const at = (
  before: Stage,
  title: string,
  short: string,
  fix: CauseFacts['fix'],
  of: 'open' | 'stops' | 'blocks',
): CauseFacts => ({ before, title, short, fix, isBlocking: of !== 'open', stopsCards: of === 'stops' });
const go = (page: FixPage, label: string) => ({ page, label });

export const CAUSES = {
  toCome: at('worked', 'Still to come', 'still to come', null, 'open'),
  missed: at('worked', 'Missed', 'missed', go('visits', 'Open visits'), 'open'),
  closed: at('worked', 'Closed by the office', 'closed', null, 'open'),
  movedAway: at('worked', 'Moved to another month', 'moved to another month', null, 'open'),
  noCheckOut: at('worked', 'No check-out', 'without a check-out', go('visits', 'Set the time'), 'stops'),
  noTimes: at('verified', 'No usable times', 'without usable times', go('visits', 'Set the times'), 'stops'),
  notSent: at('verified', 'Never sent to Sandata', 'never sent', go('visits', 'Send'), 'stops'),
  pending: at('verified', 'Waiting for Sandata', 'waiting for Sandata', null, 'stops'),
  rejected: at(
    'verified',
    'Rejected by Sandata',
    'rejected by Sandata',
    go('visits', 'Fix the visit'),
    'stops',
  ),
  clientRejected: at(
    'verified',
    'Client rejected by Sandata',
    'whose client Sandata rejected',
    go('client', 'Fix the client'),
    'stops',
  ),
  caregiverRejected: at(
    'verified',
    'Caregiver rejected by Sandata',
    'whose caregiver Sandata rejected',
    go('caregiver', 'Fix the caregiver'),
    'stops',
  ),
  otherService: at(
    'verified',
    'Accepted as another service',
    'accepted as another service',
    go('types', 'Check the type'),
    'stops',
  ),
  outsidePlan: at('card', 'Outside the care plan', 'outside the plan', go('plan', 'Open the plan'), 'stops'),
  twoVisits: at('card', 'Two visits on one day', 'twice on a day', go('billing', 'Make the card'), 'stops'),
  noRate: at('card', 'No billing rate', 'without a rate', go('types', 'Enter the rate'), 'stops'),
  noUnits: at('card', 'Units not known', 'of unknown units', go('types', 'Set the units'), 'stops'),
  noPar: at('card', 'No authorization on the day', 'without authorization', go('record', 'Add it'), 'stops'),
  overPar: at('card', 'More units than authorized', 'above authorization', go('record', 'Open it'), 'stops'),
  noScan: at('card', 'Timesheet missing', 'without a timesheet', go('scans', 'Open scans'), 'stops'),
  refusedCard: at('card', 'The card was not saved', 'not saved', go('billing', 'Make the card'), 'stops'),
  waits: at('card', 'Another visit of the client is not ready', 'wait for another visit', null, 'open'),
  ready: at('card', 'Ready for a card', 'ready for a card', null, 'open'),
  notOnCard: at('card', 'Left out of the card', 'left out of the card', go('billing', 'Modify'), 'blocks'),
  unproven: at('proven', 'Billed without proof', 'not proven', go('billing', 'Open the card'), 'blocks'),
  private: at('claimed', 'Billed to the client', 'billed to the client', null, 'open'),
  insurer: at('claimed', 'Billed to an insurer', 'billed to an insurer', null, 'open'),
  notAsked: at('claimed', 'Not to be claimed', 'not to be claimed', null, 'open'),
  notBilled: at(
    'claimed',
    'The record is not Billed',
    'on a record that is not Billed',
    go('billing', 'Set the status'),
    'blocks',
  ),
  notClaimed: at('claimed', 'Not in a claim file yet', 'not in a file yet', go('claims', 'Claim'), 'blocks'),
  noReceipt: at('accepted', 'Waiting for the payer’s receipt', 'waiting for a receipt', null, 'open'),
  refused: at(
    'accepted',
    'Rejected by the payer',
    'rejected by the payer',
    go('claims', 'Claim again'),
    'blocks',
  ),
  noPayment: at('paid', 'Waiting for payment', 'waiting for payment', null, 'open'),
  denied: at('paid', 'Denied', 'denied', go('denials', 'Open denials'), 'blocks'),
} as const satisfies Readonly<Record<string, CauseFacts>>;
export type Cause = keyof typeof CAUSES;
export const CAUSE_NAMES = Object.keys(CAUSES).filter((name): name is Cause => Object.hasOwn(CAUSES, name));
export const factsOf = (cause: Cause): CauseFacts => CAUSES[cause];

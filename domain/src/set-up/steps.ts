import { counted } from '../counted.ts';
import { sum } from '../sum.ts';
import { SET_UP_STEPS, type SetUpStep, type StepState } from './schema.ts';

/** Derives the state of each set-up step from the agency's data (docs/rules/set-up.md, rule 2). */

/** An external service: whether it has an account, and whether it is switched on. */
export interface ServiceState {
  readonly isConnected: boolean;
  readonly isOn: boolean;
}

export interface SetUpFacts {
  readonly agency: string;
  readonly hasAddress: boolean;
  readonly hasPhone: boolean;
  readonly hasLogo: boolean;
  readonly zone: string;
  /** Whether the agency bills Medicaid. */
  readonly bills: boolean;
  /** Number of payer details that claim files still need. */
  readonly payerFaults: number;
  readonly caregivers: number;
  readonly clients: number;
  readonly types: number;
  /** Care plan types that have a rate. */
  readonly ratedTypes: number;
  readonly aggregator: ServiceState;
  readonly texts: ServiceState;
  readonly mail: ServiceState;
  /** Accounts of admins and managers. */
  readonly officeAccounts: number;
  readonly hasPlan: boolean;
  /** Accounts of caregivers. */
  readonly phoneAccounts: number;
  readonly hasCheckIn: boolean;
}

/** Whether the address has a street, recognized by a house number. A new agency has only its town. */
export const isWholeAddress = (lines: readonly string[]): boolean => lines.some((line) => /\d/.test(line));

/** One requirement of a step. */
interface Need {
  readonly isMet: boolean;
  /** What to do, as a sentence addressed to the reader. */
  readonly words: string;
  readonly minutes: number;
}

const service = ({ isConnected, isOn }: ServiceState, name: string, minutes: number): Need => ({
  isMet: isConnected && isOn,
  words: isConnected ? `Switch on ${name}: it is connected, but off.` : `Connect ${name}.`,
  minutes: isConnected ? 1 : minutes,
});

const need = (isMet: boolean, words: string, minutes: number): Need => ({ isMet, words, minutes });

const NEEDS: Readonly<Record<SetUpStep, (facts: SetUpFacts) => readonly Need[]>> = {
  agency: ({ hasAddress, hasPhone }) => [
    need(hasAddress, 'Enter the address of your agency.', 1),
    need(hasPhone, 'Enter the phone number of your office.', 1),
  ],
  payer: ({ bills, payerFaults }) => [
    need(
      !bills || payerFaults === 0,
      `Enter what the payer asks for: ${counted(payerFaults, 'detail is', 'details are')} missing.`,
      Math.min(10, payerFaults),
    ),
  ],
  people: ({ caregivers, clients }) => [
    need(caregivers > 0, 'Add your caregivers.', 3),
    need(clients > 0, 'Add your clients.', 3),
  ],
  types: ({ ratedTypes }) => [need(ratedTypes > 0, 'Enter the rate of a care plan type.', 3)],
  connections: ({ aggregator, texts, mail }) => [
    service(aggregator, 'Sandata', 8),
    service(texts, 'text messages', 5),
    service(mail, 'e-mail', 4),
  ],
  colleagues: ({ officeAccounts }) => [need(officeAccounts > 1, 'Create an account for a colleague.', 2)],
  visit: ({ hasPlan, phoneAccounts, hasCheckIn }) => [
    need(hasPlan, 'Make the first care plan.', 5),
    need(phoneAccounts > 0, 'Give its caregiver an account for the phone.', 2),
    need(hasCheckIn, 'Check in to the first visit on a phone.', 2),
  ],
};

const services = ({ aggregator, texts, mail }: SetUpFacts) =>
  [
    aggregator.isConnected && aggregator.isOn && 'Sandata',
    texts.isConnected && texts.isOn && 'Text messages',
    mail.isConnected && mail.isOn && 'E-mail',
  ].filter((name) => name !== false);

const list = (parts: readonly (string | false)[]) => parts.filter((part) => part !== false).join(', ');

/** What exists already; '' if nothing. */
const SUMMARIES: Readonly<Record<SetUpStep, (facts: SetUpFacts) => string>> = {
  agency: ({ agency, hasAddress, hasPhone, hasLogo }) =>
    list([agency, hasAddress && 'address', hasPhone && 'phone', hasLogo && 'logo']),
  payer: ({ zone, bills, payerFaults }) =>
    list([zone, !bills && 'no billing', bills && payerFaults === 0 && 'payer']),
  people: ({ caregivers, clients }) =>
    list([caregivers > 0 && counted(caregivers, 'caregiver'), clients > 0 && counted(clients, 'client')]),
  types: ({ types, ratedTypes }) =>
    `${counted(types, 'type')}, ${ratedTypes.toLocaleString('en-US')} with a rate`,
  connections: (facts) => list(services(facts)),
  colleagues: ({ officeAccounts }) => counted(officeAccounts, 'office account'),
  visit: ({ hasPlan, phoneAccounts, hasCheckIn }) =>
    list([
      hasPlan && 'care plan',
      phoneAccounts > 0 && counted(phoneAccounts, 'phone account'),
      hasCheckIn && 'first check-in',
    ]),
};

export interface StepOfSetUp {
  readonly step: SetUpStep;
  readonly state: StepState;
  readonly minutes: number;
  readonly summary: string;
  readonly missing: readonly string[];
}

/** The state of each step. A step that is done counts as done even if it was skipped before. */
export const setUpSteps = (facts: SetUpFacts, skipped: readonly SetUpStep[]): StepOfSetUp[] =>
  SET_UP_STEPS.map((step) => {
    const open = NEEDS[step](facts).filter(({ isMet }) => !isMet);
    return {
      step,
      state: open.length === 0 ? 'done' : skipped.includes(step) ? 'skipped' : 'open',
      minutes: sum(open.map(({ minutes }) => minutes)),
      summary: SUMMARIES[step](facts),
      missing: open.map(({ words }) => words),
    };
  });

/** Estimated minutes for all open steps; skipped ones do not count. */
export const minutesLeft = (steps: readonly Pick<StepOfSetUp, 'state' | 'minutes'>[]): number =>
  sum(steps.filter(({ state }) => state === 'open').map(({ minutes }) => minutes));

/** The next open step after the present one, or else the first open step. */
export const nextStep = (
  steps: readonly Pick<StepOfSetUp, 'step' | 'state'>[],
  present?: SetUpStep,
): SetUpStep | undefined => {
  const at = steps.findIndex(({ step }) => step === present);
  const around = [...steps.slice(at + 1), ...steps.slice(0, Math.max(at, 0))];
  return around.find(({ state }) => state === 'open')?.step;
};

export const STEP_TITLES: Readonly<Record<SetUpStep, string>> = {
  agency: 'Your agency',
  payer: 'Time zone and payer',
  people: 'People',
  types: 'Care plan types and rates',
  connections: 'Connections',
  colleagues: 'Your team',
  visit: 'First visit',
};

/** What a step is about, shown while nothing of it exists. */
export const STEP_HELP: Readonly<Record<SetUpStep, string>> = {
  agency: 'Name, address, phone and logo',
  payer: 'When days begin, and who pays',
  people: 'Import a file, or type the first few',
  types: 'What you do, and what a unit of it pays',
  connections: 'Sandata, text messages and e-mail, each with a test',
  colleagues: 'Accounts for the people in your office',
  visit: 'The first care plan, and a check-in on a phone',
};

/** 'About 24 minutes left'. */
export const sayMinutes = (minutes: number): string => `About ${counted(minutes, 'minute')} left`;

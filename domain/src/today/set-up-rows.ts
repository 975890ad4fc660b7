import { counted } from '../counted.ts';
import { minutesLeft, nextStep, STEP_TITLES, type StepOfSetUp } from '../set-up/steps.ts';
import type { Draft, TodayFacts } from './facts.ts';

/** Rows about the first day: the set-up while it is under way, and each step that was skipped (docs/rules/set-up.md, rules 5 and 6). */

const NOTHING = { named: [], cents: null, at: null, placeCount: 1, mend: { by: 'list' } } as const;

const minutes = (count: number) => (count > 0 ? `${count} min` : '');

/** Once the first visit was checked in to, an agency that left steps open knows what it does without. */
const wholeRow = (steps: readonly StepOfSetUp[]): Draft[] => {
  const open = steps.filter(({ state }) => state === 'open');
  const next = nextStep(steps);
  if (!next || !open.some(({ step }) => step === 'visit')) return [];
  return [
    {
      ...NOTHING,
      named: [],
      key: 'setUp',
      kind: 'setUp',
      tone: 'warn',
      title: `Set up your agency: ${counted(open.length, 'step')} left`,
      text: `Next: ${STEP_TITLES[next]}`,
      figure: { main: minutes(minutesLeft(steps)), note: 'left' },
      count: open.length,
      place: { list: 'setUp', step: null },
      button: 'Set up',
    },
  ];
};

const skippedRow = ({ step, missing, minutes: needed }: StepOfSetUp): Draft => ({
  ...NOTHING,
  named: [],
  key: `setUp:${step}`,
  kind: 'setUp',
  tone: 'warn',
  title: `Skipped in the set-up: ${STEP_TITLES[step]}`,
  text: missing.join(' '),
  figure: { main: minutes(needed), note: 'to set up' },
  count: 1,
  place: { list: 'setUp', step },
  button: 'Set up',
});

export const setUpRows = ({ setUp = [] }: TodayFacts): Draft[] => [
  ...wholeRow(setUp),
  ...setUp.filter(({ state }) => state === 'skipped').map(skippedRow),
];

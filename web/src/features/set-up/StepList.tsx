import type { SetUpStep } from '@homecare/domain/set-up/schema.ts';
import { minutesLeft, STEP_HELP, STEP_TITLES, sayMinutes } from '@homecare/domain/set-up/steps.ts';
import { IconCheck } from '@tabler/icons-react';
import { useSite } from '../../platform/own-site.ts';
import { PlaceLink } from '../../platform/PlaceLink.tsx';
import { pathOfStep } from '../../platform/set-up-path.ts';
import type { SetUp } from './api.ts';
import classes from './SetUp.module.css';

type Step = SetUp['steps'][number];

const WORDS: Readonly<Record<Step['state'], (minutes: number) => string>> = {
  done: () => 'done',
  skipped: () => 'skipped',
  open: (minutes) => `${minutes} min`,
};

const StepLink = ({
  step,
  number,
  isOpen,
}: {
  readonly step: Step;
  readonly number: number;
  readonly isOpen: boolean;
}) => (
  <li className={classes.item} data-state={step.state} aria-current={isOpen ? 'step' : undefined}>
    <span className={classes.mark} aria-hidden="true">
      {step.state === 'done' ? <IconCheck size={18} stroke={2} /> : number}
    </span>
    <div className={classes.named}>
      <PlaceLink place={{ to: pathOfStep(step.step) }} className={classes.link}>
        {STEP_TITLES[step.step]}
      </PlaceLink>
      <p>{step.summary || STEP_HELP[step.step]}</p>
    </div>
    <span className={classes.state}>{WORDS[step.state](step.minutes)}</span>
  </li>
);

interface StepListProps {
  readonly data: SetUp;
  readonly open: SetUpStep | undefined;
}

/** The steps with what is done of them, how long the others take, and the way to the example agency. */
export const StepList = ({ data: { steps, sample }, open }: StepListProps) => {
  const agency = useSite()?.title ?? 'your agency';
  const done = steps.filter(({ state }) => state === 'done').length;
  const minutes = minutesLeft(steps);
  return (
    <nav className={classes.list} aria-labelledby="set-up-title">
      <div className={classes.inner}>
        <h2 id="set-up-title">Set up {agency}</h2>
        <p>
          {minutes > 0
            ? `${sayMinutes(minutes)}. Skip any step and come back later.`
            : 'Nothing is left to do now.'}
        </p>
        <progress className={classes.progress} aria-label="Steps done" max={steps.length} value={done} />
        <p>
          {done} of {steps.length} done
        </p>
        <ol>
          {steps.map((step, at) => (
            <StepLink key={step.step} step={step} number={at + 1} isOpen={step.step === open} />
          ))}
        </ol>
        {sample && (
          <p className={classes.sample}>
            Just looking? <a href={sample}>Open the sample agency</a>. Made-up caregivers and clients, and
            nothing is sent. Your operator has its logins.
          </p>
        )}
      </div>
    </nav>
  );
};

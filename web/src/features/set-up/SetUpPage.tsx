import type { SetUpStep } from '@homecare/domain/set-up/schema.ts';
import { nextStep, STEP_HELP, STEP_TITLES } from '@homecare/domain/set-up/steps.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { type FormGuard, useFormGuard } from '../../platform/form/form-guard.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { pathOfStep, SET_UP, stepOfPath } from '../../platform/set-up-path.ts';
import { useCapabilities } from '../../platform/site.ts';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type SetUp, SKIP, useSetUp } from './api.ts';
import classes from './SetUp.module.css';
import { StepContent } from './StepContent.tsx';
import { StepList } from './StepList.tsx';

type Step = SetUp['steps'][number];

/** The way on: put the step aside, take it up again, or go to the next one. */
const StepButtons = ({ step, next }: { readonly step: Step; readonly next: SetUpStep | undefined }) => {
  const openPage = useOpenPage();
  const onward = () => void openPage(next ? pathOfStep(next) : SET_UP);
  const skip = useAction({ ...SKIP, onDone: (_, { isSkipped }) => isSkipped && onward() });
  const put = (isSkipped: boolean) => void skip.run({ step: step.step, isSkipped });
  return (
    <div className={classes.buttons}>
      {step.state === 'open' && (
        <Button loading={skip.pending} onClick={() => put(true)}>
          Skip for now
        </Button>
      )}
      {step.state === 'skipped' && (
        <Button loading={skip.pending} onClick={() => put(false)}>
          Resume this step
        </Button>
      )}
      {next && step.state === 'done' && <Button onClick={onward}>Next: {STEP_TITLES[next]}</Button>}
    </div>
  );
};

/** What is still missing of a step, a line each. */
const Missing = ({ step: { state, missing } }: { readonly step: Step }) => {
  if (state === 'done') return <Note tone="ok">This step is done.</Note>;
  return (
    <Note tone="info">
      <ul className={classes.missing} aria-label="Still to do">
        {missing.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Note>
  );
};

interface OpenStepProps {
  readonly data: SetUp;
  readonly step: Step;
  readonly guard: FormGuard;
}

const OpenStep = ({ data, step, guard }: OpenStepProps) => {
  const zone = useCapabilities()?.timeZone;
  const openPage = useOpenPage();
  return (
    <section className={classes.step} aria-labelledby="step-title">
      <div className={classes.head}>
        <div className={classes.back}>
          <Button
            variant="subtle"
            leftSection={<IconArrowLeft {...menuIcon} />}
            onClick={() => void openPage(SET_UP)}
          >
            All steps
          </Button>
        </div>
        <div className={classes.title}>
          <h2 id="step-title">{STEP_TITLES[step.step]}</h2>
          <p>{STEP_HELP[step.step]}</p>
        </div>
        <StepButtons step={step} next={nextStep(data.steps, step.step)} />
        <div className={classes.note}>
          <Missing step={step} />
        </div>
      </div>
      {zone && <StepContent key={step.step} data={data} step={step.step} zone={zone} guard={guard} />}
    </section>
  );
};

/** /setup: the first day of an agency in seven steps, in any order (docs/rules/set-up.md). */
export const SetUpPage = () => {
  const chosen = useLocation({ select: ({ pathname }) => stepOfPath(pathname) });
  const [last, setLast] = useState<SetUpStep>();
  const query = useSetUp();
  const guard = useFormGuard();
  const failure = failureOf(query, 'Couldn’t load the set-up');
  const { data } = query;
  if (failure) return <ErrorState {...failure} />;
  if (!data) return <div className={classes.page} role="status" aria-label="Loading the set-up…" />;
  // On a wide window the next step is beside the list; on a phone nothing is open until it is chosen. It stays until another
  // is chosen: one that was just done may still be typed in.
  const shown = chosen ?? last ?? nextStep(data.steps) ?? data.steps[0]?.step;
  if (shown !== last) setLast(shown);
  const step = data.steps.find((one) => one.step === shown);
  return (
    <div className={classes.page} data-chosen={chosen !== undefined || undefined}>
      <StepList data={data} open={shown} />
      {step && <OpenStep data={data} step={step} guard={guard} />}
      {guard.dialogs}
    </div>
  );
};

import { NativeSelect } from '@mantine/core';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { type ChosenRun, isPeriod } from './use-run-choice.ts';

/** The month of a run, and its half or pay period. */
export const RunPicker = ({
  chosen: { choice, choices, change },
}: {
  readonly chosen: Pick<ChosenRun, 'choice' | 'choices' | 'change'>;
}) => (
  <>
    <MonthBox label="Month" required value={choice.month} onChange={(month) => change({ month })} />
    <NativeSelect
      label={isPeriod(choice.half) ? 'Pay period' : 'Half'}
      value={choice.half}
      data={choices}
      onChange={(event) => change({ half: event.currentTarget.value })}
    />
  </>
);

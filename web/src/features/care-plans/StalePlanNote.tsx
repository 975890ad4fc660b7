import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';
import type { PlanForm } from './plan-form.ts';
import { changedWords } from './plan-merge.ts';
import type { StalePlan } from './plan-state.ts';
import { formOf } from './stored-plan.ts';

interface StalePlanNoteProps {
  readonly stale: StalePlan;
  readonly form: PlanForm;
  readonly base: PlanForm;
  /** False if the plan was archived or deleted, so that it can no longer be modified. */
  readonly mayModify: boolean;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

const ended = ({ Status }: CarePlan) => (Status === 'Deleted' ? 'deleted' : 'archived');

/** Says that nothing was saved, who saved in between and what differs, and offers ways to continue. */
export const StalePlanNote = ({ stale, form, base, mayModify, onKeep, onTake }: StalePlanNoteProps) => {
  const theirs = changedWords(formOf(stale.fresh, base.weekFrom), base);
  const mine = changedWords(form, base);
  const both = theirs.filter((name) => mine.includes(name));
  return (
    <Note
      tone="danger"
      live
      actions={
        <>
          <Button onClick={onTake}>Load the newest</Button>
          {mayModify && (
            <Button variant="filled" onClick={onKeep}>
              Keep my changes
            </Button>
          )}
        </>
      }
    >
      <strong>Not saved. {stale.info}.</strong>{' '}
      {mayModify ? (
        <>
          {theirs.length > 0 && `They changed ${theirs.join(', ')}. `}
          {both.length > 0
            ? `You changed ${both.join(', ')} too: keeping yours replaces theirs there. `
            : 'Keeping yours keeps theirs too. '}
          Your changes are still here.
        </>
      ) : (
        `The plan is ${ended(stale.fresh)} now and cannot be modified. You can still copy your changes from here.`
      )}
    </Note>
  );
};

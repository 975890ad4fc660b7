import type { Person } from '@homecare/domain/people/schema.ts';
import { Button } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { Note } from '../../ui/Note.tsx';
import { differences } from './form-problems.ts';
import { formOf, labelOf, type PersonForm } from './person-form.ts';
import type { Stale } from './use-record-form.ts';

interface StaleNoteProps {
  readonly stale: Stale;
  readonly base: Person;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

const isField = (name: string) => name !== 'toggles' && name !== 'pointFor';

/** Nothing was written: who saved in between, what differs, and two ways on. */
export const StaleNote = ({ stale, base, onKeep, onTake }: StaleNoteProps) => {
  const { getValues } = useFormContext<PersonForm>();
  const before = formOf(base);
  const theirs = differences(formOf(stale.fresh), before).filter(isField);
  const mine = differences(getValues(), before);
  const both = theirs.filter((name) => mine.includes(name));
  return (
    <Note
      tone="danger"
      live
      actions={
        <>
          <Button onClick={onTake}>Discard my changes</Button>
          <Button variant="filled" onClick={onKeep}>
            Keep my changes
          </Button>
        </>
      }
    >
      <strong>Not saved. {stale.info}.</strong>{' '}
      {theirs.length > 0 && `They changed ${theirs.map(labelOf).join(', ')}. `}
      {both.length > 0
        ? `You changed ${both.map(labelOf).join(', ')} too: keeping yours replaces theirs there. `
        : 'Keeping yours loses nothing of theirs. '}
      What you typed is still here.
    </Note>
  );
};

import type { OutputOf } from '@homecare/domain/call.ts';
import type { getNote } from '@homecare/domain/people/contract.ts';
import { PERSON } from '@homecare/domain/people/dictionary.ts';
import { NOTE_SAVED } from '@homecare/domain/people/rules.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { decodeNote, encodeNote } from '@homecare/domain/wire.ts';
import { Button, Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import type { Stored } from '../../platform/form/values.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { readNote, UPDATE_PERSON, useNote } from './api.ts';
import classes from './NoteDialog.module.css';
import type { ActionDialogProps } from './row-actions.ts';

type StoredNote = Stored<{ readonly text: string }>;
const noteOf = ({ notes, rev }: OutputOf<typeof getNote>): StoredNote => ({
  value: { text: decodeNote(notes ?? '') },
  rev,
});

/** Changes to other parts of the record do not conflict with a note, but a changed note does. */
const NoteForm = ({ person, stored, onClose }: ActionDialogProps & { readonly stored: StoredNote }) => {
  const save = useSave({
    ...UPDATE_PERSON,
    draft: `note of ${person.ID}`,
    values: stored.value,
    rev: stored.rev,
    alone: true,
    input: ({ text }, rev) => ({ id: person.ID, data: { notes: encodeNote(text), rev } }),
    readAgain: async () => noteOf(await readNote(person.ID)),
    onSaved: () => {
      toast.success(NOTE_SAVED);
      onClose();
    },
  });
  const theirs = save.stale?.fresh.value.text;
  return (
    <FormDialog
      save={save}
      title={`Note of ${personName(person)}`}
      onClose={onClose}
      labelOf={() => 'the note'}
    >
      {theirs !== undefined && <p className={classes.theirs}>{theirs || 'The note was emptied.'}</p>}
      <Textarea
        label="Note"
        autosize
        minRows={6}
        maxRows={14}
        maxLength={PERSON.notes.max}
        data-autofocus
        {...save.text('text')}
      />
    </FormDialog>
  );
};

/** The note of a person, which is read and saved separately (docs/rules/people.md, rule 42). */
export const NoteDialog = ({ person, onClose }: ActionDialogProps) => {
  const query = useNote(person.ID);
  const failure = failureOf(query, 'Couldn’t load the note');
  if (query.data) {
    return <NoteForm person={person} stored={noteOf(query.data)} onClose={onClose} />;
  }
  return (
    <Dialog
      opened
      title={`Note of ${personName(person)}`}
      onClose={onClose}
      actions={
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {failure ? (
        <ErrorState {...failure} />
      ) : (
        <p className={classes.waiting} role="status">
          Loading the note…
        </p>
      )}
    </Dialog>
  );
};

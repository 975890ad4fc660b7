import { PERSON } from '@homecare/domain/people/dictionary.ts';
import { NOTE_SAVED } from '@homecare/domain/people/rules.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { decodeNote, encodeNote } from '@homecare/domain/wire.ts';
import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { readNote, updatePerson, useNote } from './api.ts';
import classes from './NoteDialog.module.css';
import type { ActionDialogProps } from './row-actions.ts';

interface Stored {
  readonly text: string;
  readonly rev: number;
}

/** Saves the note; a change to another part of the record does not stand in its way, a changed note does. */
const useSaveNote = (id: number, stored: Stored, onSaved: () => void) => {
  const base = useRef(stored);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [theirs, setTheirs] = useState<string>();

  const attempt = async (text: string): Promise<void> => {
    const sent = await updatePerson(id, { notes: encodeNote(text), rev: base.current.rev });
    if (sent.ok) {
      toast.success(NOTE_SAVED);
      return onSaved();
    }
    const fresh = sent.reason === 'stale' ? await readNote(id) : undefined;
    if (!fresh?.ok || fresh.data.rev === base.current.rev) return setRefusal(sent.info);
    const before = base.current;
    base.current = { text: decodeNote(fresh.data.notes ?? ''), rev: fresh.data.rev };
    if (base.current.text === before.text) return attempt(text);
    setRefusal(sent.info);
    setTheirs(base.current.text);
  };

  const save = async (text: string) => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    await attempt(text);
    setBusy(false);
  };
  return { save, busy, refusal, theirs };
};

const NoteForm = ({ person, stored, onClose }: ActionDialogProps & { readonly stored: Stored }) => {
  const [text, setText] = useState(stored.text);
  const [leaving, setLeaving] = useState(false);
  const { save, busy, refusal, theirs } = useSaveNote(person.ID, stored, onClose);
  const leave = () => (text === stored.text ? onClose() : setLeaving(true));
  const saveText = () => void save(text);
  return (
    <>
      <NoteFrame
        person={person}
        onClose={leave}
        onMain={saveText}
        actions={
          <Button size="sm" variant="filled" loading={busy} onClick={saveText}>
            Save
          </Button>
        }
      >
        {refusal && (
          <div className={classes.refusal}>
            <Note tone="danger" live>
              {refusal}
              {theirs !== undefined && ' Your text is below; Save replaces theirs:'}
            </Note>
            {theirs !== undefined && <p className={classes.theirs}>{theirs || 'The note was emptied.'}</p>}
          </div>
        )}
        <Textarea
          label="Note"
          autosize
          minRows={6}
          maxRows={14}
          maxLength={PERSON.notes.max}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </NoteFrame>
      {/* Mounted only then: the Escape that opens it must not close it too. */}
      {leaving && (
        <ConfirmDialog
          opened
          title="Leave without saving?"
          confirmLabel="Leave"
          cancelLabel="Stay"
          danger
          focusCancel
          onConfirm={onClose}
          onCancel={() => setLeaving(false)}
        >
          <p>What you typed in the note is lost.</p>
        </ConfirmDialog>
      )}
    </>
  );
};

interface NoteFrameProps extends ActionDialogProps {
  readonly onMain?: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const NoteFrame = ({ person, onClose, onMain, actions, children }: NoteFrameProps) => (
  <Dialog
    opened
    title={`Note of ${personName(person)}`}
    onClose={onClose}
    {...(onMain && { onMain })}
    actions={
      <>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        {actions}
      </>
    }
  >
    {children}
  </Dialog>
);

/** The note of a person: read alone, saved alone (docs/rules/people.md, rule 42). */
export const NoteDialog = ({ person, onClose }: ActionDialogProps) => {
  const query = useNote(person.ID);
  const failure = failureOf(query, 'The note could not be loaded');
  if (query.data) {
    const stored = { text: decodeNote(query.data.notes ?? ''), rev: query.data.rev };
    return <NoteForm person={person} stored={stored} onClose={onClose} />;
  }
  return (
    <NoteFrame person={person} onClose={onClose}>
      {failure ? (
        <ErrorState {...failure} />
      ) : (
        <p className={classes.waiting} role="status">
          Loading the note…
        </p>
      )}
    </NoteFrame>
  );
};

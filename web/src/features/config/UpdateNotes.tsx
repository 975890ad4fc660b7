import { showStamp } from '@homecare/domain/calendar.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { NO_NOTE } from '@homecare/domain/sites/rules.ts';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { useZone } from '../../platform/use-today.ts';
import { FormSection } from '../../ui/form.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { addUpdateNote, useUpdateNotes } from './api.ts';
import classes from './config.module.css';

const SHOWN = 5;

/** What is new, told once to each who signs in; a note is never taken back. */
export const UpdateNotes = () => {
  const zone = useZone();
  const query = useUpdateNotes();
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const attempt = useAttempt();
  const failure = failureOf(query, 'The notes could not be loaded');
  const add = async () => {
    if (busy) return;
    if (note.trim() === '') return setError(NO_NOTE);
    setBusy(true);
    const sent = await attempt(note, (key) => addUpdateNote(note, key));
    setBusy(false);
    if (!sent.ok) return setError(sent.info);
    setNote('');
    toast.success(SAVED);
  };
  return (
    <FormSection
      id="config-notes"
      title="Update notes"
      note="Shown once to everyone. Changes apply immediately."
    >
      <div className={classes.editor}>
        <Textarea
          label="New note"
          rows={2}
          maxLength={5_000}
          value={note}
          error={error}
          onChange={(event) => {
            setError(undefined);
            setNote(event.currentTarget.value);
          }}
        />
        <div className={classes.row}>
          <Button loading={busy} onClick={() => void add()}>
            Notify everyone
          </Button>
        </div>
        {failure && <ErrorState {...failure} />}
        {query.data?.slice(0, SHOWN).map(({ order, note: text, created }) => (
          <p key={order} className={classes.preview}>
            <span className={classes.since}>{showStamp(created, zone)}</span> {text}
          </p>
        ))}
      </div>
    </FormSection>
  );
};

import { showStamp } from '@homecare/domain/calendar.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { NO_NOTE } from '@homecare/domain/sites/rules.ts';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { FormSection } from '../../ui/form.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ADD_NOTE, useUpdateNotes } from './api.ts';
import classes from './config.module.css';

const SHOWN = 5;

/** Notes about what is new, shown once to each user who signs in. They cannot be withdrawn. */
export const UpdateNotes = () => {
  const zone = useZone();
  const query = useUpdateNotes();
  const save = useSave({
    ...ADD_NOTE,
    values: { note: '' },
    input: ({ note }) => ({ note }),
    check: ({ note }) => (note.trim() === '' ? [{ field: 'note', message: NO_NOTE }] : []),
    savedAs: () => ({ value: { note: '' }, rev: 0 }),
    onSaved: () => toast.success(SAVED),
    onRefused: ({ info }) => [{ field: 'note', message: info }],
  });
  const failure = failureOf(query, 'Couldn’t load the notes');
  return (
    <FormSection
      id="config-notes"
      title="Update notes"
      note="Shown once to everyone. Changes apply immediately."
    >
      <Stack gap={12} maw={720} pt={14}>
        <Textarea label="New note" rows={2} maxLength={5_000} {...save.text('note')} />
        <Group gap="10px 16px">
          <Button loading={save.pending} onClick={save.submit}>
            Notify everyone
          </Button>
        </Group>
        {failure && <ErrorState {...failure} />}
        {query.data?.slice(0, SHOWN).map(({ order, note: text, created }) => (
          <p key={order} className={classes.preview}>
            <span className={classes.since}>{showStamp(created, zone)}</span> {text}
          </p>
        ))}
      </Stack>
    </FormSection>
  );
};

import { checkFollowUp } from '@homecare/domain/incidents/rules.ts';
import {
  type FollowUp,
  type FollowUpDraft,
  type Incident,
  MOST_LINE,
} from '@homecare/domain/incidents/schema.ts';
import { Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { SAVE_FOLLOW_UP } from './api.ts';

interface Draft {
  readonly what: string;
  readonly who: string;
  readonly until: string;
  readonly isDone: boolean;
  readonly result: string;
}

const followUpOf = ({ isDone, result, ...said }: Draft): FollowUpDraft => ({
  ...said,
  result: isDone ? result : null,
});

interface FollowUpDialogProps {
  readonly incident: Pick<Incident, 'id' | 'rev'>;
  /** null: a new one. */
  readonly stored: FollowUp | null;
  readonly onClose: () => void;
}

/** What is still to be done, by whom until when, and what came of it. */
export const FollowUpDialog = ({ incident, stored, onClose }: FollowUpDialogProps) => {
  const values: Draft = {
    what: stored?.what ?? '',
    who: stored?.who ?? '',
    until: stored?.until ?? '',
    isDone: (stored?.result ?? null) !== null,
    result: stored?.result ?? '',
  };
  const save = useSave({
    ...SAVE_FOLLOW_UP,
    draft: `follow-up ${stored?.no ?? 'new'} of incident ${incident.id}`,
    values,
    input: (draft) => ({
      id: incident.id,
      rev: incident.rev,
      no: stored?.no ?? null,
      followUp: followUpOf(draft),
    }),
    check: (draft) => [
      ...(isIsoDate(draft.until) ? [] : [{ field: 'until', message: NO_DATE }]),
      ...checkFollowUp(followUpOf(draft)),
    ],
    onSaved: () => {
      toast.success('Follow-up saved');
      onClose();
    },
  });
  return (
    <FormDialog save={save} plain title={stored ? 'Follow-up' : 'Add a follow-up'} onClose={onClose}>
      <Textarea label="What is to be done" required rows={2} maxLength={500} {...save.text('what')} />
      <Group gap="10px 16px" align="flex-start" grow>
        <TextInput label="Who does it" required maxLength={MOST_LINE} {...save.text('who')} />
        <DateBox label="Until" required {...save.box('until')} />
      </Group>
      <Checkbox label="Done" {...save.tick('isDone')} />
      {save.values.isDone && (
        <Textarea label="What came of it" required rows={2} maxLength={500} {...save.text('result')} />
      )}
    </FormDialog>
  );
};

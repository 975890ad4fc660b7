import { checkNotice } from '@homecare/domain/incidents/rules.ts';
import {
  type Incident,
  type IncidentNotice,
  MOST_LINE,
  type NoticeDraft,
  RECIPIENTS,
  type Recipient,
} from '@homecare/domain/incidents/schema.ts';
import { OUTCOME_WORDS, RECIPIENT_WORDS } from '@homecare/domain/incidents/words.ts';
import { Checkbox, Group, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { serverNow } from '../../platform/server-time.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { DateBox, TimeBox } from '../../ui/inputs.tsx';
import { SAVE_NOTICE } from './api.ts';
import { optionsOf } from './incident-words.ts';
import { momentFaults, stampOf, typedMoment } from './stamps.ts';

interface Draft extends Omit<NoticeDraft, 'at'> {
  readonly day: string;
  readonly clock: string;
}

interface NoticeDialogProps {
  readonly incident: Pick<Incident, 'id' | 'rev' | 'facts'>;
  /** null: a new one. */
  readonly stored: IncidentNotice | null;
  readonly whom: Recipient;
  readonly onClose: () => void;
}

/** Who was told when, or why nobody has to be. */
export const NoticeDialog = ({ incident, stored, whom, onClose }: NoticeDialogProps) => {
  const zone = useZone();
  const noticeOf = ({ day, clock, ...said }: Draft): NoticeDraft => ({
    ...said,
    at: stampOf({ day, clock }, zone),
  });
  const values: Draft = {
    ...typedMoment(stored?.at ?? serverNow(), zone),
    whom: stored?.whom ?? whom,
    outcome: stored?.outcome ?? 'told',
    name: stored?.name ?? '',
    memo: stored?.memo ?? '',
    isMistake: stored?.isMistake ?? false,
  };
  const save = useSave({
    ...SAVE_NOTICE,
    draft: `notice ${stored?.no ?? 'new'} of incident ${incident.id}`,
    // Of a new one it is when somebody was told, and not when its draft is restored.
    draftKeeps: stored ? [] : ['day', 'clock'],
    values,
    input: (draft) => ({
      id: incident.id,
      rev: incident.rev,
      no: stored?.no ?? null,
      notice: noticeOf(draft),
    }),
    check: (draft) => {
      const unread = momentFaults(draft, { day: 'day', clock: 'clock' });
      return unread.length > 0
        ? unread
        : checkNotice(noticeOf(draft), incident.facts, { now: serverNow(), zone });
    },
    placeOf: (fault) => (fault.field === 'at' ? { ...fault, field: 'day' } : fault),
    onSaved: () => {
      toast.success('Notice saved');
      onClose();
    },
  });
  const isGiven = save.values.outcome === 'told';
  return (
    <FormDialog save={save} plain title={stored ? 'Amend notice' : 'Record a notice'} onClose={onClose}>
      <NativeSelect label="Whom" data={optionsOf(RECIPIENTS, RECIPIENT_WORDS)} {...save.text('whom')} />
      <Radio.Group
        label="Outcome"
        value={save.values.outcome}
        onChange={(next) => save.set({ outcome: next === 'notNeeded' ? 'notNeeded' : 'told' })}
      >
        <Group gap={16} my={6}>
          <Radio value="told" label={OUTCOME_WORDS.told} />
          <Radio value="notNeeded" label={OUTCOME_WORDS.notNeeded} />
        </Group>
      </Radio.Group>
      {isGiven && <TextInput label="Name" required maxLength={MOST_LINE} {...save.text('name')} />}
      <Group gap="10px 16px" align="flex-start" grow>
        <DateBox label="Date" required {...save.box('day')} />
        <TimeBox label="Time" required {...save.box('clock')} />
      </Group>
      <Textarea
        label={isGiven ? 'How, and what was said' : 'Why not'}
        required={!isGiven}
        rows={2}
        maxLength={MOST_LINE}
        {...save.text('memo')}
      />
      {stored && <Checkbox label="Entered by mistake" {...save.tick('isMistake')} />}
    </FormDialog>
  );
};

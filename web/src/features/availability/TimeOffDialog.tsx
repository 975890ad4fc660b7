import { checkTimeOff, type TimeOffDraft } from '@homecare/domain/availability/rules.ts';
import type { TimeOffRow } from '@homecare/domain/availability/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { Group, Switch, Textarea } from '@mantine/core';
import { useMemo } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, isClock, isIsoDate, NO_DATE, NO_TIME, TimeBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { CaregiverField } from '../care-plans/CaregiverField.tsx';
import { usePeople } from '../people/api.ts';
import { SAVE_TIME_OFF, useOpened } from './api.ts';

interface Draft {
  readonly providerId: number | null;
  readonly from: string;
  readonly through: string;
  readonly fromTime: string;
  readonly throughTime: string;
  readonly reason: string;
  readonly approve: boolean;
}

const spanOf = ({ from, through, fromTime, throughTime, reason }: Draft): TimeOffDraft => ({
  from,
  through: through || from,
  fromTime: fromTime || null,
  throughTime: throughTime || null,
  reason: reason.trim() || null,
});

const faultsOf = (draft: Draft, others: readonly TimeOffRow[], today: string): readonly FieldError[] => {
  const unread = [
    ...(draft.providerId === null ? [{ field: 'providerId', message: 'Choose a caregiver.' }] : []),
    ...(isIsoDate(draft.from)
      ? []
      : [{ field: 'from', message: draft.from === '' ? 'Enter the first day.' : NO_DATE }]),
    ...(draft.through === '' || isIsoDate(draft.through) ? [] : [{ field: 'through', message: NO_DATE }]),
    ...(['fromTime', 'throughTime'] as const)
      .filter((field) => draft[field] !== '' && !isClock(draft[field]))
      .map((field) => ({ field, message: NO_TIME })),
  ];
  if (unread.length > 0) return unread;
  return checkTimeOff(spanOf(draft), {
    others: others.filter(({ providerId }) => providerId === draft.providerId),
    today: Temporal.PlainDate.from(today),
    isOwn: false,
  });
};

/** What an approval would open, as soon as the days are known. */
const OpenedNote = ({ draft, isWhole }: { readonly draft: Draft; readonly isWhole: boolean }) => {
  const { reason, ...span } = spanOf(draft);
  const spans = isWhole && draft.providerId !== null ? [{ providerId: draft.providerId, ...span }] : [];
  const [visits] = useOpened(spans, spans.length > 0).data?.visits ?? [];
  if (!visits) return null;
  const when = draft.approve ? '' : ' once it is approved';
  return <Note tone="warn">{`${counted(visits, 'planned visit')} will have no caregiver${when}.`}</Note>;
};

interface TimeOffDialogProps {
  /** null: new. */
  readonly stored: TimeOffRow | null;
  /** Whose new one it is. */
  readonly providerId?: number;
  readonly rows: readonly TimeOffRow[];
  readonly today: string;
  readonly onClose: () => void;
}

/** The office enters or corrects time off of a caregiver. */
export const TimeOffDialog = ({ stored, providerId, rows, today, onClose }: TimeOffDialogProps) => {
  const { people } = usePeople(stored === null);
  const providers = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Provider')), [people]);
  const others = rows.filter(({ id }) => id !== stored?.id);
  const values: Draft = {
    providerId: stored?.providerId ?? providerId ?? null,
    from: stored?.from ?? '',
    through: stored?.through ?? '',
    fromTime: stored?.fromTime ?? '',
    throughTime: stored?.throughTime ?? '',
    reason: stored?.reason ?? '',
    approve: stored === null,
  };
  const save = useSave({
    ...SAVE_TIME_OFF,
    values,
    input: (draft) => ({
      id: stored?.id ?? null,
      rev: stored?.rev ?? null,
      providerId: draft.providerId ?? 0,
      ...spanOf(draft),
      status: draft.approve ? ('Approved' as const) : ('Requested' as const),
    }),
    check: (draft) => faultsOf(draft, others, today),
    onSaved: () => {
      toast.success('Time off saved');
      onClose();
    },
  });
  const isWhole = faultsOf(save.values, others, today).length === 0;
  return (
    <FormDialog
      save={save}
      title={stored ? `Time off of ${stored.Provider}` : 'Add time off'}
      onClose={onClose}
      plain
    >
      {!stored && <CaregiverField save={save} people={providers} />}
      <Group gap="10px 16px" align="flex-start" grow>
        <DateBox label="First day" required {...save.box('from')} />
        <DateBox label="Last day" {...save.box('through')} />
      </Group>
      <Group gap="10px 16px" align="flex-start" grow>
        <TimeBox label="From" description="On a single day" {...save.box('fromTime')} />
        <TimeBox label="To" description="On a single day" {...save.box('throughTime')} />
      </Group>
      <Textarea label="Reason" rows={2} maxLength={500} {...save.text('reason')} />
      {!stored && <Switch label="Approve now" {...save.tick('approve')} />}
      <OpenedNote draft={save.values} isWhole={isWhole} />
    </FormDialog>
  );
};

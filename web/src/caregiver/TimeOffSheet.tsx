import { listOwnTimeOff, saveTimeOff } from '@homecare/domain/availability/contract.ts';
import { checkTimeOff, type OtherTimeOff } from '@homecare/domain/availability/rules.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../platform/form/FormDialog.tsx';
import { useSave } from '../platform/form/use-save.ts';
import { serverNow } from '../platform/server-time.ts';
import { keepRequest } from './requests.ts';
import { useWords } from './words.ts';

interface Draft {
  readonly from: string;
  readonly through: string;
  readonly fromTime: string;
  readonly throughTime: string;
  readonly reason: string;
}
const EMPTY: Draft = { from: '', through: '', fromTime: '', throughTime: '', reason: '' };

const inputOf = (providerId: number, draft: Draft) => ({
  id: null,
  rev: null,
  providerId,
  from: draft.from,
  through: draft.through || draft.from,
  fromTime: draft.fromTime || null,
  throughTime: draft.throughTime || null,
  reason: draft.reason.trim() || null,
  status: 'Requested' as const,
});

interface TimeOffSheetProps {
  readonly providerId: number;
  readonly zone: string;
  readonly others: readonly OtherTimeOff[];
  readonly onClose: () => void;
}

/** Asks for time off. Stored on the phone first, so that no network is needed. */
export const TimeOffSheet = ({ providerId, zone, others, onClose }: TimeOffSheetProps) => {
  const words = useWords();
  const save = useSave({
    call: saveTimeOff,
    changes: [listOwnTimeOff],
    values: EMPTY,
    input: (draft) => inputOf(providerId, draft),
    check: (draft) =>
      draft.from === ''
        ? [{ field: 'from', message: words.enterFirstDay }]
        : checkTimeOff(inputOf(providerId, draft), {
            others,
            today: todayIn(zone, serverNow()),
            isOwn: true,
          }),
    say: words.sayFault,
    // The outbox sends it, so there is nothing to wait for.
    asks: (draft) => {
      void keepRequest({ kind: 'timeOff', input: inputOf(providerId, draft) });
      onClose();
      return true;
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={words.askTimeOff}
      label={words.sendRequest}
      cancelLabel={words.cancel}
      onClose={onClose}
      plain
    >
      <Stack gap={14}>
        <TextInput type="date" size="md" required label={words.firstDay} {...save.text('from')} />
        <TextInput
          type="date"
          size="md"
          label={words.lastDay}
          description={words.emptyOneDay}
          {...save.text('through')}
        />
        <TextInput
          type="time"
          size="md"
          label={words.fromTimeLabel}
          description={words.singleDay}
          {...save.text('fromTime')}
        />
        <TextInput type="time" size="md" label={words.toTimeLabel} {...save.text('throughTime')} />
        <Textarea size="md" rows={3} maxLength={500} label={words.reason} {...save.text('reason')} />
      </Stack>
    </FormDialog>
  );
};

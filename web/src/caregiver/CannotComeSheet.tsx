import { cannotCome, listOwnCallOuts } from '@homecare/domain/staffing/contract.ts';
import { asksToCall } from '@homecare/domain/staffing/open-visits.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import { plannedInstants } from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Group, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../platform/form/FormDialog.tsx';
import { useSave } from '../platform/form/use-save.ts';
import { serverNow } from '../platform/server-time.ts';
import { Note } from '../ui/Note.tsx';
import { CallOffice } from './CallOffice.tsx';
import { keepRequest } from './requests.ts';
import type { PhoneTabProps } from './tab-props.ts';
import { useWords } from './words.ts';

interface Draft {
  readonly reason: string;
  readonly note: string;
  readonly all: 'visit' | 'day';
}

const inputOf = ({ id, Date: date }: Visit, { reason, note, all }: Draft) => ({
  visitId: id,
  note: [reason, note.trim()].filter(Boolean).join(': '),
  ...(all === 'day' && { through: date }),
});

interface CannotComeSheetProps extends Omit<PhoneTabProps, 'providerId'> {
  readonly visit: Visit;
  readonly onClose: () => void;
}

/** Asks why the caregiver cannot come, and to which visits. Stored on the phone first, so that no network is needed. */
export const CannotComeSheet = (props: CannotComeSheetProps) => {
  const { visit, zone, officePhone, callTooMinutes, onClose } = props;
  const words = useWords();
  const [isSoon] = useState(() =>
    asksToCall(plannedInstants(visit, zone).start, serverNow(), callTooMinutes),
  );
  // Starts without a reason, because a preset one would be sent unread, and 'Sick' concerns the caregiver's health.
  const values: Draft = { reason: '', note: '', all: 'visit' };
  const save = useSave({
    call: cannotCome,
    changes: [listOwnCallOuts],
    values,
    input: (draft) => inputOf(visit, draft),
    check: ({ reason }) => (reason === '' ? [{ field: 'reason', message: words.chooseReason }] : []),
    say: words.sayFault,
    // The outbox sends it, so there is nothing to wait for.
    asks: (draft) => {
      void keepRequest({ kind: 'cannotCome', input: inputOf(visit, draft) });
      onClose();
      return true;
    },
    onSaved: onClose,
  });
  const { reason, all } = save.values;
  return (
    <FormDialog
      save={save}
      title={words.cannotCome}
      label={words.notifyOffice}
      cancelLabel={words.cancel}
      onClose={onClose}
      plain
    >
      <Stack gap={16}>
        <p>
          <b>{words.clock(planText(visit))}</b> {visit.ClientName}
        </p>
        {isSoon && (
          <Note tone="warn" actions={<CallOffice phone={officePhone} />}>
            {words.callToo}
          </Note>
        )}
        <Radio.Group
          label={words.cannotComeWhy}
          value={reason}
          error={save.errorOf('reason')}
          onChange={(next) => save.set({ reason: String(next) })}
        >
          <Group gap={14} my={8}>
            {words.cannotComeReasons.map((one, at) => (
              <Radio
                key={one}
                size="md"
                value={one}
                label={one}
                data-field={at === 0 ? 'reason' : undefined}
              />
            ))}
          </Group>
        </Radio.Group>
        <Textarea size="md" rows={2} maxLength={400} label={words.cannotComeNote} {...save.text('note')} />
        <Radio.Group value={all} onChange={(next) => save.set({ all: next === 'day' ? 'day' : 'visit' })}>
          <Stack gap={10}>
            <Radio size="md" value="visit" label={words.thisVisit} />
            <Radio size="md" value="day" label={words.allToday} />
          </Stack>
        </Radio.Group>
      </Stack>
    </FormDialog>
  );
};

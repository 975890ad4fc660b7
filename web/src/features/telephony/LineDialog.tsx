import type { OutputOf } from '@homecare/domain/call.ts';
import { formatPhone, isPhone } from '@homecare/domain/formats.ts';
import type { getTelephony } from '@homecare/domain/telephony/contract.ts';
import { TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Note } from '../../ui/Note.tsx';
import { SAVE_LINE } from './api.ts';

interface LineDialogProps {
  readonly telephony: OutputOf<typeof getTelephony>;
  readonly onClose: () => void;
}

/** The number that caregivers call, and what the telephone provider is set to. */
export const LineDialog = ({ telephony, onClose }: LineDialogProps) => {
  const { line, rev, hook, isConnected } = telephony;
  const save = useSave({
    ...SAVE_LINE,
    values: { line },
    rev,
    input: (values, current) => ({ line: values.line.trim(), rev: current }),
    check: (values) =>
      values.line.trim() === '' || isPhone(formatPhone(values.line))
        ? []
        : [{ field: 'line', message: 'Enter a phone number with area code.' }],
    onSaved: () => {
      toast.success('Line saved');
      onClose();
    },
  });
  return (
    <FormDialog save={save} title="Line for check-ins" onClose={onClose}>
      {!isConnected && (
        <Note tone="warn">
          Calls cannot come in yet: connect Twilio under Configuration, Connections, Text messages.
        </Note>
      )}
      <TextInput
        label="Number that caregivers call"
        type="tel"
        autoComplete="off"
        placeholder="(303) 555-0110"
        {...save.text('line')}
      />
      <Facts
        rows={[
          ['A call comes in', hook],
          ['Call status changes', `${hook}/ended`],
        ]}
      />
      <p>Set these addresses for the number in Twilio, both with POST.</p>
    </FormDialog>
  );
};

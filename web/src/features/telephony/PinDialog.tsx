import { checkNumber, checkPin, drawPin, usualNumber } from '@homecare/domain/telephony/pins.ts';
import type { TelephonyCaregiver } from '@homecare/domain/telephony/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { randomPick } from '../../platform/random-pick.ts';
import { toast } from '../../platform/toasts.ts';
import { SAVE_PINS } from './api.ts';

interface PinDialogProps {
  readonly caregiver: TelephonyCaregiver;
  readonly onClose: () => void;
}

/** The number and another PIN of one caregiver: the old PIN stops working, and a lock is open. */
export const PinDialog = ({ caregiver, onClose }: PinDialogProps) => {
  const { providerId, name, number } = caregiver;
  const save = useSave({
    ...SAVE_PINS,
    values: { number: number ?? usualNumber(providerId), pin: '' },
    input: (values) => ({ pins: [{ providerId, number: values.number.trim(), pin: values.pin.trim() }] }),
    check: (values) => [...checkNumber(values.number.trim()), ...checkPin(values.pin.trim())],
    onSaved: () => {
      toast.success(`Number and PIN of ${name} saved`);
      onClose();
    },
  });
  return (
    <FormDialog save={save} title={`Number and PIN of ${name}`} onClose={onClose}>
      <p>Tell them both in person. The PIN is not shown again.</p>
      <TextInput label="Number" required inputMode="numeric" autoComplete="off" {...save.text('number')} />
      <TextInput label="PIN" required inputMode="numeric" autoComplete="off" {...save.text('pin')} />
      <Button onClick={() => save.set({ pin: drawPin(randomPick) })}>Draw a PIN</Button>
    </FormDialog>
  );
};

import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { drawSecret, isSecret } from '@homecare/domain/telephony/pins.ts';
import { Button, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { randomPick } from '../../platform/random-pick.ts';
import { toast } from '../../platform/toasts.ts';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import { ADD_DEVICE } from './api.ts';

interface Draft {
  readonly clientId: number | null;
  readonly secret: string;
}

const tidy = (secret: string) => secret.replaceAll(/[\s-]/g, '').toUpperCase();

/** A device at a client's home: its secret is on its label, or is drawn here and put into it. */
export const DeviceDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { people } = usePeople(true);
  const clients = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Client')), [people]);
  const values: Draft = { clientId: null, secret: '' };
  const save = useSave({
    ...ADD_DEVICE,
    values,
    input: ({ clientId, secret }) => ({ clientId: clientId ?? 0, secret: tidy(secret) }),
    check: ({ clientId, secret }) => [
      ...(clientId === null ? [{ field: 'clientId', message: 'Choose a client.' }] : []),
      ...(isSecret(tidy(secret))
        ? []
        : [{ field: 'secret', message: 'Enter 26 to 64 letters A to Z and digits 2 to 7.' }]),
    ],
    onSaved: () => {
      toast.success('Device added');
      onClose();
    },
  });
  return (
    <FormDialog save={save} title="Add a code device" onClose={onClose}>
      <p>The device shows a code of RFC 4226 whose counter is the day. Its secret is not shown again.</p>
      <PersonPicker
        label="Client"
        field="clientId"
        people={clients}
        value={save.values.clientId}
        error={save.errorOf('clientId')}
        onChange={(id) => {
          save.set({ clientId: id });
          return true;
        }}
      />
      <TextInput label="Secret of the device" required autoComplete="off" {...save.text('secret')} />
      <Button onClick={() => save.set({ secret: drawSecret(randomPick) })}>Draw a secret</Button>
    </FormDialog>
  );
};

import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { useMemo } from 'react';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';

interface ChooseClientDialogProps {
  readonly onChoose: (id: number) => void;
  readonly onClose: () => void;
}

/** A client who is not on the list yet: their account is where rates, shares of cost and payers are entered. */
export const ChooseClientDialog = ({ onChoose, onClose }: ChooseClientDialogProps) => {
  const { people } = usePeople();
  const clients = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Client')), [people]);
  return (
    <ReadDialog title="Open the account of a client" onClose={onClose}>
      <PersonPicker
        label="Client"
        field="client"
        people={clients}
        value={null}
        onChange={(id) => {
          if (id !== null) onChoose(id);
          return true;
        }}
      />
    </ReadDialog>
  );
};

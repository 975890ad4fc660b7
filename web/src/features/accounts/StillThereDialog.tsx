import { Button } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import { useAccountWords } from './words.ts';

interface StillThereProps {
  /** Minutes and seconds until the session ends. */
  readonly left: string;
  readonly onStay: () => void;
}

/** Warns before the session ends. */
export const StillThereDialog = ({ left, onStay }: StillThereProps) => {
  const { words } = useAccountWords();
  return (
    <Dialog
      opened
      title={words.stillThere}
      onClose={onStay}
      actions={
        <Button size="sm" variant="filled" data-autofocus onClick={onStay}>
          {words.stay}
        </Button>
      }
    >
      <p>{words.nothingDone(left)}</p>
    </Dialog>
  );
};

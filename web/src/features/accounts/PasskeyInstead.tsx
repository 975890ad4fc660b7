import { deviceWords } from '@homecare/domain/accounts/rules.ts';
import { Button } from '@mantine/core';
import { perform, useTask } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { hasPasskeys } from './browser-passkeys.ts';
import { addMadePasskey, BEGIN_PASSKEY } from './passkey-api.ts';
import { useAccountWords } from './words.ts';

interface PasskeyInsteadProps {
  readonly password: string;
  readonly onDone: () => void;
}

/** If the agency requires a second factor, offers a passkey of this device as one. */
export const PasskeyInstead = ({ password, onDone }: PasskeyInsteadProps) => {
  const { words, translate } = useAccountWords();
  const adding = useTask(async () => {
    if (password === '') return toast.error(words.enterPassword);
    const offer = await perform(BEGIN_PASSKEY, { password });
    const name = deviceWords(navigator.userAgent);
    const sent = offer.ok ? await addMadePasskey({ offer: offer.data, name }) : offer;
    return sent.ok ? onDone() : toast.error(`Error: ${translate(sent.info)}`);
  });
  if (!hasPasskeys()) return null;
  return (
    <Button size="sm" loading={adding.pending} onClick={() => void adding.run()}>
      {words.insteadPasskey}
    </Button>
  );
};

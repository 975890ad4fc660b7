import type { Passkey } from '@homecare/domain/accounts/schema.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { hasPasskeys } from './browser-passkeys.ts';
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './PasskeyForms.tsx';
import { useOwnPasskeys } from './passkey-api.ts';
import { useAccountWords } from './words.ts';

type Step = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

interface StepDialogProps {
  readonly step: Step;
  readonly asksPassword: boolean;
  readonly onClose: () => void;
}

const StepDialog = ({ step, asksPassword, onClose }: StepDialogProps) => {
  if (step.kind === 'add') return <AddPasskeyDialog asksPassword={asksPassword} onClose={onClose} />;
  if (step.kind === 'rename') return <RenamePasskeyDialog passkey={step.passkey} onClose={onClose} />;
  return <RemovePasskeyDialog passkey={step.passkey} asksPassword={asksPassword} onClose={onClose} />;
};

/** The user's own passkeys, to add, rename and remove. */
export const PasskeysDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { words } = useAccountWords();
  const query = useOwnPasskeys();
  const zone = useCapabilities()?.timeZone;
  const [step, setStep] = useState<Step>();
  const failure = failureOf(query, words.passkeysFailed);
  const data = query.data;
  if (step && data)
    return <StepDialog step={step} asksPassword={data.asksPassword} onClose={() => setStep(undefined)} />;
  const factsOf = ({ created, lastUsed }: Passkey) => {
    if (!zone) return '';
    const used = lastUsed ? words.lastUsed(showStamp(lastUsed, zone)) : words.neverUsed;
    return `${words.addedAt(showStamp(created, zone))} · ${used}`;
  };
  return (
    <Dialog
      opened
      title={words.passkeys}
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            {words.close}
          </Button>
          {data && hasPasskeys() && (
            <Button size="sm" variant="filled" data-autofocus onClick={() => setStep({ kind: 'add' })}>
              {words.addPasskey}
            </Button>
          )}
        </>
      }
    >
      {failure && <ErrorState {...failure} />}
      {!failure && !data && <p role="status">{words.loading}</p>}
      {data && <p>{words.passkeysText}</p>}
      {data && !hasPasskeys() && <p>{words.noPasskeysHere}</p>}
      <ul className={classes.sessions} aria-label={words.passkeys}>
        {data?.passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <Box fw={600}>{passkey.name}</Box>
              <Box fz={12.5} c="dimmed">
                {factsOf(passkey)}
              </Box>
            </div>
            <Button
              aria-label={words.renamePasskey(passkey.name)}
              ml="auto"
              onClick={() => setStep({ kind: 'rename', passkey })}
            >
              {words.rename}
            </Button>
            <Button
              aria-label={words.removePasskey(passkey.name)}
              onClick={() => setStep({ kind: 'remove', passkey })}
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

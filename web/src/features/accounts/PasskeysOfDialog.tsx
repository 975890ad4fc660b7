import { PASSKEY_REMOVED } from '@homecare/domain/accounts/passkey.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { Box, Button } from '@mantine/core';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { REMOVE_PASSKEY_OF, usePasskeysOf } from './passkey-api.ts';

interface PasskeysOfDialogProps {
  readonly accountId: number;
  readonly name: string;
  readonly isOwn: boolean;
  readonly zone: string;
  readonly onClose: () => void;
}

/** The passkeys of another account, for admins who help after a lost device. */
export const PasskeysOfDialog = ({ accountId, name, isOwn, zone, onClose }: PasskeysOfDialogProps) => {
  const query = usePasskeysOf(accountId);
  const failure = failureOf(query, 'Couldn’t load the passkeys');
  const remove = useAction({
    ...REMOVE_PASSKEY_OF,
    onDone: () => toast.success(PASSKEY_REMOVED),
    onRefused: ({ info }) => toast.error(`Error: ${info}`),
  });
  return (
    <ReadDialog title={`Passkeys of ${name}`} onClose={onClose}>
      {failure && <ErrorState {...failure} />}
      {!failure && !query.data && <p role="status">Loading…</p>}
      {query.data?.length === 0 && <p>This account has no passkeys.</p>}
      {query.data && query.data.length > 0 && !isOwn && <p>Removing one signs the account out everywhere.</p>}
      <ul className={classes.sessions} aria-label={`Passkeys of ${name}`}>
        {query.data?.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <Box fw={600}>{passkey.name}</Box>
              <Box fz={12.5} c="dimmed">
                {`Added ${showStamp(passkey.created, zone)} · ${passkey.lastUsed ? `last used ${showStamp(passkey.lastUsed, zone)}` : 'not used yet'}`}
              </Box>
            </div>
            {!isOwn && (
              <Button
                aria-label={`Remove ${passkey.name}`}
                loading={remove.input?.passkey === passkey.id}
                onClick={() => void remove.run({ id: accountId, passkey: passkey.id })}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </ReadDialog>
  );
};

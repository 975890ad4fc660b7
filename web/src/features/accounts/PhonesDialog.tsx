import { deviceWords } from '@homecare/domain/accounts/rules.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { Box, Button } from '@mantine/core';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { END_PHONE, usePhonesOf } from './api.ts';

interface PhonesDialogProps {
  readonly accountId: number;
  readonly name: string;
  readonly zone: string;
  readonly onClose: () => void;
}

const LOCKS = { passkey: 'Opens with the phone’s lock', pin: 'Opens with a PIN' } as const;

/** Phones on which a caregiver stays signed in, each with an End button. */
export const PhonesDialog = ({ accountId, name, zone, onClose }: PhonesDialogProps) => {
  const query = usePhonesOf(accountId);
  const failure = failureOf(query, 'Couldn’t load the phones');
  const end = useAction({
    ...END_PHONE,
    onDone: () => toast.success('Success: Phone signed out'),
    onRefused: ({ info }) => toast.error(`Error: ${info}`),
  });
  return (
    <ReadDialog title={`Phones of ${name}`} onClose={onClose}>
      {failure && <ErrorState {...failure} />}
      {!failure && !query.data && <p role="status">Loading…</p>}
      {query.data?.length === 0 && <p>Not set to stay signed in on any phone.</p>}
      <ul className={classes.sessions} aria-label={`Phones of ${name}`}>
        {query.data?.map(({ id, agent, lock, created, lastUsed, expires }) => (
          <li key={id}>
            <div>
              <Box fw={600}>{deviceWords(agent)}</Box>
              <Box fz={12.5} c="dimmed">
                {[
                  LOCKS[lock],
                  `since ${showStamp(created, zone)}`,
                  `last opened ${showStamp(lastUsed, zone)}`,
                  `until ${showStamp(expires, zone)}`,
                ].map((fact, at) => (
                  <span key={fact} className={classes.fact}>
                    {at > 0 && '· '}
                    {fact}
                  </span>
                ))}
              </Box>
            </div>
            <Button
              aria-label={`End ${deviceWords(agent)}`}
              loading={end.input?.phone === id}
              onClick={() => void end.run({ id: accountId, phone: id })}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
    </ReadDialog>
  );
};

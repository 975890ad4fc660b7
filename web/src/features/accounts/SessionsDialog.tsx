import { deviceWords } from '@homecare/domain/accounts/rules.ts';
import type { OwnSession } from '@homecare/domain/accounts/schema.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { Box, Button } from '@mantine/core';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { END_SESSION, useSessions } from './api.ts';
import { useAccountWords } from './words.ts';

/** Where the user is signed in, with 'End session' for each other place. */
export const SessionsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { words, translate } = useAccountWords();
  const query = useSessions();
  const zone = useCapabilities()?.timeZone;
  const failure = failureOf(query, words.sessionsFailed);
  const others = query.data?.filter(({ current }) => !current).length ?? 0;

  const end = useAction({
    ...END_SESSION,
    onDone: ({ data }) => toast.success(words.sessionsEnded(data.ended)),
    onRefused: ({ info }) => toast.error(`Error: ${translate(info)}`),
  });
  const placeOf = ({ address, lastSeen, created }: OwnSession) =>
    zone
      ? [words.signedInAt(showStamp(created, zone)), words.lastUsed(showStamp(lastSeen, zone)), address]
          .filter(Boolean)
          .join(' · ')
      : '';
  return (
    <Dialog
      opened
      title={words.sessions}
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            {words.close}
          </Button>
          {others > 1 && (
            <Button
              size="sm"
              color="red"
              loading={end.input?.id === null}
              onClick={() => void end.run({ id: null })}
            >
              {words.endOthers}
            </Button>
          )}
        </>
      }
    >
      {failure && <ErrorState {...failure} />}
      {!failure && !query.data && <p role="status">{words.loading}</p>}
      <ul className={classes.sessions} aria-label={words.sessions}>
        {query.data?.map((session) => (
          <li key={session.id}>
            <div>
              <Box fw={600}>
                {deviceWords(session.agent)} {session.current && <Pill tone="info">{words.thisOne}</Pill>}
              </Box>
              <Box fz={12.5} c="dimmed">
                {placeOf(session)}
              </Box>
            </div>
            {!session.current && (
              <Button
                aria-label={words.endSessionOn(deviceWords(session.agent))}
                loading={end.input?.id === session.id}
                onClick={() => void end.run({ id: session.id })}
              >
                {words.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {query.data && others === 0 && (
        <Box component="p" mt={10} c="dimmed">
          {words.nowhereElse}
        </Box>
      )}
    </Dialog>
  );
};

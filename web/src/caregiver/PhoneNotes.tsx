import { Button, Stack } from '@mantine/core';
import { IconAlertCircle, IconCloudOff, IconDeviceMobile, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StayHere } from '../features/accounts/StayHere.tsx';
import { useAccountWords } from '../features/accounts/words.ts';
import { showSignIn, useSignInAsked } from '../platform/sign-in-again.ts';
import { phoneIcon } from '../ui/icons.ts';
import { dropEntry, type StoredAttempt } from './attempts.ts';
import { CallOffice } from './CallOffice.tsx';
import { install, useInstall } from './install.ts';
import { useKeptCount } from './outbox.ts';
import classes from './PhoneNotes.module.css';
import { useWords } from './words.ts';

interface NoteProps {
  readonly icon: typeof IconCloudOff;
  readonly tone: 'warn' | 'danger';
  readonly children: ReactNode;
}

const PhoneNote = ({ icon: Icon, tone, children }: NoteProps) => (
  <div className={classes.note} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
    <Icon {...phoneIcon} />
    <Stack gap={8} align="flex-start" flex={1}>
      {children}
    </Stack>
  </div>
);

/** Says, without a connection or session, what is stored on the phone or how old the list is. */
export const ConnectionNote = ({ stale }: { readonly stale: string }) => {
  const words = useWords();
  const waiting = useKeptCount();
  const account = useAccountWords().words;
  if (useSignInAsked())
    return (
      <PhoneNote icon={IconLock} tone="warn">
        <span>
          <b>{account.signedOut}</b> {account.signedOutText}
        </span>
        <Button size="md" variant="filled" onClick={showSignIn}>
          {account.signIn}
        </Button>
      </PhoneNote>
    );
  if (waiting === 0 && !stale) return null;
  return (
    <PhoneNote icon={IconCloudOff} tone="warn">
      <span>
        <b>{words.noConnection}</b> {words.goOnWorking} {waiting > 0 ? words.kept(waiting) : `${stale}.`}
      </span>
    </PhoneNote>
  );
};

/** Refusals of the server stay until they have been read (docs/rules/screens.md, rule 13). */
export const RefusedNotes = ({ refused }: { readonly refused: readonly StoredAttempt[] }) => {
  const words = useWords();
  return refused.map((attempt) => (
    <PhoneNote key={attempt.key} icon={IconAlertCircle} tone="danger">
      <span>
        <b>{words.refusedTitle(words[attempt.to === 'Active' ? 'Check-In' : 'Check-Out'], attempt.label)}</b>
        <br />
        <span lang="en">{attempt.refused}</span>
      </span>
      <Button size="md" onClick={() => void dropEntry(attempt.serial)}>
        {words.dismiss}
      </Button>
    </PhoneNote>
  ));
};

/** The office's number, and how to install the screen as an app. */
export const PhoneFoot = ({ officePhone, zone }: { readonly officePhone: string; readonly zone: string }) => {
  const words = useWords();
  const way = useInstall();
  return (
    <div className={classes.foot}>
      <CallOffice phone={officePhone} />
      <StayHere zone={zone} />
      {way === 'button' && (
        <Button
          size="md"
          variant="subtle"
          leftSection={<IconDeviceMobile {...phoneIcon} />}
          onClick={() => void install()}
        >
          {words.install}
        </Button>
      )}
      {way === 'byHand' && <p>{words.installByHand}</p>}
    </div>
  );
};

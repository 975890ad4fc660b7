import { showStamp } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconDeviceMobileCheck } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { rememberLock } from '../../platform/phone-lock.ts';
import { toast } from '../../platform/toasts.ts';
import { phoneIcon } from '../../ui/icons.ts';
import { FORGET_PHONE, usePhone } from './phone-api.ts';
import { useAccountWords } from './words.ts';

const StayDialog = lazy(async () => ({ default: (await import('./StayDialog.tsx')).StayDialog }));

/** At the bottom of the caregiver's screen: stay signed in on this phone, or require the password again. */
export const StayHere = ({ zone }: { readonly zone: string }) => {
  const { words, translate } = useAccountWords();
  const phone = usePhone().data;
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (phone !== undefined) rememberLock(phone?.lock);
  }, [phone]);
  const forget = useAction({
    ...FORGET_PHONE,
    onDone: () => {
      rememberLock(undefined);
      toast.success(words.asksAgain);
    },
    onRefused: ({ info }) => toast.error(`Error: ${translate(info)}`),
  });
  if (phone === undefined) return null;
  return (
    <>
      {phone ? (
        <>
          <p>{words.staysUntil(showStamp(phone.expires, zone))}</p>
          <Button size="md" variant="subtle" onClick={() => void forget.run({})}>
            {words.askAgain}
          </Button>
        </>
      ) : (
        <Button
          size="md"
          variant="subtle"
          leftSection={<IconDeviceMobileCheck {...phoneIcon} />}
          onClick={() => setAsking(true)}
        >
          {words.stayTitle}
        </Button>
      )}
      <Suspense>{asking && <StayDialog onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
};

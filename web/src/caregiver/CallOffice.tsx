import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { telOf } from '../features/visits/visit-words.ts';
import { phoneIcon } from '../ui/icons.ts';
import { useWords } from './words.ts';

/** Opens the phone's dialer with the office's number; nothing if the agency has none. */
export const CallOffice = ({ phone, label }: { readonly phone: string; readonly label?: string }) => {
  const words = useWords();
  const tel = telOf(phone);
  return tel ? (
    <Button component="a" href={tel} size="md" variant="light" leftSection={<IconPhone {...phoneIcon} />}>
      {label ?? words.callOfficeAt(phone)}
    </Button>
  ) : null;
};

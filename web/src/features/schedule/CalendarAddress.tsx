import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import { calendarLink } from './use-calendar-feed.ts';

export interface AddressWords {
  readonly address: string;
  readonly once: string;
  readonly copy: string;
  readonly copied: string;
  readonly open: string;
}

interface AddressProps {
  readonly url: string;
  readonly words: AddressWords;
}

/** A new address, to copy or to open in the calendar of this device. */
export const CalendarAddress = ({ url, words }: AddressProps) => (
  <Stack gap={10}>
    <TextInput
      label={words.address}
      description={words.once}
      value={url}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
    />
    <Group gap={10}>
      <CopyButton value={url}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? words.copied : words.copy}</Button>}
      </CopyButton>
      <Button component="a" href={calendarLink(url)}>
        {words.open}
      </Button>
    </Group>
  </Stack>
);

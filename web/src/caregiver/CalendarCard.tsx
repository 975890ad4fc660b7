import { Button, Group } from '@mantine/core';
import { CalendarAddress } from '../features/schedule/CalendarAddress.tsx';
import { useCalendarFeed } from '../features/schedule/use-calendar-feed.ts';
import own from './PhoneBar.module.css';
import { useWords } from './words.ts';

/** Puts visits into the calendar of the caregiver's phone. Making the address needs a network. */
export const CalendarCard = ({ providerId }: { readonly providerId: number }) => {
  const words = useWords();
  const feed = useCalendarFeed(providerId);
  const { data } = feed.query;
  if (!data) return null;
  return (
    <section className={own.card} aria-label={words.myCalendar}>
      <h2 className={own.title}>{words.myCalendar}</h2>
      <p>{words.calendarText}</p>
      {feed.url && <CalendarAddress url={feed.url} words={words.calendarAddress} />}
      <Group gap={10}>
        <Button size="md" loading={feed.isPending} onClick={feed.renew}>
          {data.created === null ? words.makeAddress : words.newAddress}
        </Button>
        {data.created !== null && (
          <Button size="md" disabled={feed.isPending} onClick={feed.remove}>
            {words.takeAddressAway}
          </Button>
        )}
      </Group>
    </section>
  );
};

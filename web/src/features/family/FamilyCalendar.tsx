import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { PlainButton, PlainInput } from '../../ui/plain.tsx';
import classes from './family.module.css';
import { REMOVE_CALENDAR, RENEW_CALENDAR, useCalendar } from './page-api.ts';
import { useFamilyWords } from './page-words.ts';

/** The address for the family's own calendar. It is known only here and until the page is left: the server keeps a hash of it. */
export const FamilyCalendar = () => {
  const { words } = useFamilyWords();
  const { data } = useCalendar();
  const [url, setUrl] = useState<string>();
  const renew = useAction({ ...RENEW_CALENDAR, onDone: (sent) => setUrl(sent.data.url) });
  const remove = useAction({ ...REMOVE_CALENDAR, onDone: () => setUrl(undefined) });
  if (!data) return null;
  return (
    <section className={classes.card} aria-label={words.calendar}>
      <h2 className={classes.cardTitle}>{words.calendar}</h2>
      <p className={classes.quiet}>{words.calendarText}</p>
      {url !== undefined && (
        <>
          <PlainInput
            label={words.address}
            description={words.addressOnce}
            value={url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <a href={url.replace(/^https?:/, 'webcal:')}>{words.openCalendar}</a>
        </>
      )}
      <PlainButton pending={renew.pending} onClick={() => void renew.run({})}>
        {data.made === null ? words.makeAddress : words.newAddress}
      </PlainButton>
      {data.made !== null && (
        <PlainButton pending={remove.pending} onClick={() => void remove.run({})}>
          {words.takeAddressAway}
        </PlainButton>
      )}
    </section>
  );
};

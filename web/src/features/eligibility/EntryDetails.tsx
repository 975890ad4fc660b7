import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import type { EligibilityEntry } from '@homecare/domain/eligibility/schema.ts';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOrigin } from './api.ts';
import classes from './Eligibility.module.css';

interface EntryDetailsProps {
  readonly entry: EligibilityEntry;
  readonly onClose: () => void;
}

/** All that an entry holds, and the payer's own segments it was read from. */
export const EntryDetails = ({ entry, onClose }: EntryDetailsProps) => {
  const zone = useZone();
  const query = useOrigin(entry.id);
  const failure = failureOf(query, 'Couldn’t load where it came from');
  const origin = query.data;
  const facts: readonly (readonly [string, string])[] = [
    ['Status', entry.status],
    ['Request date', showDate(entry.date)],
    ['Start', showDate(entry.start) || '–'],
    ['End', showDate(entry.end) || (entry.status === 'Eligible' ? 'until further notice' : '–')],
    ...Object.entries(entry.data),
    ...(origin
      ? ([
          ['Entered', `${showStamp(origin.created, zone)} ${origin.createdBy}`],
          ['From', origin.file ?? 'by hand'],
        ] as const)
      : []),
  ];
  return (
    <ReadDialog wide title={`Eligibility of ${entry.name}, ${showDate(entry.date)}`} onClose={onClose}>
      {failure && <ErrorState {...failure} />}
      <dl className={classes.facts}>
        {facts.flatMap(([name, value]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} value`}>{value}</dd>,
        ])}
      </dl>
      {origin?.raw && (
        <section aria-label="As the payer sent it">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard */}
          <pre className={classes.raw} tabIndex={0}>
            {origin.raw}
          </pre>
        </section>
      )}
    </ReadDialog>
  );
};

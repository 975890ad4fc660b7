import { showStamp } from '@homecare/domain/calendar.ts';
import { personName } from '@homecare/domain/people/rules.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type { LogEntry, LoggedField } from '@homecare/domain/record-log/contract.ts';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Fragment } from 'react';
import { SavedDocuments } from '../plan-documents/SavedDocuments.tsx';
import { failureOf } from '../shell/query.ts';
import { useCapabilities } from '../sites/api.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { usePersonLog } from './api.ts';
import classes from './RecordLogDialog.module.css';

interface RecordLogDialogProps {
  readonly person: Pick<PersonRow, 'ID' | 'LastName' | 'FirstName'>;
  readonly onClose: () => void;
}

const Value = ({ label, value }: { readonly label: string; readonly value: string | null }) => (
  <td className={classes.value} data-label={label}>
    {value ?? '–'}
  </td>
);

const FieldCells = ({ field }: { readonly field: LoggedField }) => (
  <>
    <td className={classes.field}>{field.field}</td>
    <Value label="Old" value={field.old} />
    <Value label="New" value={field.new} />
  </>
);

/** One save: when and by whom stand once, beside all fields that it changed. */
const EntryRows = ({ entry, zone }: { readonly entry: LogEntry; readonly zone: string }) => {
  const [first, ...others] = entry.fields;
  const span = Math.max(1, entry.fields.length);
  return (
    <tbody className={classes.entry}>
      <tr>
        <td rowSpan={span} className={classes.when}>
          {showStamp(entry.at, zone)}
        </td>
        <td rowSpan={span} className={classes.who}>
          {entry.who}
        </td>
        {first ? (
          <FieldCells field={first} />
        ) : (
          <td colSpan={3} className={classes.field}>
            Record created
          </td>
        )}
      </tr>
      {others.map((field) => (
        <tr key={field.field}>
          <FieldCells field={field} />
        </tr>
      ))}
    </tbody>
  );
};

const LogTable = ({
  name,
  entries,
  zone,
}: {
  readonly name: string;
  readonly entries: readonly LogEntry[];
  readonly zone: string;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
  <section className={classes.scroll} tabIndex={0} aria-label={`Changes of ${name}`}>
    <table className={classes.table}>
      <thead>
        <tr>
          {['When', 'Who', 'Field', 'Old', 'New'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {entries.map((entry) => (
        <Fragment key={entry.id}>
          <EntryRows entry={entry} zone={zone} />
        </Fragment>
      ))}
    </table>
  </section>
);

/** Who changed what of a person and when; nothing in it can be changed (decisions.md, People). */
export const RecordLogDialog = ({ person, onClose }: RecordLogDialogProps) => {
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const { query, entries } = usePersonLog(person.ID);
  const failure = failureOf(query, 'The record log could not be loaded');
  const name = personName(person);
  return (
    <Dialog
      opened
      wide
      title={`Record log of ${name}`}
      onClose={onClose}
      actions={
        <>
          {query.hasNextPage && (
            <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show earlier changes
            </Button>
          )}
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <SavedDocuments of={{ personId: person.ID }} />
      {failure && <ErrorState {...failure} />}
      {!failure && !entries && (
        <p className={classes.waiting} role="status">
          Loading the record log…
        </p>
      )}
      {entries?.length === 0 && (
        <EmptyState
          icon={IconHistory}
          title="No change is recorded"
          text="Every change of this record from now on is kept here."
        />
      )}
      {entries && entries.length > 0 && <LogTable name={name} entries={entries} zone={zone} />}
    </Dialog>
  );
};

import { showStamp } from '@homecare/domain/calendar.ts';
import type { LogEntry, LoggedField } from '@homecare/domain/record-log/contract.ts';
import { Fragment } from 'react';
import classes from './RecordLogDialog.module.css';

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

/** One save: when and by whom are shown once, beside all fields that it changed. */
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
          {entry.of && <span className={classes.of}>{`Record of ${entry.of}`}</span>}
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

/** What was changed, when and by whom: one save beneath the other. */
export const LogTable = ({
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

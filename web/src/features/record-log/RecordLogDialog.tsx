import { showStamp } from '@homecare/domain/calendar.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import type { LogEntry, LoggedField } from '@homecare/domain/record-log/contract.ts';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { CloseAction, DialogOrTab } from '../../ui/DialogOrTab.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { SavedDocuments } from '../plan-documents/SavedDocuments.tsx';
import { useAccountLog, useBillingLog, usePersonLog, usePlanLog, useSettingsLog } from './api.ts';
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

interface RecordLogProps {
  readonly name: string;
  readonly log: ReturnType<typeof usePersonLog>;
  /** Saved copies of documents, before the changes. */
  readonly documents?: ReactNode;
  readonly onClose: () => void;
}

const RecordLog = ({ name, log: { query, entries }, documents, onClose }: RecordLogProps) => {
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const failure = failureOf(query, 'The record log could not be loaded');
  return (
    <DialogOrTab
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
          <CloseAction onClose={onClose} />
        </>
      }
    >
      {documents}
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
    </DialogOrTab>
  );
};

interface RecordLogDialogProps {
  readonly person: Pick<PersonRow, 'ID' | 'LastName' | 'FirstName'>;
  readonly onClose: () => void;
}

/** Who changed what of a person and when; nothing in it can be changed (docs/rules/record-log.md, rule 1). */
export const RecordLogDialog = ({ person, onClose }: RecordLogDialogProps) => (
  <RecordLog
    name={personName(person)}
    log={usePersonLog(person.ID)}
    documents={<SavedDocuments of={{ personId: person.ID }} />}
    onClose={onClose}
  />
);

interface PlanLogDialogProps {
  readonly plan: { readonly id: number };
  readonly onClose: () => void;
}

/** The same of a care plan, with the copies that were sent of it. */
export const PlanLogDialog = ({ plan, onClose }: PlanLogDialogProps) => (
  <RecordLog
    name={`care plan ${plan.id}`}
    log={usePlanLog(plan.id)}
    documents={<SavedDocuments of={{ planId: plan.id }} />}
    onClose={onClose}
  />
);

interface BillingLogDialogProps {
  readonly plan: { readonly id: number; readonly Provider: string };
  readonly month: string;
  readonly onClose: () => void;
}

/** The same of a billing card, deleted records of the month included. */
export const BillingLogDialog = ({ plan, month, onClose }: BillingLogDialogProps) => (
  <RecordLog
    name={`the billing of ${plan.Provider} for ${month}`}
    log={useBillingLog(plan.id, month)}
    onClose={onClose}
  />
);

interface AccountLogDialogProps {
  /** null: all accounts, deleted ones too. */
  readonly account: { readonly id: number; readonly login: string } | null;
  readonly onClose: () => void;
}

/** What was done to an account, or to all of them; no password or code is in it. */
export const AccountLogDialog = ({ account, onClose }: AccountLogDialogProps) => (
  <RecordLog
    name={account?.login ?? 'all accounts'}
    log={useAccountLog(account?.id ?? null)}
    onClose={onClose}
  />
);

interface SettingsLogDialogProps {
  /** 'sitePayer/npi' in the words of its screen. */
  readonly labelOf: (field: string) => string;
  readonly onClose: () => void;
}

/** What admins changed on the site page. */
export const SettingsLogDialog = ({ labelOf, onClose }: SettingsLogDialogProps) => {
  const { query, entries } = useSettingsLog();
  const named = entries?.map((entry) => ({
    ...entry,
    fields: entry.fields.map((field) => ({ ...field, field: labelOf(field.field) })),
  }));
  return <RecordLog name="the site" log={{ query, entries: named }} onClose={onClose} />;
};

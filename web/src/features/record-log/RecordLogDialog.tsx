import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { CloseAction, DialogOrTab } from '../../ui/DialogOrTab.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { SavedDocuments } from '../plan-documents/SavedDocuments.tsx';
import {
  useAccountLog,
  useAgencyFormLog,
  useBillingLog,
  useFilledFormLog,
  useIncidentLog,
  usePersonLog,
  usePlanLog,
  useSettingsLog,
} from './api.ts';
import { LogTable } from './LogTable.tsx';
import classes from './RecordLogDialog.module.css';

interface RecordLogProps {
  readonly name: string;
  readonly log: ReturnType<typeof usePersonLog>;
  /** Saved copies of documents, before the changes. */
  readonly documents?: ReactNode;
  readonly onClose: () => void;
}

const RecordLog = ({ name, log: { query, entries }, documents, onClose }: RecordLogProps) => {
  const zone = useZone();
  const failure = failureOf(query, 'Couldn’t load the record log');
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

interface IncidentLogDialogProps {
  readonly incident: { readonly id: number; readonly client: string };
  readonly onClose: () => void;
}

/** The same of an incident. */
export const IncidentLogDialog = ({ incident, onClose }: IncidentLogDialogProps) => (
  <RecordLog
    name={`the incident of ${incident.client}`}
    log={useIncidentLog(incident.id)}
    onClose={onClose}
  />
);

interface AgencyFormLogDialogProps {
  readonly form: { readonly id: number; readonly title: string };
  readonly onClose: () => void;
}

/** The same of a form of the agency. */
export const AgencyFormLogDialog = ({ form, onClose }: AgencyFormLogDialogProps) => (
  <RecordLog name={`the form ${form.title}`} log={useAgencyFormLog(form.id)} onClose={onClose} />
);

interface FilledFormLogDialogProps {
  readonly form: AgencyFormLogDialogProps['form'] & { readonly person: string };
  readonly onClose: () => void;
}

/** The same of what was answered to one. */
export const FilledFormLogDialog = ({ form, onClose }: FilledFormLogDialogProps) => (
  <RecordLog name={`${form.title} of ${form.person}`} log={useFilledFormLog(form.id)} onClose={onClose} />
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

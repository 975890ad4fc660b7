import { showDate, todayIn } from '@homecare/domain/calendar.ts';
import type { ArchivePreview, RequestablePlan } from '@homecare/domain/people/contract.ts';
import { PERSON } from '@homecare/domain/people/dictionary.ts';
import { ARCHIVED_STATUS, STATUS } from '@homecare/domain/people/kind-and-status.ts';
import { checkArchive } from '@homecare/domain/people/rules.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { serverNow } from '../../platform/server-time.ts';
import { useZone } from '../../platform/use-today.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './ArchiveDialog.module.css';
import { useArchivePreview } from './api.ts';
import { archiveSentence, billedSentence, closedSentence, keptSentence } from './archive-words.ts';
import { captionOf } from './person-form.ts';
import type { ActionDialogProps } from './row-actions.ts';
import { useMove } from './use-move.ts';

const KEPT_SHOWN = 3;

const KeptVisits = ({ kept, keptVisits }: Pick<ArchivePreview, 'kept' | 'keptVisits'>) => (
  <Note tone="warn">
    {keptSentence(kept)}
    <ul className={classes.kept}>
      {keptVisits.slice(0, KEPT_SHOWN).map((visit) => (
        <li key={visit.id}>
          {showDate(visit.Date)} with {visit.With} ({visit.Status})
        </li>
      ))}
      {kept > KEPT_SHOWN && <li>and {kept - KEPT_SHOWN} more</li>}
    </ul>
  </Note>
);

/** What archiving on the typed date will do, with numbers. */
const Consequence = ({ id, archiveDate }: { readonly id: number; readonly archiveDate: string }) => {
  const known = isIsoDate(archiveDate);
  const { data, isError } = useArchivePreview(id, archiveDate, known);
  if (!known) return <p className={classes.sentence}>The archive date is the first day without service.</p>;
  if (isError) return <p className={classes.sentence}>Couldn’t load the effects. You can still archive.</p>;
  if (!data) return <p className={classes.sentence}>Counting care plans and visits…</p>;
  return (
    <>
      <p className={classes.sentence}>{archiveSentence(data)}</p>
      {data.billed > 0 && <Note tone="danger">{billedSentence(data.billed)}</Note>}
      {data.logins.length > 0 && (
        <Note tone="warn">{closedSentence(data.logins, showDate(archiveDate))}</Note>
      )}
      {data.kept > 0 && <KeptVisits {...data} />}
    </>
  );
};

const planLabel = ({ Client, Type, week, from }: RequestablePlan, archiveDate: string) =>
  [Client, Type, week, ...(from === archiveDate ? [] : [`from ${showDate(from)}`])].join(', ');

interface RequestsProps {
  readonly id: number;
  readonly archiveDate: string;
  /** Ids of care plans. */
  readonly value: string[];
  readonly onChange: (value: string[]) => void;
}

/** Offers an open request for each care plan that would have continued, because the caregiver's clients still need somebody. */
const RequestsBox = ({ id, archiveDate, value, onChange }: RequestsProps) => {
  const { data } = useArchivePreview(id, archiveDate, isIsoDate(archiveDate));
  const plans = data?.requestable ?? [];
  if (plans.length === 0) return null;
  const all = plans.map((plan) => String(plan.id));
  const kept = all.filter((one) => value.includes(one));
  return (
    <Checkbox.Group
      label="Keep as open requests"
      description="These clients stay on the list of those who need a caregiver."
      value={value}
      onChange={onChange}
    >
      <div className={classes.requests}>
        {plans.length > 1 && (
          <Checkbox
            label={`All ${plans.length} care plans`}
            checked={kept.length === all.length}
            indeterminate={kept.length > 0 && kept.length < all.length}
            onChange={({ currentTarget: { checked } }) => onChange(checked ? all : [])}
          />
        )}
        {plans.map((plan) => (
          <Checkbox key={plan.id} value={String(plan.id)} label={planLabel(plan, archiveDate)} />
        ))}
      </div>
    </Checkbox.Group>
  );
};

const NOTHING_KEPT: string[] = [];

const ArchiveForm = ({ person, onClose }: ActionDialogProps) => {
  const zone = useZone();
  const [archiveDate] = useState(() => todayIn(zone, serverNow()).toString());
  const { save, dialog } = useMove({
    person,
    values: { archiveDate, 'DC Date': '', 'DC Reason': '', openRequests: NOTHING_KEPT },
    dataOf: ({ openRequests, ...values }) => ({
      [STATUS]: ARCHIVED_STATUS,
      ...values,
      openRequests: openRequests.map(Number),
    }),
    check: checkArchive,
    onDone: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={`Archive ${personName(person)}`}
      label="Archive"
      danger
      onClose={onClose}
      labelOf={captionOf}
      plain
      intro={
        <div className={classes.consequence} aria-live="polite">
          <Consequence id={person.ID} archiveDate={save.values.archiveDate} />
        </div>
      }
    >
      <div className={classes.dates}>
        <DateBox label="Archive date" required {...save.box('archiveDate')} />
        <DateBox label="Discharge date" required {...save.box('DC Date')} />
      </div>
      <TextInput
        label="Discharge reason"
        required
        maxLength={PERSON['DC Reason'].max}
        autoComplete="off"
        {...save.text('DC Reason')}
      />
      <RequestsBox id={person.ID} archiveDate={save.values.archiveDate} {...save.box('openRequests')} />
      {dialog}
    </FormDialog>
  );
};

/** Asks for confirmation, then for archive date, discharge date and reason (docs/rules/people.md, rule 31). */
export const ArchiveDialog = ({ person, onClose }: ActionDialogProps) => {
  const [sure, setSure] = useState(false);
  if (sure) return <ArchiveForm person={person} onClose={onClose} />;
  return (
    <ConfirmDialog
      opened
      title={`Archive ${personName(person)}?`}
      confirmLabel="Continue"
      danger
      focusCancel
      onConfirm={() => setSure(true)}
      onCancel={onClose}
    >
      <p>
        The care plans end and the planned visits are deleted. The next step asks for the dates and the reason
        and says what will change.
      </p>
    </ConfirmDialog>
  );
};

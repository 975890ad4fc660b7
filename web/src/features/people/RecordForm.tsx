import { listPars } from '@homecare/domain/authorizations/contract.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import type { Role } from '@homecare/domain/call.ts';
import type { Candidate } from '@homecare/domain/candidates/schema.ts';
import { noticesOn } from '@homecare/domain/notices/rules.ts';
import { getProcedureCodes } from '@homecare/domain/people/contract.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { undoMerge } from '@homecare/domain/people/merge-contract.ts';
import type { Person } from '@homecare/domain/people/schema.ts';
import { newProvider } from '@homecare/domain/people-forms/contract.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import { type Unsaved, useLeaveGuard } from '../../platform/leave-guard.tsx';
import { may } from '../../platform/role-copy.ts';
import { serverNow } from '../../platform/server-time.ts';
import { ReadOnlyFields } from '../../ui/fields.tsx';
import { focusField, useRefusalPlace } from '../../ui/form.tsx';
import { ClientAuthorizations } from '../authorizations/ClientAuthorizations.tsx';
import { useProcedureCodes } from './api.ts';
import { ChangeDateDialog } from './ChangeDateDialog.tsx';
import { Correction, CorrectionOver } from './Correction.tsx';
import { PastedNote } from './PastedNote.tsx';
import classes from './PersonFormPage.module.css';
import type { FormContext, PersonForm } from './person-form.ts';
import { RecordBar, RecordSectionList } from './RecordBar.tsx';
import { RecordHead } from './RecordHead.tsx';
import { RecordHistory } from './RecordHistory.tsx';
import { MergeNotes, RecordDraft, RefusedNotes, useRecordMerges } from './RecordNotes.tsx';
import { RecordSections, sectionId } from './RecordSections.tsx';
import { RecordProvider, type RecordSetting } from './record-context.ts';
import { usePastedPerson } from './use-pasted-person.ts';
import { usePoint } from './use-point.ts';
import { useRecordForm } from './use-record-form.ts';

interface UnsavedGuardProps {
  readonly unsaved: Unsaved;
  readonly release: RefObject<(() => boolean) | undefined>;
}

/** Separate from the form, which then need not re-render with the first key. */
const UnsavedGuard = ({ unsaved, release }: UnsavedGuardProps) => {
  const { isDirty } = useFormState<PersonForm>();
  // The form can also open another record, one similar to this person.
  const guard = useLeaveGuard(isDirty, { ownPath: true, unsaved });
  useEffect(() => {
    release.current = guard.release;
  }, [release, guard.release]);
  return guard.dialog;
};

interface SettingOptions {
  readonly readOnly: boolean;
  readonly base: Person | undefined;
  readonly notDoubles: readonly number[] | undefined;
  readonly onOpener: () => void;
}

/** What the fields know of the record. Stays the same object until something in it changes. */
const useSetting = (
  context: FormContext,
  capabilities: Capabilities,
  { readOnly, base, notDoubles, onOpener }: SettingOptions,
): RecordSetting => {
  const { kind, role, today } = context;
  const { timeZone: zone, langGroup: languages } = capabilities;
  const codes = useProcedureCodes(kind === 'Client' && may(role, getProcedureCodes)).data;
  const evaluator = useMemo(() => noticesOn(today, capabilities), [today, capabilities]);
  return useMemo(
    () => ({
      ...context,
      readOnly,
      zone,
      person: base,
      notDoubles,
      languages,
      codes,
      evaluator,
      onOpener,
    }),
    [context, readOnly, zone, base, notDoubles, languages, codes, evaluator, onOpener],
  );
};

interface RecordFormProps {
  readonly kind: PersonKind;
  readonly role: Role;
  /** The stored record; missing for a new person. */
  readonly person?: Person;
  /** The candidate being hired. */
  readonly candidate?: Candidate;
  readonly readOnly?: boolean;
  /** The creator of a new record is correcting it. */
  readonly correcting?: boolean;
  readonly onCorrect?: () => void;
  readonly capabilities: Capabilities;
  readonly onLeave: () => void;
  /** The field that the user opened the record to fix. */
  readonly field?: string | undefined;
  /** The requested record, if it was merged into this one. */
  readonly mergedFrom?: string | undefined;
}

/** The record form for providers and clients: new, modified or read-only (docs/rules/people.md, rule 41). */
export const RecordForm = ({
  kind,
  role,
  person,
  candidate,
  readOnly: isShown = false,
  correcting = false,
  onCorrect = () => {},
  capabilities,
  onLeave,
  field,
  mergedFrom,
}: RecordFormProps) => {
  const readOnly = isShown && !correcting;
  const { timeZone, version } = capabilities;
  const context: FormContext = useMemo(
    () => ({
      kind,
      role,
      correcting,
      version,
      mode: person ? 'update' : 'insert',
      today: todayIn(timeZone, serverNow()),
    }),
    [kind, role, correcting, version, person, timeZone],
  );
  const release = useRef<() => boolean>(undefined);
  const leave = () => {
    if (!release.current?.()) onLeave();
  };
  const record = useRecordForm(person, context, { candidate, isDraftKept: !readOnly, onSaved: leave });
  const { save, base, setBase, followOpener } = record;
  const { form } = save;
  const pasted = usePastedPerson(form, { isNew: person === undefined, today: context.today });
  const refusalPlace = useRefusalPlace(save.refusal ?? save.stale);
  const isRefused = save.refusal !== undefined || save.stale !== undefined;
  const setting = useSetting(context, capabilities, {
    readOnly,
    base,
    notDoubles: person?.notDoubles,
    onOpener: followOpener,
  });
  useEffect(() => {
    if (!person && window.matchMedia('(min-width: 700px)').matches) focusField('LastName');
  }, [person]);
  useEffect(() => {
    if (field) focusField(field);
  }, [field]);

  const { merges, newest } = useRecordMerges(person?.ID, role);
  const mayUndo = may(role, undoMerge);

  const point = usePoint(record, { readOnly, kind, role });
  const prints = kind === 'Provider' && may(role, newProvider) && capabilities.premium;
  const part = { kind, role, withHistory: base !== undefined, prints };

  return (
    <FormProvider {...form}>
      <RecordProvider value={setting}>
        <ReadOnlyFields on={readOnly}>
          <div className={classes.page}>
            {base && (
              <RecordHead person={base} role={role}>
                {isShown && person?.correctableUntil && (
                  <Correction until={person.correctableUntil} correcting={correcting} onCorrect={onCorrect} />
                )}
              </RecordHead>
            )}
            {correcting && person?.correctableUntil && <CorrectionOver until={person.correctableUntil} />}
            {pasted.filled && <PastedNote filled={pasted.filled} onUndo={pasted.undo} />}
            <MergeNotes mergedFrom={mergedFrom} newest={mayUndo ? newest : undefined} />
            <RecordDraft draft={save.draft} />
            {isRefused && <RefusedNotes save={save} place={refusalPlace.place} />}
            <div className={classes.columns}>
              <div className={classes.list}>
                <RecordSectionList {...part} />
              </div>
              <div className={classes.sections} onPaste={pasted.onPaste}>
                <RecordSections {...point} />
                {base && kind === 'Client' && capabilities.billing && may(role, listPars) && (
                  <ClientAuthorizations idOf={sectionId} clientId={base.ID} readOnly={readOnly} />
                )}
                {base && (
                  <RecordHistory
                    person={base}
                    setPerson={setBase}
                    merges={merges}
                    zone={timeZone}
                    mayUndo={mayUndo}
                    mayDelete={mayUndo && !readOnly}
                  />
                )}
              </div>
            </div>
            <RecordBar
              {...part}
              readOnly={readOnly}
              saving={save.pending}
              onShowRefusal={isRefused ? refusalPlace.show : undefined}
              onSave={() => void record.submit()}
              onCancel={onLeave}
            />
          </div>
          {record.questions}
          {record.earlier && (
            <ChangeDateDialog
              earlier={record.earlier}
              today={context.today}
              onSave={record.saveFrom}
              onCancel={record.cancelEarlier}
            />
          )}
          {!readOnly && <UnsavedGuard unsaved={record.unsaved} release={release} />}
        </ReadOnlyFields>
      </RecordProvider>
    </FormProvider>
  );
};

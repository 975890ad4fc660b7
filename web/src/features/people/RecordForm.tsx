import { todayIn } from '@homecare/domain/calendar.ts';
import type { Role } from '@homecare/domain/call.ts';
import { isOffice } from '@homecare/domain/call.ts';
import type { Candidate } from '@homecare/domain/candidates/schema.ts';
import { noticesOn } from '@homecare/domain/notices/rules.ts';
import { mayWrite, type PersonKind } from '@homecare/domain/people/dictionary.ts';
import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import type { MergeRow } from '@homecare/domain/people/merge-contract.ts';
import type { HistoryRow, Person } from '@homecare/domain/people/schema.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { FormProvider, useFormContext, useFormState } from 'react-hook-form';
import { StaleNote } from '../../platform/form/StaleNote.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { useLeaveGuard } from '../../platform/leave-guard.tsx';
import { serverNow } from '../../platform/server-time.ts';
import { toast } from '../../platform/toasts.ts';
import { ReadOnlyFields } from '../../ui/fields.tsx';
import {
  focusField,
  RefusedWords,
  SaveBar,
  type SectionEntry,
  SectionList,
  useRefusalPlace,
} from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import type { Point } from '../addresses/directions.ts';
import { ParSection } from '../claims/ParSection.tsx';
import { NewProviderButton } from '../people-forms/NewProviderButton.tsx';
import { DELETE_HISTORY, SET_CHECK_IN_POINT, SET_POINT, useMerges, useProcedureCodes } from './api.ts';
import { ChangeDateDialog } from './ChangeDateDialog.tsx';
import { Correction, CorrectionOver } from './Correction.tsx';
import { changedLabels, problemsOf } from './form-problems.ts';
import { HistorySection } from './HistorySection.tsx';
import { MergeRows, UndoMergeButton } from './MergeRows.tsx';
import { PastedNote } from './PastedNote.tsx';
import classes from './PersonFormPage.module.css';
import { captionOf, type FormContext, type PersonForm, sectionOf } from './person-form.ts';
import { RecordHead } from './RecordHead.tsx';
import { RecordSections, sectionId, sectionsFor } from './RecordSections.tsx';
import { RecordProvider } from './record-context.ts';
import { usePastedPerson } from './use-pasted-person.ts';
import { useRecordForm } from './use-record-form.ts';

const HISTORY = 'History';
const NO_MERGES: readonly MergeRow[] = [];
const PARS = 'Prior authorizations';

/** The sections of this record, each with the number of its errors. */
const useSections = (kind: PersonKind, role: Role, withHistory: boolean): SectionEntry[] => {
  const { errors } = useFormState<PersonForm>();
  const problems = problemsOf(errors);
  const titles = [...sectionsFor(kind, role), ...(withHistory ? [HISTORY] : [])];
  return titles.map((title) => ({
    id: sectionId(title),
    title,
    errors: problems.filter(({ name }) => sectionOf(name) === title).length,
  }));
};

interface PartProps {
  readonly kind: PersonKind;
  readonly role: Role;
  readonly withHistory: boolean;
  /** The hiring sheet of a provider can be printed. */
  readonly prints: boolean;
}

const RecordSectionList = ({ kind, role, withHistory }: PartProps) => (
  <SectionList sections={useSections(kind, role, withHistory)} />
);

interface RecordBarProps extends PartProps {
  readonly readOnly: boolean;
  readonly saving: boolean;
  readonly onShowRefusal: (() => void) | undefined;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

const RecordBar = ({
  kind,
  role,
  withHistory,
  prints,
  readOnly,
  saving,
  onShowRefusal,
  onSave,
  onCancel,
}: RecordBarProps) => {
  const sections = useSections(kind, role, withHistory);
  const { errors, dirtyFields } = useFormState<PersonForm>();
  const { getValues } = useFormContext<PersonForm>();
  const print = prints && { extra: <NewProviderButton read={getValues} /> };
  if (readOnly) return <SaveBar sections={sections} onCancel={onCancel} cancelLabel="Back" {...print} />;
  return (
    <SaveBar
      sections={sections}
      {...print}
      problems={problemsOf(errors)}
      changed={withHistory ? changedLabels(dirtyFields) : []}
      saving={saving}
      onShowRefusal={onShowRefusal}
      onSave={onSave}
      onCancel={onCancel}
    />
  );
};

/** Apart from the form, which need not be drawn again with the first key. */
const UnsavedGuard = ({ release }: { readonly release: RefObject<(() => void) | undefined> }) => {
  const { isDirty } = useFormState<PersonForm>();
  // From here another record is opened too, one that looks like this person.
  const guard = useLeaveGuard(isDirty, undefined, { ownPath: true });
  useEffect(() => {
    release.current = guard.release;
  }, [release, guard.release]);
  return guard.dialog;
};

interface RecordFormProps {
  readonly kind: PersonKind;
  readonly role: Role;
  /** The stored record; without one it is a new person. */
  readonly person?: Person;
  /** Who is hired with it. */
  readonly candidate?: Candidate;
  readonly readOnly?: boolean;
  /** It is opened once more by who has just created it. */
  readonly correcting?: boolean;
  readonly onCorrect?: () => void;
  readonly capabilities: Capabilities;
  readonly onLeave: () => void;
  /** The field that whoever opened the record wants to mend. */
  readonly field?: string | undefined;
  /** The record that was asked for, and was merged into this one. */
  readonly mergedFrom?: string | undefined;
}

/** The record form: one for providers and clients, new, modified or only shown (docs/rules/people.md, rule 41). */
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
  const { timeZone, version, langGroup } = capabilities;
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
  const release = useRef<() => void>(undefined);
  const leave = () => {
    release.current?.();
    onLeave();
  };
  const record = useRecordForm(person, context, leave, candidate);
  const { save, base, setBase, followOpener } = record;
  const { form } = save;
  const pasted = usePastedPerson(form, { isNew: person === undefined, today: context.today });
  const refusalPlace = useRefusalPlace(save.refusal ?? save.stale);
  const isRefused = save.refusal !== undefined || save.stale !== undefined;
  const codes = useProcedureCodes(kind === 'Client' && isOffice(role)).data;
  const evaluator = useMemo(() => noticesOn(context.today, capabilities), [context.today, capabilities]);
  const setting = useMemo(
    () => ({
      ...context,
      readOnly,
      zone: timeZone,
      person: base,
      notDoubles: person?.notDoubles,
      languages: langGroup,
      codes,
      evaluator,
      onOpener: followOpener,
    }),
    [context, readOnly, timeZone, base, person?.notDoubles, langGroup, codes, evaluator, followOpener],
  );

  useEffect(() => {
    if (!person && window.matchMedia('(min-width: 700px)').matches) focusField('LastName');
  }, [person]);
  useEffect(() => {
    if (field) focusField(field);
  }, [field]);

  const merges = useMerges(person?.ID ?? 0, person !== undefined && role !== 'provider').data ?? NO_MERGES;
  /** For a day the last merge can be undone at the top of the record, later in its history. */
  const newest = merges.find(
    ({ kept, undoUntil, at }) =>
      kept.ID === person?.ID &&
      undoUntil !== null &&
      Temporal.Instant.compare(Temporal.Instant.from(at).add({ hours: 24 }), serverNow()) > 0,
  );
  const mayUndo = role === 'admin';

  const history = useAction({
    ...DELETE_HISTORY,
    onDone: ({ data }, { historyId }) => {
      if (!base) return;
      setBase({ ...base, rev: data.rev, history: base.history.filter((one) => one.id !== historyId) });
    },
  });
  const exact = useAction({
    ...SET_POINT,
    onDone: ({ data }, { AddressLatitude: lat, AddressLongitude: lon }) => {
      if (base) showPoint(base, { lat, lon }, data.rev);
    },
  });
  const checkIn = useAction({
    ...SET_CHECK_IN_POINT,
    onDone: ({ data: { AddressLatitude: lat, AddressLongitude: lon, rev } }) => {
      if (base) showPoint(base, { lat, lon }, rev);
    },
  });
  const removeHistory = async (row: HistoryRow) => {
    if (base) await history.run({ id: base.ID, historyId: row.id, rev: base.rev });
  };
  const savePoint = async ({ lat, lon }: Point) => {
    if (base) await exact.run({ id: base.ID, AddressLatitude: lat, AddressLongitude: lon, rev: base.rev });
  };
  const saveCheckIn = async (visitId: number) => {
    if (base) await checkIn.run({ id: base.ID, visitId, rev: base.rev });
  };
  /** A point that the server has stored: the record and what is being typed go on from it. */
  const showPoint = (stored: Person, { lat, lon }: Point, rev: number) => {
    form.setValue('AddressLatitude', lat);
    form.setValue('AddressLongitude', lon);
    form.setValue('AddressApproximate', false);
    setBase({
      ...stored,
      rev,
      AddressLatitude: lat,
      AddressLongitude: lon,
      AddressApproximate: false,
    });
    toast.success('Exact point set');
  };
  // A user writes no form field of a stored record but may correct its point (docs/rules/people.md, rule 23).
  const mayPoint =
    readOnly && role === 'user' && isActive(base) && !mayWrite(role, 'AddressLatitude', 'update');
  const mayCheckIn = kind === 'Client' && isActive(base) && isOffice(role);
  const prints = kind === 'Provider' && role !== 'provider' && capabilities.premium;
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
            {(mergedFrom || (newest && mayUndo)) && (
              <div className={classes.notes}>
                {mergedFrom && <Note tone="info">{`${mergedFrom} was merged into this record.`}</Note>}
                {newest && mayUndo && (
                  <Note tone="info" actions={<UndoMergeButton merge={newest} />}>
                    {`${newest.away.name} is now part of this record${newest.moves.length > 0 ? `: ${newest.moves.join(', ')}` : ''}.`}
                  </Note>
                )}
              </div>
            )}
            {isRefused && (
              <div className={classes.notes} ref={refusalPlace.place} tabIndex={-1}>
                {save.refusal && (
                  <Note tone="danger" live>
                    <RefusedWords info={save.refusal} />
                  </Note>
                )}
                <StaleNote save={save} labelOf={captionOf} />
              </div>
            )}
            <div className={classes.columns}>
              <div className={classes.list}>
                <RecordSectionList {...part} />
              </div>
              <div className={classes.sections} onPaste={pasted.onPaste}>
                <RecordSections
                  {...(mayPoint && { onPoint: (point: Point) => void savePoint(point) })}
                  {...(mayCheckIn && { onCheckIn: saveCheckIn })}
                />
                {base && kind === 'Client' && capabilities.billing && role !== 'provider' && (
                  <ParSection
                    id={sectionId(PARS)}
                    clientId={base.ID}
                    readOnly={readOnly && role !== 'user'}
                  />
                )}
                {base && (
                  <HistorySection
                    rows={base.history}
                    zone={timeZone}
                    onDelete={role === 'admin' && !readOnly ? removeHistory : undefined}
                  >
                    {base.ID && merges.length > 0 ? (
                      <MergeRows merges={merges} id={base.ID} zone={timeZone} mayUndo={mayUndo} />
                    ) : null}
                  </HistorySection>
                )}
              </div>
            </div>
            <RecordBar
              {...part}
              readOnly={readOnly}
              saving={save.pending}
              onShowRefusal={isRefused ? refusalPlace.show : undefined}
              onSave={record.submit}
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
          {!readOnly && <UnsavedGuard release={release} />}
        </ReadOnlyFields>
      </RecordProvider>
    </FormProvider>
  );
};

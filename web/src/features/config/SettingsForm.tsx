import type { FieldError } from '@homecare/domain/errors.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { type ReactNode, useState } from 'react';
import type { Sent } from '../../platform/answer.ts';
import { type FormGuard, useUnsaved } from '../../platform/form/form-guard.tsx';
import { toast } from '../../platform/toasts.ts';
import { focusField, SaveBar, useRefusalPlace } from '../../ui/form.tsx';
import classes from './config.module.css';
import { DraftNotes } from './DraftNotes.tsx';
import { type Stored, useDraft } from './use-draft.ts';

interface SettingsFormOptions<F extends object, W> {
  readonly stored: Stored<F>;
  readonly guard: FormGuard;
  /** What is saved of the form. */
  readonly wantedOf: (form: F) => W;
  readonly check: (wanted: W) => readonly FieldError[];
  readonly send: (wanted: W, rev: number) => Promise<Sent<{ readonly rev: number }>>;
  /** The form of what was saved. */
  readonly savedAs: (wanted: W, rev: number) => Stored<F>;
  readonly readAgain: () => Promise<Stored<F>>;
  /** A fault by the name of its field in the form. */
  readonly placeOf?: (fault: FieldError) => FieldError;
}

/** A form of settings that are saved as a whole: what somebody else saved meanwhile is never overwritten unseen. */
export const useSettingsForm = <F extends object, W>(options: SettingsFormOptions<F, W>) => {
  const { stored, guard, placeOf } = options;
  const held = useDraft<F>(stored);
  const { draft, isDirty } = held;
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  useUnsaved(guard, isDirty);
  const set = (change: Partial<F>) => {
    setErrors((before) => before.filter(({ field }) => !(field in change)));
    held.set(change);
  };
  const show = (found: readonly FieldError[]) => {
    const placed = placeOf ? found.map(placeOf) : found;
    setErrors(placed);
    if (placed[0]) focusField(placed[0].field);
  };
  const save = async () => {
    if (busy || !isDirty) return;
    setRefusal(undefined);
    const wanted = options.wantedOf(draft);
    const found = options.check(wanted);
    show(found);
    if (found.length > 0) return;
    setBusy(true);
    const sent = await options.send(wanted, held.rev);
    setBusy(false);
    if (sent.ok) {
      held.take(options.savedAs(wanted, sent.data.rev));
      return toast.success(SAVED);
    }
    show(sent.errors);
    const fresh = sent.reason === 'stale' ? await options.readAgain().catch(() => undefined) : undefined;
    if (fresh && fresh.rev !== held.rev) held.setStale({ info: sent.info, fresh });
    else if (sent.errors.length === 0) setRefusal(sent.info);
  };
  const undo = () => {
    held.undo();
    setErrors([]);
    setRefusal(undefined);
  };
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message;
  return { held, draft, errors, errorOf, refusal, busy, set, save, undo };
};

interface SettingsFrameProps<F extends object> {
  readonly form: Pick<
    ReturnType<typeof useSettingsForm<F, unknown>>,
    'held' | 'errors' | 'refusal' | 'busy' | 'save' | 'undo'
  >;
  readonly labelOf: (name: string) => string;
  readonly children: ReactNode;
}

/** The sections of such a form between what went wrong and the bar that saves. */
export const SettingsFrame = <F extends object>({ form, labelOf, children }: SettingsFrameProps<F>) => {
  const { held, errors, refusal, busy, save, undo } = form;
  const { place, show } = useRefusalPlace(refusal ?? held.stale);
  return (
    <>
      <div className={classes.content}>
        <DraftNotes refusal={refusal} held={held} place={place} />
        {children}
      </div>
      <SaveBar
        problems={errors.map(({ field }) => ({ name: field, label: labelOf(field) }))}
        onShowRefusal={refusal || held.stale ? show : undefined}
        state={held.isDirty ? undefined : <span className="ink2">All changes are saved</span>}
        changed={held.changed.map(labelOf)}
        saving={busy}
        cancelLabel="Undo"
        onCancel={undo}
        onSave={() => void save()}
      />
    </>
  );
};

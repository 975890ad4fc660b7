import type { OutputOf } from '@homecare/domain/call.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import type { getSettings } from '@homecare/domain/sites/contract.ts';
import { checkSettings, tidySettings } from '@homecare/domain/sites/rules.ts';
import type { PaperTexts, SiteSettings, SiteSwitches } from '@homecare/domain/sites/schema.ts';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { failureOf } from '../shell/query.ts';
import { toast } from '../shell/toasts.ts';
import { useCapabilities } from '../sites/api.ts';
import { FormSection, focusField, RefusedWords, SaveBar, useRefusalPlace } from '../ui/form.tsx';
import { Note } from '../ui/Note.tsx';
import { ErrorState } from '../ui/states.tsx';
import { readSettingsAgain, saveSettings, useSettings } from './api.ts';
import classes from './config.module.css';
import { OverridePassword } from './OverridePassword.tsx';
import { StaleNote } from './StaleNote.tsx';
import { useDraft } from './use-draft.ts';
import type { DraftGuard } from './use-draft-guard.tsx';

type Stored = OutputOf<typeof getSettings>;
type OnOff = Exclude<keyof SiteSwitches, 'langGroup'> | 'diagnosisOnPlan' | 'orderSheet';
type Lines = 'address' | 'reportAtOnce';
type Line = Exclude<keyof PaperTexts, Lines | 'diagnosisOnPlan' | 'orderSheet'>;
/** Lists are texts of one entry a line while they are typed. */
type SiteForm = Record<OnOff, boolean> & Record<Line | Lines | 'langGroup', string>;

const SWITCHES: readonly (readonly [OnOff, string, string])[] = [
  ['smsEnabled', 'Text messages', 'Sending of SMS and the SMS sender'],
  ['emailEnabled', 'E-mail', 'Sending of e-mail and the Email sender'],
  ['sandataEnabled', 'Sandata', 'People and visits are queued for the aggregator when they are saved'],
  ['eligibility', 'Eligibility', 'Eligibility of clients and its notices'],
  ['temporaryEnabled', 'Temporary care plans', 'Offered on the care plan form'],
  ['archiveOnSaveEnabled', 'Archive care plans on saving', 'Is Archive Careplan is offered on the form'],
  ['diagnosisOnPlan', 'Diagnosis on care plans', 'Printed care plans show the diagnosis of the client'],
  ['orderSheet', 'Order sheet', 'Service orders begin with an order sheet'],
];
const LINES: readonly (readonly [Line, string])[] = [
  ['agency', 'Agency'],
  ['phone', 'Phone'],
  ['fax', 'Fax'],
  ['phone24h', 'Phone day and night'],
  ['email', 'E-mail address'],
  ['medicaidProviderId', 'Medicaid provider ID'],
  ['officerName', 'Officer who signs'],
  ['officerTitle', 'Title of the officer'],
  ['officerPhone', 'Phone of the officer'],
];
const LONG: readonly (readonly [Line, string])[] = [
  ['confidentiality', 'Confidentiality line'],
  ['incidentNotice', 'Notice about incidents'],
  ['timesheetStatement', 'Statement signed on timesheets'],
];
const LABELS = new Map<string, string>([
  ...SWITCHES.map(([name, label]) => [name, label] as const),
  ...LINES,
  ...LONG,
  ['langGroup', 'Languages'],
  ['address', 'Address'],
  ['reportAtOnce', 'What a provider reports at once'],
]);
const labelOf = (name: string) => LABELS.get(name) ?? name;

const formOf = ({ switches, paper, rev }: Stored): { value: SiteForm; rev: number } => ({
  value: {
    ...switches,
    ...paper,
    langGroup: switches.langGroup.join('\n'),
    address: paper.address.join('\n'),
    reportAtOnce: paper.reportAtOnce.join('\n'),
  },
  rev,
});

const settingsOf = (form: SiteForm): SiteSettings => {
  const {
    smsEnabled,
    emailEnabled,
    sandataEnabled,
    eligibility,
    temporaryEnabled,
    archiveOnSaveEnabled,
    ...rest
  } = form;
  const { langGroup, address, reportAtOnce, ...paper } = rest;
  return tidySettings({
    switches: {
      smsEnabled,
      emailEnabled,
      sandataEnabled,
      eligibility,
      temporaryEnabled,
      archiveOnSaveEnabled,
      langGroup: langGroup.split('\n'),
    },
    paper: { ...paper, address: address.split('\n'), reportAtOnce: reportAtOnce.split('\n') },
  });
};

/** 'paper.email' → 'email' */
const fieldOf = ({ field, message }: FieldError) => ({ field: field.split('.').at(-1) ?? field, message });

interface SiteFormProps {
  readonly settings: Stored;
  readonly guard: DraftGuard;
}

const SiteSettingsForm = ({ settings, guard }: SiteFormProps) => {
  const stored = useMemo(() => formOf(settings), [settings]);
  const held = useDraft<SiteForm>(stored);
  const { draft, isDirty, stale } = held;
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const refusalPlace = useRefusalPlace(refusal ?? stale);
  const isSet = useCapabilities()?.carePlanPass ?? false;
  const { setUnsaved } = guard;
  useEffect(() => {
    setUnsaved(isDirty);
    return () => setUnsaved(false);
  }, [isDirty, setUnsaved]);
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message;
  const set = (name: string, value: string | boolean) => {
    setErrors((before) => before.filter(({ field }) => field !== name));
    held.set({ [name]: value });
  };
  const show = (found: readonly FieldError[]) => {
    const placed = found.map(fieldOf);
    setErrors(placed);
    if (placed[0]) focusField(placed[0].field);
  };
  const save = async () => {
    if (busy || !isDirty) return;
    setRefusal(undefined);
    const wanted = settingsOf(draft);
    const found = checkSettings(wanted);
    show(found);
    if (found.length > 0) return;
    setBusy(true);
    const sent = await saveSettings({ ...wanted, rev: held.rev });
    setBusy(false);
    if (sent.ok) {
      held.take(formOf({ ...settings, ...wanted, rev: sent.data.rev }));
      return toast.success(SAVED);
    }
    show(sent.errors);
    const fresh =
      sent.code === 'conflict' && sent.errors.length === 0
        ? await readSettingsAgain().catch(() => undefined)
        : undefined;
    if (fresh && fresh.rev !== held.rev) held.setStale({ info: sent.info, fresh: formOf(fresh) });
    else if (sent.errors.length === 0) setRefusal(sent.info);
  };
  const { premium, version, maxClients, billing, timeZone } = settings.operator;
  const area = (name: Line | Lines | 'langGroup', label: string, rows: number, description?: string) => (
    <Textarea
      key={name}
      label={label}
      rows={rows}
      data-field={name}
      {...(description && { description })}
      value={draft[name]}
      error={errorOf(name)}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  );
  return (
    <>
      <div className={classes.content}>
        {(refusal || stale) && (
          <div className={classes.notes} ref={refusalPlace.place} tabIndex={-1}>
            {refusal && (
              <Note tone="danger" live>
                <RefusedWords info={refusal} />
              </Note>
            )}
            {stale && (
              <StaleNote info={stale.info} onKeep={held.keepMine} onTake={() => held.take(stale.fresh)} />
            )}
          </div>
        )}
        <FormSection id="config-switches" title="Switches">
          <div className={classes.switches}>
            {SWITCHES.map(([name, label, description]) => (
              <Switch
                key={name}
                label={label}
                description={description}
                checked={draft[name]}
                onChange={(event) => set(name, event.currentTarget.checked)}
              />
            ))}
          </div>
        </FormSection>
        <FormSection id="config-languages" title="Language groups" note="of the care plan list">
          <div className={classes.grid}>
            {area('langGroup', 'Languages', 5, 'One a line, in the order of the list.')}
          </div>
        </FormSection>
        <FormSection id="config-override" title="Plan override password">
          <OverridePassword isSet={isSet} />
        </FormSection>
        <FormSection id="config-paper" title="Letterhead and texts" note="of printed documents">
          <div className={classes.grid}>
            {LINES.map(([name, label]) => (
              <TextInput
                key={name}
                label={label}
                data-field={name}
                autoComplete="off"
                value={draft[name]}
                error={errorOf(name)}
                onChange={(event) => set(name, event.currentTarget.value)}
              />
            ))}
          </div>
          <div className={classes.editor}>
            {area('address', 'Address', 3, 'As printed, at most 4 lines.')}
            {LONG.map(([name, label]) => area(name, label, 3))}
            {area('reportAtOnce', 'What a provider reports at once', 5, 'On care plans, at most 4 lines.')}
          </div>
        </FormSection>
        <FormSection id="config-operator" title="Set by the operator" note="not changed here">
          <dl className={classes.facts}>
            {[
              ['Premium', premium ? 'On' : 'Off'],
              ['Version', String(version)],
              ['Most active clients', maxClients.toLocaleString('en-US')],
              ['Billing uploads', billing ? 'On' : 'Off'],
              ['Time zone', timeZone],
            ].map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </FormSection>
      </div>
      <SaveBar
        problems={errors.map(({ field }) => ({ name: field, label: labelOf(field) }))}
        onShowRefusal={refusal || stale ? refusalPlace.show : undefined}
        state={isDirty ? undefined : <span className="ink2">All changes are saved</span>}
        changed={held.changed.map(labelOf)}
        saving={busy}
        cancelLabel="Undo"
        onCancel={() => {
          held.undo();
          setErrors([]);
          setRefusal(undefined);
        }}
        onSave={() => void save()}
      />
    </>
  );
};

/** Switches and printed texts that are the admin's, and the operator's part to look at. */
export const SitePanel = ({ guard }: { readonly guard: DraftGuard }) => {
  const query = useSettings();
  const failure = failureOf(query, 'The settings could not be loaded');
  if (failure) return <ErrorState {...failure} />;
  if (!query.data)
    return (
      <p className={classes.content} role="status">
        Loading settings…
      </p>
    );
  return <SiteSettingsForm settings={query.data} guard={guard} />;
};

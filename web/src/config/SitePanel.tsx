import type { OutputOf } from '@homecare/domain/call.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import type { getSettings } from '@homecare/domain/sites/contract.ts';
import { checkSettings, tidySettings } from '@homecare/domain/sites/rules.ts';
import type { PaperTexts, SiteSettings, SiteSwitches } from '@homecare/domain/sites/schema.ts';
import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { failureOf } from '../shell/query.ts';
import { useCapabilities } from '../sites/api.ts';
import { FormSection } from '../ui/form.tsx';
import { ErrorState } from '../ui/states.tsx';
import { readSettingsAgain, saveSettings, useSettings } from './api.ts';
import classes from './config.module.css';
import { LogoSection } from './LogoSection.tsx';
import { OverridePassword } from './OverridePassword.tsx';
import { SettingsFrame, useSettingsForm } from './SettingsForm.tsx';
import { UpdateNotes } from './UpdateNotes.tsx';
import type { DraftGuard } from './use-draft-guard.tsx';

type Stored = OutputOf<typeof getSettings>;
type OnOff = Exclude<keyof SiteSwitches, 'langGroup' | 'timeZone'> | 'diagnosisOnPlan' | 'orderSheet';
type Lines = 'address' | 'reportAtOnce';
type Line = Exclude<keyof PaperTexts, Lines | 'diagnosisOnPlan' | 'orderSheet'>;
/** Zones of the United States first, then those of the world. */
const ZONES = [
  'America/Denver',
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];
const zonesWith = (own: string) => [
  ...new Set([...ZONES, own, ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))]),
];
/** Lists are texts of one entry a line while they are typed. */
type SiteForm = Record<OnOff, boolean> & Record<Line | Lines | 'langGroup' | 'timeZone', string>;

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
  ['timeZone', 'Time zone'],
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
  const { langGroup, timeZone, address, reportAtOnce, ...paper } = rest;
  return tidySettings({
    switches: {
      smsEnabled,
      emailEnabled,
      sandataEnabled,
      eligibility,
      temporaryEnabled,
      archiveOnSaveEnabled,
      langGroup: langGroup.split('\n'),
      timeZone,
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
  const form = useSettingsForm({
    stored,
    guard,
    wantedOf: settingsOf,
    check: checkSettings,
    send: (wanted, rev) => saveSettings({ ...wanted, rev }),
    savedAs: (wanted, rev) => formOf({ ...settings, ...wanted, rev }),
    readAgain: async () => formOf(await readSettingsAgain()),
    placeOf: fieldOf,
  });
  const { draft, errorOf } = form;
  const set = (name: string, value: string | boolean) => form.set({ [name]: value });
  const isSet = useCapabilities()?.carePlanPass ?? false;
  const { premium, version, maxClients, billing } = settings.operator;
  const zones = useMemo(() => zonesWith(stored.value.timeZone), [stored]);
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
    <SettingsFrame form={form} labelOf={labelOf}>
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
      <FormSection id="config-zone" title="Time zone" note="in which days begin and times are shown">
        <div className={classes.grid}>
          <Select
            label="Time zone"
            data-field="timeZone"
            searchable
            allowDeselect={false}
            limit={40}
            data={zones}
            value={draft.timeZone}
            error={errorOf('timeZone')}
            onChange={(zone) => zone && set('timeZone', zone)}
          />
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
      <LogoSection isSet={settings.logo !== null} />
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
      <UpdateNotes />
      <FormSection id="config-operator" title="Set by the operator" note="not changed here">
        <dl className={classes.facts}>
          {[
            ['Premium', premium ? 'On' : 'Off'],
            ['Version', String(version)],
            ['Most active clients', maxClients.toLocaleString('en-US')],
            ['Billing uploads', billing ? 'On' : 'Off'],
          ].map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </FormSection>
    </SettingsFrame>
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

import { NUMBER_BOUNDS } from '@homecare/domain/sites/limits.ts';
import { Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { FormPage } from '../../platform/form/FormPage.tsx';
import type { FormGuard } from '../../platform/form/form-guard.tsx';
import { useCapabilities } from '../../platform/site.ts';
import { FormSection } from '../../ui/form.tsx';
import { FactorRule } from '../accounts/FactorRule.tsx';
import classes from './config.module.css';
import { LogoSection } from './LogoSection.tsx';
import { OverridePassword } from './OverridePassword.tsx';
import { LINES, type Line, type Lines, LONG, labelOf, NUMBERS, type Stored, SWITCHES } from './site-form.ts';
import { UpdateNotes } from './UpdateNotes.tsx';
import { useSiteForm } from './use-site-form.ts';
import { WithSettings } from './WithSettings.tsx';
import { ZoneSelect } from './ZoneSelect.tsx';

interface SiteFormProps {
  readonly settings: Stored;
  readonly guard: FormGuard;
}

const SiteSettingsForm = ({ settings, guard }: SiteFormProps) => {
  const save = useSiteForm(settings);
  const isSet = useCapabilities()?.carePlanPass ?? false;
  const { premium, version, maxClients, billing } = settings.operator;
  const area = (name: Line | Lines | 'langGroup', label: string, rows: number, description?: string) => (
    <Textarea
      key={name}
      label={label}
      rows={rows}
      {...(description && { description })}
      {...save.text(name)}
    />
  );
  return (
    <FormPage save={save} labelOf={labelOf} guard={guard} className={classes.content}>
      <FormSection id="config-switches" title="Switches">
        <div className={classes.switches}>
          {SWITCHES.map(([name, label, description]) => (
            <Switch key={name} label={label} description={description} {...save.tick(name)} />
          ))}
        </div>
      </FormSection>
      <FormSection id="config-numbers" title="Limits" note="Changes apply immediately.">
        <div className={classes.grid}>
          {NUMBERS.map(([name, label, description]) => (
            <TextInput
              key={name}
              label={label}
              description={`${description}, ${NUMBER_BOUNDS[name].least} to ${NUMBER_BOUNDS[name].most.toLocaleString('en-US')}`}
              inputMode="numeric"
              autoComplete="off"
              {...save.text(name)}
            />
          ))}
        </div>
      </FormSection>
      <FormSection
        id="second-factor"
        title="Two-step sign-in"
        note="For Admins and Managers. Changes apply immediately."
      >
        <FactorRule />
      </FormSection>
      <FormSection id="config-zone" title="Time zone" note="Days begin and times are shown in this zone.">
        <div className={classes.grid}>
          <ZoneSelect own={settings.switches.timeZone} {...save.box('timeZone')} />
        </div>
      </FormSection>
      <FormSection id="config-languages" title="Language groups" note="Shown in the care plan list.">
        <div className={classes.grid}>
          {area('langGroup', 'Languages', 5, 'One a line, in the order of the list.')}
        </div>
      </FormSection>
      <FormSection id="config-override" title="Plan override password">
        <OverridePassword isSet={isSet} />
      </FormSection>
      <LogoSection isSet={settings.logo !== null} />
      <FormSection id="config-paper" title="Letterhead and texts" note="Shown on printed documents.">
        <div className={classes.grid}>
          {LINES.map(([name, label]) => (
            <TextInput key={name} label={label} autoComplete="off" {...save.text(name)} />
          ))}
        </div>
        <Stack gap={12} maw={720} pt={14}>
          {area('address', 'Address', 3, 'As printed, at most 4 lines.')}
          {LONG.map(([name, label]) => area(name, label, 3))}
          {area('reportAtOnce', 'What a provider reports at once', 5, 'On care plans, at most 4 lines.')}
        </Stack>
      </FormSection>
      <UpdateNotes />
      <FormSection id="config-operator" title="Set by the operator" note="You can’t change these here.">
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
    </FormPage>
  );
};

/** Switches and printed texts that admins decide, and the operator's part, read-only. */
export const SitePanel = ({ guard }: { readonly guard: FormGuard }) => (
  <WithSettings>{(settings) => <SiteSettingsForm settings={settings} guard={guard} />}</WithSettings>
);

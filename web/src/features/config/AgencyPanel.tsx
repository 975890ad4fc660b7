import { Stack, Textarea, TextInput } from '@mantine/core';
import { FormPage } from '../../platform/form/FormPage.tsx';
import type { FormGuard } from '../../platform/form/form-guard.tsx';
import { FormSection } from '../../ui/form.tsx';
import classes from './config.module.css';
import { LogoSection } from './LogoSection.tsx';
import { LINES, type Line, labelOf, type Stored } from './site-form.ts';
import { useSiteForm } from './use-site-form.ts';
import { WithSettings } from './WithSettings.tsx';

interface AgencyFormProps {
  readonly settings: Stored;
  readonly guard: FormGuard;
}

/** The parts of the letterhead that an agency knows on its first day. */
const FIRST: readonly Line[] = ['agency', 'phone', 'fax', 'email', 'medicaidProviderId'];

const AgencyForm = ({ settings, guard }: AgencyFormProps) => {
  const save = useSiteForm(settings);
  return (
    <FormPage save={save} labelOf={labelOf} guard={guard} className={classes.content}>
      <FormSection id="config-paper" title="Letterhead" note="Shown on printed documents.">
        <div className={classes.grid}>
          {LINES.filter(([name]) => FIRST.includes(name)).map(([name, label]) => (
            <TextInput key={name} label={label} autoComplete="off" {...save.text(name)} />
          ))}
        </div>
        <Stack maw={720} pt={14}>
          <Textarea
            label="Address"
            rows={3}
            description="As printed, at most 4 lines."
            {...save.text('address')}
          />
        </Stack>
      </FormSection>
      <LogoSection isSet={settings.logo !== null} />
    </FormPage>
  );
};

/** Name, address, phone and logo of the agency, the first part of the site's settings. */
export const AgencyPanel = ({ guard }: { readonly guard: FormGuard }) => (
  <WithSettings>{(settings) => <AgencyForm settings={settings} guard={guard} />}</WithSettings>
);

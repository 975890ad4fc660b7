import { Button } from '@mantine/core';
import { FormBody } from '../../platform/form/FormBody.tsx';
import { type FormGuard, useUnsaved } from '../../platform/form/form-guard.tsx';
import { FormSection } from '../../ui/form.tsx';
import { useSettings } from './api.ts';
import classes from './config.module.css';
import { labelOf, type Stored } from './site-form.ts';
import { useSiteForm } from './use-site-form.ts';
import { ZoneSelect } from './ZoneSelect.tsx';

interface ZoneFormProps {
  readonly settings: Stored;
  readonly guard: FormGuard;
}

const ZoneForm = ({ settings, guard }: ZoneFormProps) => {
  const save = useSiteForm(settings);
  useUnsaved(guard, save.isDirty, save);
  return (
    <FormBody save={save} label="Time zone" className="" labelOf={labelOf}>
      <div className={classes.chooser}>
        <ZoneSelect own={settings.switches.timeZone} {...save.box('timeZone')} />
        <Button type="submit" loading={save.pending} disabled={!save.isDirty}>
          Save time zone
        </Button>
      </div>
    </FormBody>
  );
};

/** The time zone, with its own button, because the payer below it is a separate form. */
export const ZonePanel = ({ guard }: { readonly guard: FormGuard }) => {
  const settings = useSettings().data;
  return (
    <div className={classes.zone}>
      <FormSection id="config-zone" title="Time zone" note="Days begin and times are shown in this zone.">
        {settings && <ZoneForm settings={settings} guard={guard} />}
      </FormSection>
    </div>
  );
};

import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { NO_LOGO } from '@homecare/domain/sites/rules.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { FileButton, PICTURES } from '../../ui/FileButton.tsx';
import { FormSection } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { Logo } from '../sites/Brand.tsx';
import { removeLogo, uploadLogo } from './api.ts';
import classes from './config.module.css';

/** The agency's own picture; saved at once. */
export const LogoSection = ({ isSet }: { readonly isSet: boolean }) => {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const run = async (work: () => ReturnType<typeof uploadLogo> | ReturnType<typeof removeLogo>) => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    const sent = await work();
    setBusy(false);
    if (sent.ok) toast.success(SAVED);
    else setRefusal(sent.info);
  };
  return (
    <FormSection id="config-logo" title="Logo" note="Changes apply immediately.">
      <p className={classes.hint}>
        A PNG or JPEG picture of at most 1 MB: on the sign-in page, in the menu, as the icon of the browser
        tab, and at the head of printed documents, at most 150 × 45 points large.
      </p>
      {refusal && (
        <Note tone="danger" live>
          {refusal}
        </Note>
      )}
      <div className={classes.row}>
        <Logo size={48} />
        <FileButton
          loading={busy}
          fileLabel={NO_LOGO}
          accept={PICTURES}
          onFiles={([file]) => file && void run(() => uploadLogo(file))}
        >
          {isSet ? 'Change logo' : 'Upload logo'}
        </FileButton>
        {isSet && (
          <Button color="red" disabled={busy} onClick={() => void run(removeLogo)}>
            Remove logo
          </Button>
        )}
      </div>
    </FormSection>
  );
};

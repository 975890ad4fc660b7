import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { NO_LOGO } from '@homecare/domain/sites/rules.ts';
import { Button, Group } from '@mantine/core';
import { useAction } from '../../platform/form/use-action.ts';
import { logoChanged } from '../../platform/own-site.ts';
import { toast } from '../../platform/toasts.ts';
import { FileButton, PICTURES } from '../../ui/FileButton.tsx';
import { FormSection } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { Logo } from '../sites/Brand.tsx';
import { REMOVE_LOGO, UPLOAD_LOGO } from './api.ts';
import classes from './config.module.css';

/** The agency's own logo, saved at once. */
export const LogoSection = ({ isSet }: { readonly isSet: boolean }) => {
  const done = {
    onDone: () => {
      void logoChanged();
      toast.success(SAVED);
    },
    onRefused: () => {},
  };
  const upload = useAction({ ...UPLOAD_LOGO, ...done });
  const remove = useAction({ ...REMOVE_LOGO, ...done });
  const pending = upload.pending || remove.pending;
  const refusal = upload.refusal ?? remove.refusal;
  return (
    <FormSection id="config-logo" title="Logo" note="Changes apply immediately.">
      <p className={classes.hint}>
        A PNG or JPEG picture of at most 1 MB: on the sign-in page, in the menu, as the icon of the browser
        tab, and at the head of printed documents, at most 150 × 45 points large.
      </p>
      {refusal && (
        <Note tone="danger" live>
          {refusal.info}
        </Note>
      )}
      <Group gap="10px 16px">
        <Logo size={48} />
        <FileButton
          loading={pending}
          fileLabel={NO_LOGO}
          accept={PICTURES}
          onFiles={([file]) => {
            remove.forget();
            if (file) void upload.run({}, { file });
          }}
        >
          {isSet ? 'Change logo' : 'Upload logo'}
        </FileButton>
        {isSet && (
          <Button
            color="red"
            disabled={pending}
            onClick={() => {
              upload.forget();
              void remove.run({});
            }}
          >
            Remove logo
          </Button>
        )}
      </Group>
    </FormSection>
  );
};

import { sum } from '@homecare/domain/sum.ts';
import { IconMessages } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import classes from './NewTexts.module.css';
import { newTexts, useUnread } from './unread-api.ts';

interface DialogProps {
  readonly onClose: () => void;
}

/** Shown in the toolbar of every page while there are new texts. */
export const NewTexts = () => {
  const count = sum(useUnread().map((thread) => thread.count));
  const [Opened, setOpened] = useState<ComponentType<DialogProps>>();
  const open = () =>
    void import('./NewTextsDialog.tsx').then(
      ({ NewTextsDialog }) => setOpened(() => NewTextsDialog),
      () => toast.error('Couldn’t open the new texts. Try again, or reload the page.'),
    );
  return (
    <>
      {count > 0 && (
        <button
          type="button"
          className={classes.badge}
          aria-label={newTexts(count)}
          data-tip="New texts"
          onClick={open}
        >
          <IconMessages size={20} stroke={1.7} aria-hidden />
          <span className={classes.count} aria-hidden="true">
            {count > 999 ? '999+' : count}
          </span>
        </button>
      )}
      {Opened && <Opened onClose={() => setOpened(undefined)} />}
    </>
  );
};

import { Button } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { ButtonMenu } from '../../ui/ButtonMenu.tsx';
import classes from './ModifyKinds.module.css';

interface ModifyKindsProps {
  readonly busy: boolean;
  readonly onShow: () => void;
  readonly onExit: () => void;
}

const SHOW = 'Modify and Show';
const EXIT = 'Modify and Exit';

/** The other two ways to save changes, as buttons on a desktop and one menu on phones. */
export const ModifyKinds = ({ busy, onShow, onExit }: ModifyKindsProps) => (
  <>
    <Button className={classes.wide ?? ''} size="sm" disabled={busy} onClick={onShow}>
      {SHOW}
    </Button>
    <Button className={classes.wide ?? ''} size="sm" disabled={busy} onClick={onExit}>
      {EXIT}
    </Button>
    <ButtonMenu
      position="top"
      entries={[
        { label: SHOW, onSelect: onShow },
        { label: EXIT, onSelect: onExit },
      ]}
      button={(opening) => (
        <Button
          className={classes.more ?? ''}
          size="sm"
          disabled={busy}
          aria-label="More ways to modify"
          {...opening}
        >
          <IconDotsVertical size={20} stroke={1.8} aria-hidden />
        </Button>
      )}
    />
  </>
);

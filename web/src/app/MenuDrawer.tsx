import { Drawer } from '@mantine/core';
import classes from './Shell.module.css';
import { SideMenu } from './SideMenu.tsx';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Path of the current entry. */
  readonly marked: string | undefined;
}

/** The menu in narrow windows. */
export const MenuDrawer = ({ opened, onClose, marked }: Props) => (
  <Drawer.Root opened={opened} onClose={onClose} size={260}>
    <Drawer.Overlay />
    <Drawer.Content aria-label="Menu">
      <div className={classes.drawerHead}>
        <Drawer.CloseButton aria-label="Close menu" />
      </div>
      <Drawer.Body>
        <SideMenu marked={marked} inDrawer />
      </Drawer.Body>
    </Drawer.Content>
  </Drawer.Root>
);

import { useId, useState } from 'react';
import type { ButtonMenuProps, ButtonPanelProps, OpenBelow, OpeningButton } from './menu-types.ts';
import { onDemand } from './on-demand.ts';

const windows = onDemand(() => import('./MenuWindow.tsx'));
/** Loads the code of all menus. */
export const loadMenus = windows.load;
export const useMenuWindows = windows.usePart;

const useBelow = (popup: OpeningButton['aria-haspopup']) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const { part, opened } = useMenuWindows(isOpen);
  const button: OpeningButton = {
    ref: setTarget,
    id,
    'aria-haspopup': popup,
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    onClick: () => setOpen(!isOpen),
  };
  const below: OpenBelow = { id, opened, target, onClose: () => setOpen(false) };
  return { part, button, below };
};

/** A button with a menu below it. */
export const ButtonMenu = ({ button: draw, ...menu }: ButtonMenuProps) => {
  const { part, button, below } = useBelow('menu');
  return (
    <>
      {draw(button)}
      {part && <part.MenuBelow {...menu} {...below} />}
    </>
  );
};

/** A button with anything else below it. */
export const ButtonPanel = ({ button: draw, ...panel }: ButtonPanelProps) => {
  const { part, button, below } = useBelow('dialog');
  return (
    <>
      {draw(button)}
      {part && <part.PanelBelow {...panel} {...below} />}
    </>
  );
};

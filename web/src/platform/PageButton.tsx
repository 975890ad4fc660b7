import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { hrefOf, type OpenedWith } from './address.ts';
import { useOpenPage } from './page-state.ts';

interface PageButtonProps extends ButtonProps {
  readonly to: string;
  readonly page?: OpenedWith;
  readonly children: ReactNode;
}

/** A button that opens another page; with Ctrl in a new tab. */
export const PageButton = ({ to, page, children, ...button }: PageButtonProps) => {
  const openPage = useOpenPage();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    void openPage(to, page);
  };
  return (
    <Button {...button} component="a" href={hrefOf({ to, ...(page && { page }) })} onClick={open}>
      {children}
    </Button>
  );
};

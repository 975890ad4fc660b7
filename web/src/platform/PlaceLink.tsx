import type { MouseEvent, ReactNode } from 'react';
import { hrefOf, type Place } from './address.ts';
import { useOpenPage } from './page-state.ts';

interface PlaceLinkProps {
  readonly place: Place;
  readonly className?: string | undefined;
  /** Set inside a grid, which handles the keys itself. */
  readonly inGrid?: boolean;
  readonly children: ReactNode;
}

/** A link to a record. A click opens it here, Ctrl or the middle button in a new tab. */
export const PlaceLink = ({ place, className, inGrid, children }: PlaceLinkProps) => {
  const openPage = useOpenPage();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    void openPage(place.to, place.page);
  };
  return (
    <a
      href={hrefOf(place)}
      className={className}
      data-cut
      {...(inGrid && { tabIndex: -1, 'data-stop': true })}
      onClick={open}
    >
      {children}
    </a>
  );
};

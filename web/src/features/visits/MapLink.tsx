import { IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../../ui/icons.ts';

interface MapLinkProps {
  readonly latitude: number;
  readonly longitude: number;
  readonly children: ReactNode;
}

/** A link to an external map in a new tab. Only a click sends the location to that company. */
export const MapLink = ({ latitude, longitude, children }: MapLinkProps) => (
  <a
    href={`https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`}
    target="_blank"
    rel="noopener noreferrer"
  >
    <IconMapPin {...smallIcon} />
    {children}
    <span className="visually-hidden"> on a map</span>
  </a>
);

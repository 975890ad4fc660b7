import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { zonesWith } from './site-form.ts';

interface ZoneSelectProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (zone: string) => void;
  readonly description?: string;
  /** The current zone; '' if none. */
  readonly own: string;
}

export const ZoneSelect = ({ own, onChange, ...box }: ZoneSelectProps) => {
  const zones = useMemo(() => zonesWith(own).filter(Boolean), [own]);
  return (
    <Select
      label="Time zone"
      searchable
      allowDeselect={false}
      limit={40}
      data={zones}
      {...box}
      onChange={(zone) => zone && onChange(zone)}
    />
  );
};

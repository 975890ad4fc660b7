import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { zonesWith } from './site-form.ts';
import type { useSiteForm } from './use-site-form.ts';

interface ZoneSelectProps {
  readonly save: ReturnType<typeof useSiteForm>;
  /** The zone that counts now. */
  readonly own: string;
}

export const ZoneSelect = ({ save, own }: ZoneSelectProps) => {
  const zones = useMemo(() => zonesWith(own), [own]);
  return (
    <Select
      label="Time zone"
      searchable
      allowDeselect={false}
      limit={40}
      data={zones}
      {...save.box('timeZone')}
      onChange={(zone) => zone && save.set({ timeZone: zone })}
    />
  );
};

import { Select } from '@mantine/core';
import { useProviderAccounts } from './api.ts';

interface ProviderSelectProps {
  /** Id of a provider, or ''. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The active provider that an account belongs to. */
export const ProviderSelect = ({ value, error, onChange }: ProviderSelectProps) => {
  const providers = useProviderAccounts().data ?? [];
  return (
    <Select
      label="Provider"
      required
      searchable
      data-field="provider_id"
      nothingFoundMessage="Nothing found"
      limit={50}
      withScrollArea={false}
      styles={{ options: { maxHeight: 'calc(7 * var(--option-height))', overflowY: 'auto' } }}
      data={providers.map(({ providerId, name }) => ({ value: String(providerId), label: name }))}
      value={value === '' ? null : value}
      error={error}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
};

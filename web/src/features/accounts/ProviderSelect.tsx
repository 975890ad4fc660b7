import { Select } from '@mantine/core';
import { openList } from '../../ui/open-list.ts';
import { useProviderAccounts } from './api.ts';

interface ProviderSelectProps {
  /** Id of a provider, or ''. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly 'data-field': string;
}

/** Chooses an active provider for a new account. */
export const ProviderSelect = ({ value, onChange, ...rest }: ProviderSelectProps) => {
  const { data: providers } = useProviderAccounts();
  return (
    <Select
      label="Provider"
      placeholder={providers ? 'Choose a provider' : 'Loading…'}
      searchable
      limit={50}
      {...openList(7)}
      data={providers?.map(({ providerId, name }) => ({ value: String(providerId), label: name })) ?? []}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      {...rest}
    />
  );
};

import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { freshnessOf, queryClient } from './query.ts';

afterEach(() => queryClient.clear());

it('tells in the zone of the agency when a list was refreshed', () => {
  const at = Temporal.Instant.from('2026-11-20T17:42:15Z').epochMilliseconds;
  queryClient.setQueryData(['people'], [], { updatedAt: at });
  const people = new QueryObserver(queryClient, { queryKey: ['people'], enabled: false });
  const freshness = (timeZone: string) => {
    queryClient.setQueryData([capabilities.name, {}], { timeZone });
    return freshnessOf(people.getCurrentResult()).replace(/\s+/g, ' ');
  };
  expect(freshness('America/Denver')).toBe('updated 10:42:15 AM');
  expect(freshness('America/New_York')).toBe('updated 12:42:15 PM');
});

import { getMargin } from '@homecare/domain/margin/contract.ts';
import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import { QueryObserver } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { freshnessOf, queryClient, useRead } from './query.ts';

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

it('asks nothing again by itself that would keep the session of an empty room alive', () => {
  const months = { from: '2026-10', to: '2026-10', by: 'client' } as const;
  expect(() => renderHook(() => useRead(getMargin, months, { every: 60_000 }))).toThrow(
    'margin.get is polled, and would keep an unattended session alive: its effect is poll.',
  );
});

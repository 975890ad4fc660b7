import type { CallOutRow } from '@homecare/domain/staffing/contract.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { ComesAfterAll } from './ComesAfterAll.tsx';

const MOVED: OpenVisit = {
  planId: 3,
  day: '2026-12-03',
  date: '2026-12-05',
  visitId: 7,
  isExempt: false,
  ClientID: 20,
  Client: 'Vigil, Rosa',
  town: 'Denver',
  ProviderID: 12,
  Provider: 'Martinez, Dolores',
  Type: 'PC',
  start: '13:00',
  end: '15:30',
  minutes: 150,
  reason: 'calledOut',
  since: null,
  note: null,
};
const callOutOf = (id: number, day: string): CallOutRow => ({
  ...{ id, ProviderID: 12, Provider: 'Martinez, Dolores', note: null },
  ...{ from: `${day}T07:00:00Z`, until: `${day}T23:59:00Z`, at: '2026-12-01T12:00:00Z', by: 'M.R.', rev: 1 },
});

afterEach(closePages);

test('of a visit that was moved the call-out that opens it is taken back, not that of its planned day', async () => {
  onDesk();
  signInAs('user');
  const withdrawn: unknown[] = [];
  answerWith(({ path, input }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    // Both reach into what is asked for: the list goes a little beyond its days.
    if (path.includes('list-call-outs'))
      return { data: [callOutOf(1, '2026-12-03'), callOutOf(2, '2026-12-05')] };
    if (path.includes('withdraw-call-out')) {
      withdrawn.push(input);
      return { data: { id: 2 } };
    }
    return { status: 404, Info: path };
  });
  const Page = () => <ComesAfterAll visit={MOVED} zone="America/Denver" onDone={() => undefined} />;
  await openPages({ '/schedule': Page }, '/schedule');
  fireEvent.click(await screen.findByRole('button', { name: 'Can come after all…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Take the call-out back' }));
  await waitFor(() => expect(withdrawn).toEqual([{ id: 2, rev: 1 }]));
});

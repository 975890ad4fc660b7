import { COLORADO_PAY_RULES } from '@homecare/domain/states/testing/colorado.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../testing/application.tsx';
import { ParDialog } from '../features/authorizations/ParDialog.tsx';
import { PayPeriods } from '../features/config/PayPeriods.tsx';
import { ScanErrorDialog } from '../features/timesheets/ScanErrorDialog.tsx';

beforeEach(() => {
  signInAs('admin');
  onDesk();
});
afterEach(closePages);

const TYPE = {
  ...{ id: 1, Name: 'Personal Care', Code: 'PCP', rate: null, addrate: null },
  ...{ json: { pcItems: [], hmItems: [] }, ihss: false, relative: false, evvNeeded: true },
  ...{ aggregatorCode: null, procedureCode: null, modifiers: [], unitRule: 'up', payCategory: null },
};
const periods = [{ validFrom: '2026-11-01', length: 'week' as const }];
const par = {
  ...{ id: 5, type: 'PCP', number: 'A-1', from: '2026-11-01', through: '2026-12-31' },
  ...{ units: 100, used: 0 },
};
const scan = {
  ...{
    id: 9,
    CareID: 7,
    Provider: 'Archuleta, Ana',
    Client: 'Vigil, Rosa',
    date: '2026-10',
    period: 0,
    tsdate: '2026-10-01',
    error: '1',
    archive: false,
  },
  DateCreated: '2026-11-02T17:00:00Z',
};
const onClose = () => undefined;

interface Refused {
  /** What draws the dialog over a record of this revision; none: nobody has entered it yet. */
  readonly draw: (rev: number | undefined) => ReactNode;
  readonly saves: string;
  readonly before?: () => unknown;
  readonly press: string;
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** The revisions that were sent by pressing twice, while the list below reads what somebody else saved in between. */
const revisionsSent = async ({ draw, saves, before, press }: Refused, first: number | undefined) => {
  const sent: unknown[] = [];
  let show = (_: number | undefined): void => undefined;
  answerWith(({ path, cmd }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (cmd === 'type_get') return { data: [TYPE] };
    if (!path.includes(saves)) return { data: [] };
    return { status: 409, reason: 'stale', Info: 'Changed by K.O. at 11-20-2026 10:00 AM' };
  });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.includes(saves)) {
      const asked = new URL(url, 'http://site.test').searchParams.get('rev');
      sent.push(asked === null ? JSON.parse(String(init?.body)).rev : asked);
      show(4);
    }
    return plain(url, init);
  });
  const Page = () => {
    const [rev, setRev] = useState(first);
    show = setRev;
    return draw(rev);
  };
  await openPages({ '/people': Page }, '/people');
  await before?.();
  for (const times of [1, 2]) {
    await screen.findByRole('button', { name: press });
    click(press);
    await waitFor(() => expect(sent).toHaveLength(times));
    await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull());
  }
  return sent;
};

it.each<readonly [string, Refused, number | undefined, unknown]>([
  [
    'an authorization',
    {
      draw: (rev = 3) => (
        <ParDialog fresh={{ clientId: 21, type: '', from: '' }} stored={{ ...par, rev }} onClose={onClose} />
      ),
      saves: 'authorizations/save',
      before: () => screen.findByRole('option', { name: 'PCP' }),
      press: 'Save',
    },
    3,
    3,
  ],
  [
    'the removal of a rule of payroll',
    {
      draw: (rev = 3) => <PayPeriods rules={{ ...COLORADO_PAY_RULES, periods }} rev={rev} />,
      saves: 'payroll/save-rules',
      before: () => click('Remove pay periods from 11-01-2026'),
      press: 'Remove',
    },
    3,
    3,
  ],
  [
    'a timesheet error that somebody else entered first',
    {
      draw: (rev) => (
        <ScanErrorDialog
          planId={7}
          scans={rev === undefined ? [] : [{ ...scan, rev }]}
          scan={undefined}
          start={{ date: '2026-10', period: 0, codes: [2] }}
          onClose={onClose}
        />
      ),
      saves: 'TS_scan/update',
      press: 'Save',
    },
    undefined,
    null,
  ],
])('%s goes again over what was seen, not over what came since', async (_, dialog, first, expected) => {
  expect(await revisionsSent(dialog, first)).toEqual([expected, expected]);
});

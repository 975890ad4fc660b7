import { getBooks } from '@homecare/domain/books/contract.ts';
import type { BookRecord, BookRun, BooksPage as Books } from '@homecare/domain/books/schema.ts';
import type { VisitsBehind } from '@homecare/domain/visit-story/schema.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { useKept } from '../../platform/kept.ts';
import { usePageState } from '../../platform/page-state.ts';
import { markStale } from '../../platform/query.ts';
import { BooksPage } from './BooksPage.tsx';

const record: BookRecord = { kind: 'card', id: '42', clientId: 7, month: '2026-10', day: null };
const run: BookRun = {
  id: 3,
  askedBy: null,
  asked: '2026-11-20T09:41:00Z',
  ended: '2026-11-20T09:42:00Z',
  done: 12,
  of: 12,
  brokenCount: 1,
  results: [
    {
      check: 'worked',
      total: 660,
      looked: 5,
      brokenCount: 0,
      broken: [],
      parts: [
        { part: 'onRecord', value: 600, count: 4, records: [] },
        {
          part: 'noRecord',
          value: 60,
          count: 1,
          records: [{ kind: 'visit', id: '9', clientId: 7, month: null, day: '2026-10-05', value: 60 }],
        },
      ],
    },
    {
      check: 'amounts',
      total: 12_345,
      looked: 1,
      brokenCount: 1,
      broken: [{ text: 'Its days come to $100.00, but $123.45 is stored.', record }],
      parts: [{ part: 'claimed', value: 12_345, count: 1, records: [] }],
    },
  ],
};
const books = (of: Partial<Books>): Books => ({
  last: run,
  running: null,
  earlier: [],
  clients: [{ id: 7, name: 'Vigil, Rosa' }],
  ...of,
});

const BEHIND: VisitsBehind = {
  rows: [
    {
      planId: 9,
      day: '2026-10-05',
      ClientID: 7,
      Client: 'Vigil, Rosa',
      Provider: 'Okafor, Pat',
      Type: 'PCP',
      minutes: 120,
      units: null,
      claimId: null,
    },
  ],
  total: 1,
  minutes: 120,
  units: null,
};

let data: Books;
let asked: string[];
const answerBooks = () => {
  asked = [];
  answerWith(({ path }) => {
    asked.push(path);
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('books/get')) return { data };
    if (path.includes('visit-story/list-behind')) return { data: BEHIND };
    if (path.includes('books/check')) return { data: { id: 4 } };
    return { status: 404, Info: path };
  });
};
const open = async () => {
  answerBooks();
  await openPages({ '/books': BooksPage, '/visitstory': () => <p>The story</p> }, '/books');
};
beforeEach(() => {
  onDesk();
  signInAs('admin');
});
afterEach(closePages);

test('what does not add up is shown first, with its client and the way to it', async () => {
  data = books({});
  await open();
  expect(await screen.findByText('1 entry does not add up.')).toBeDefined();
  const table = await screen.findByRole('table', { name: 'Billing records: does not add up' });
  expect(within(table).getByText('Vigil, Rosa')).toBeDefined();
  expect(within(table).getByText('Its days come to $100.00, but $123.45 is stored.')).toBeDefined();
  expect(within(table).getByRole('button', { name: 'Open' })).toBeDefined();
});

test('a part that is listed opens its records, and its total is the sum of its parts', async () => {
  data = books({});
  await open();
  const worked = await screen.findByRole('region', { name: 'Worked time' });
  expect(within(worked).getByText('10.00 h')).toBeDefined();
  expect(within(worked).getByText('11.00 h')).toBeDefined();
  fireEvent.click(within(worked).getByRole('button', { name: 'No billing record yet (1)' }));
  const table = await screen.findByRole('table', { name: 'No billing record yet' });
  expect(within(table).getByText('10-05-2026')).toBeDefined();
});

test('a check that is under way shows how far it is, and is not begun twice', async () => {
  data = books({ running: { ...run, id: 4, ended: null, done: 3, of: 12, results: [] } });
  await open();
  expect(await screen.findByText('Checking the books: 3 of 12 steps')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Check now' }).hasAttribute('disabled')).toBe(true);
});

test('books that were never checked offer the first check', async () => {
  data = books({ last: null });
  await open();
  expect(await screen.findByText('The books have not been checked yet')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Check now' }));
  await waitFor(() => expect(asked.some((path) => path.includes('books/check'))).toBe(true));
});

test('a refresh that fails says since when the books on the screen are old', async () => {
  data = books({});
  await open();
  await screen.findByText('1 entry does not add up.');
  answerWith(({ path }) => ({ status: 404, Info: path }));
  await act(() => markStale(getBooks));
  expect(await screen.findByText(/^Not updated since/)).toBeDefined();
  expect(screen.getByText('1 entry does not add up.')).toBeDefined();
});

const altEnter = (row: HTMLElement) => fireEvent.keyDown(row, { key: 'Enter', altKey: true });

test('one key opens the story of a visit that is listed', async () => {
  data = books({});
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'No billing record yet (1)' }));
  const table = await screen.findByRole('table', { name: 'No billing record yet' });
  altEnter(within(table).getByRole('row', { name: /10-05-2026/ }));
  expect(await screen.findByText('The story')).toBeDefined();
});

test('of a record of several visits the same key lists them, and each opens its story', async () => {
  data = books({});
  await open();
  const table = await screen.findByRole('table', { name: 'Billing records: does not add up' });
  altEnter(within(table).getByRole('row', { name: /Vigil, Rosa/ }));
  const list = await screen.findByRole('dialog', { name: 'Visits: Billing record 42, Vigil, Rosa' });
  expect(asked.some((path) => path.includes('list-behind') && path.includes('of=card&id=42'))).toBe(true);
  expect(await within(list).findByText('1 visit, 2:00 h')).toBeDefined();
  altEnter(within(list).getByRole('row', { name: /Okafor, Pat/ }));
  expect(await screen.findByText('The story')).toBeDefined();
});

const WHERE: readonly { readonly of: BookRecord; readonly name: string; readonly words: string }[] = [
  {
    of: { kind: 'invoice', id: '31', name: '2026-0004', clientId: 7, month: '2026-10', day: null },
    name: 'Invoice 2026-0004',
    words: 'Invoice 31',
  },
  {
    of: { kind: 'payment', id: '5', clientId: 7, month: '2026-10', day: null },
    name: 'Payment 5',
    words: 'Account 7',
  },
  {
    of: { kind: 'client', id: '7', clientId: 7, month: null, day: null },
    name: 'Authorizations',
    words: 'Authorizations of Vigil, Rosa',
  },
  {
    of: { kind: 'claim', id: '12-3', clientId: 7, month: '2026-10', day: null },
    name: 'Claim 12-3',
    words: 'Files of 12-3',
  },
  {
    of: { kind: 'batch', id: '12', clientId: null, month: '2026-10', day: null },
    name: 'File 12',
    words: 'Files of 12-',
  },
  {
    of: { kind: 'visit', id: '9', clientId: 7, month: null, day: '2026-10-05' },
    name: 'Visit',
    words: 'Visits of 2026-10-05 by plan 9',
  },
];

const At = ({ of }: { readonly of: string }) => {
  const { id } = usePageState();
  return (
    <p>
      {of} {id}
    </p>
  );
};
const Kept = () => {
  const [{ search }] = useKept('authorizations.look', { search: '' });
  return <p>Authorizations of {search}</p>;
};
const Files = () => <p>Files of {useKept('claims.view', { search: '' })[0].search}</p>;
const Visits = () => {
  const [{ planId }] = useKept('evv-admin.only', { planId: 0 });
  return (
    <p>
      Visits of {useKept('evv-admin.date', '')[0]} by plan {planId}
    </p>
  );
};

test.each(WHERE)('what does not add up opens its record: $of.kind', async ({ of, name, words }) => {
  const results = run.results.map((one) =>
    one.brokenCount > 0 ? { ...one, broken: [{ text: 'It does not add up.', record: of }] } : one,
  );
  data = books({ last: { ...run, results } });
  answerBooks();
  await openPages(
    {
      '/books': BooksPage,
      '/privatepay/invoice': () => <At of="Invoice" />,
      '/privatepay/account': () => <At of="Account" />,
      '/authorizations': Kept,
      '/claims/files': Files,
      '/evvadmin': Visits,
    },
    '/books',
  );
  const table = within(await screen.findByRole('table', { name: 'Billing records: does not add up' }));
  table.getByText(name);
  fireEvent.click(await table.findByRole('button', { name: 'Open' }));
  expect(await screen.findByText(words)).toBeDefined();
});

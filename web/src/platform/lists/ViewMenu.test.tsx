import type { SavedView } from '@homecare/domain/list-views/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Asked,
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  rowOf as person,
  signInAs,
} from '../../../testing/application.tsx';
import { PeoplePage } from '../../features/people/PeoplePage.tsx';

/** How the People list is looked at: columns, order, saved views (docs/rules/list-views.md). */
const people = [
  person(1, { LastName: 'Baca', FirstName: 'Ana', Language: 'Spanish', Phone: '(303) 555-0102' }),
  person(2, { LastName: 'Avila', FirstName: 'Ben', Language: null, Phone: '(303) 555-0103' }),
  person(3, { LastName: 'Chen', FirstName: 'Mai', Language: 'English', Phone: '(303) 555-0101' }),
];
const saved = (more: Partial<SavedView>): SavedView => ({
  id: 7,
  name: 'Languages',
  isShared: false,
  isOwn: true,
  by: 'M.R.',
  view: {
    columns: ['name', 'language', 'gone'],
    sort: { key: 'language', descending: false },
    isCompact: true,
    fillsWindow: false,
    filters: { tab: 'All', showArchived: false },
  },
  rev: 2,
  ...more,
});

let asked: Asked[];
const open = async (views: readonly SavedView[] = []) => {
  asked = [];
  answerWith((request) => {
    asked.push(request);
    if (request.path.includes('notices/list'))
      return { data: { today: '2026-11-20', notices: [], marks: [] } };
    if (request.path.includes('list-unread')) return { data: [] };
    if (request.path.includes('list-views/list')) return { data: views };
    if (request.path.includes('list-views/save')) return { data: { rev: 0 } };
    if (request.path.includes('list-views/delete')) return { data: null };
    return { data: request.cmd === 'get' ? people : CAPABILITIES };
  });
  await openPages({ '/dashboard': PeoplePage }, '/dashboard');
  await screen.findByText('1–3 of 3');
};
const heads = () =>
  within(screen.getByRole('table'))
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    // The box over all rows has no words.
    .filter((head) => head !== '');
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent ?? '');
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const openMenu = async () => {
  press('View');
  await screen.findByRole('list', { name: 'Columns' });
};

beforeEach(() => {
  signInAs('admin');
  onDesk();
});
afterEach(closePages);

describe('a list', () => {
  it('is sorted by a head, the other way, and as it was', async () => {
    await open();
    press('Phone');
    expect(names()).toEqual(['Chen, Mai', 'Baca, Ana', 'Avila, Ben']);
    press('Phone');
    expect(names()).toEqual(['Avila, Ben', 'Baca, Ana', 'Chen, Mai']);
    press('Phone');
    expect(names()).toEqual(['Baca, Ana', 'Avila, Ben', 'Chen, Mai']);
  });

  it('shows the columns that are chosen, in their order, and those of the tab again', async () => {
    await open();
    const before = heads();
    await openMenu();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Language' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'SSI number' }));
    expect(heads()).toContain('Language');
    expect(heads()).not.toContain('SSI number');
    press('Move Name to the right');
    expect(heads().slice(0, 2)).toEqual([before[1], 'Name']);
    press('Reset');
    expect(heads()).toEqual(before);
  });
});

describe('a saved view', () => {
  it('brings its columns, its order and its filters, without what the list no longer has', async () => {
    await open([saved({})]);
    await openMenu();
    fireEvent.click(await screen.findByRole('button', { name: 'Languages' }));
    expect(heads()).toEqual(['Name', 'Language', 'Actions']);
    expect(names()).toEqual(['Chen, Mai', 'Baca, Ana', 'Avila, Ben']);
  });

  it('is made of what is shown, under a name that is not taken', async () => {
    await open([saved({})]);
    press('Phone');
    await openMenu();
    press('Save view');
    const dialog = await screen.findByRole('dialog', { name: 'Save view' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Name/ }), {
      target: { value: 'languages' },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('There is a view named languages. Choose another name.');
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Name/ }), {
      target: { value: 'By phone' },
    });
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Share with the agency' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save view' })).toBeNull());
    expect(asked.filter(({ path }) => path.includes('list-views/save'))).toHaveLength(1);
  });

  it('that an admin shares is only looked at by others', async () => {
    signInAs('user');
    await open([saved({ isShared: true, isOwn: false })]);
    await openMenu();
    await screen.findByText('Shared');
    expect(screen.queryByRole('button', { name: 'Delete the view Languages' })).toBeNull();
  });

  it('is deleted by the person who saved it', async () => {
    await open([saved({})]);
    await openMenu();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete the view Languages' }));
    const question = await screen.findByRole('dialog', { name: 'Delete the view Languages?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Delete the view/ })).toBeNull());
    expect(asked.filter(({ path }) => path.includes('list-views/delete'))).toHaveLength(1);
  });
});

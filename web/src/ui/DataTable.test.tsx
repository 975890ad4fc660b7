import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { EmptyState } from './states.tsx';

interface Person {
  readonly id: number;
  readonly name: string;
}
const people: readonly Person[] = Array.from({ length: 4499 }, (_, id) => ({ id, name: `Person ${id}` }));

const idOf = ({ id }: Person) => id;

const box = { width: 1200 };
beforeEach(() => {
  box.width = 1200;
  // happy-dom lays nothing out
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => box.width);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (props: Partial<DataTableProps<Person>> = {}) =>
  render(
    <MantineProvider env="test">
      <DataTable<Person>
        label="People"
        columns={[{ key: 'name', title: 'Name', cell: (row) => row.name }]}
        rows={people}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        listItem={(row) => ({ title: row.name })}
        {...props}
      />
    </MantineProvider>,
  );
const bodyRows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);

describe('pages', () => {
  it('show 12 rows and say where they stand', () => {
    show({ noun: 'people' });
    expect(bodyRows()).toHaveLength(12);
    expect(screen.getByText('1–12 of 4,499 people')).toBeDefined();
  });
  it('end with the rest', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Page 375' }));
    expect(bodyRows()).toHaveLength(11);
    expect(screen.getByText('4,489–4,499 of 4,499')).toBeDefined();
  });
  it('take no more room than their rows, and give it away down to 160 px', () => {
    const least = (rows: number) => {
      const { container } = show({ rows: people.slice(0, rows) });
      const region = container.querySelector<HTMLElement>('[class*="region"]');
      cleanup();
      return region?.style.minHeight;
    };
    expect([1, 2, 5, 300].map(least)).toEqual(['75px', '116px', '160px', '160px']);
  });
  it('go back to the last one when the list gets shorter', () => {
    show({ rows: people.slice(0, 20), page: 9 });
    expect(screen.getByText('13–20 of 20')).toBeDefined();
  });
});

describe('on paper', () => {
  const fire = (name: string) => act(() => void window.dispatchEvent(new Event(name)));
  it('are all rows in a table, however narrow the window is, and afterwards the page that was open', () => {
    box.width = 390;
    show({ rows: people.slice(0, 120), page: 3 });
    fire('beforeprint');
    expect(bodyRows()).toHaveLength(120);
    fire('afterprint');
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('25–36 of 120')).toBeDefined();
  });
});

describe('rows under others', () => {
  it('are on the page of their own and are not counted by it', () => {
    const member = (id: number): Person => ({ id, name: `Member ${id}` });
    show({ under: ({ id }) => (id === 11 ? [member(9001), member(9002)] : []) });
    expect(bodyRows().map((row) => row.textContent)).toEqual([
      ...people.slice(0, 12).map(({ name }) => name),
      'Member 9001',
      'Member 9002',
    ]);
    expect(bodyRows().filter((row) => row.dataset.below)).toHaveLength(2);
    screen.getByText('1–12 of 4,499');
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(bodyRows()[0]?.textContent).toBe('Person 12');
  });
});

describe('the keyboard', () => {
  it('moves between rows and opens one', () => {
    const opened = vi.fn();
    show({ onOpen: opened });
    const [first] = bodyRows();
    first?.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp'])
      fireEvent.keyDown(document.activeElement ?? document, { key });
    expect(document.activeElement).toBe(bodyRows()[1]);
    fireEvent.keyDown(document.activeElement ?? document, { key: 'Enter' });
    expect(opened).toHaveBeenCalledWith(people[1]);
  });
  it('turns the page', () => {
    show();
    bodyRows()[3]?.focus();
    fireEvent.keyDown(document.activeElement ?? document, { key: 'PageDown' });
    screen.getByText('13–24 of 4,499');
    expect(document.activeElement).toBe(bodyRows()[0]);
    expect(bodyRows()[0]?.getAttribute('aria-rowindex')).toBe('14');
    fireEvent.keyDown(document.activeElement ?? document, { key: 'PageUp' });
    screen.getByText('1–12 of 4,499');
    fireEvent.keyDown(document.activeElement ?? document, { key: 'PageUp' });
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('4500');
  });
  it('stays at its row while others come, and goes to the next one when it leaves', () => {
    const table = (rows: readonly Person[]) => (
      <MantineProvider env="test">
        <DataTable<Person>
          label="People"
          columns={[{ key: 'name', title: 'Name', cell: (row) => row.name }]}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          listItem={(row) => ({ title: row.name })}
        />
      </MantineProvider>
    );
    const few = people.slice(10, 16);
    const { rerender } = render(table(few));
    act(() => bodyRows()[2]?.focus());
    rerender(table([...people.slice(0, 3), ...few]));
    expect(document.activeElement?.textContent).toBe('Person 12');
    rerender(table(few.filter(({ id }) => id !== 12)));
    expect(document.activeElement?.textContent).toBe('Person 13');
    rerender(table(few.slice(0, 1)));
    expect(document.activeElement?.textContent).toBe('Person 10');
  });
  it('has no menu in a row that offers nothing', async () => {
    show({ menu: (row) => (idOf(row) === 1 ? [] : [{ label: 'Edit', onSelect: () => undefined }]) });
    screen.getByRole('button', { name: 'More for Person 2' });
    expect(screen.queryByRole('button', { name: 'More for Person 1' })).toBeNull();
    bodyRows()[1]?.focus();
    fireEvent.keyDown(document.activeElement ?? document, { key: 'F10', shiftKey: true });
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('opens the menu of the row with Shift F10, and the focus comes back to its button', async () => {
    const edit = vi.fn();
    show({ menu: (row) => [{ label: 'Edit', onSelect: () => edit(row) }] });
    const row = bodyRows()[2];
    row?.focus();
    fireEvent.keyDown(document.activeElement ?? document, { key: 'F10', shiftKey: true });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    expect(edit).toHaveBeenCalledWith(people[2]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More for Person 2' }));
  });
});

describe('selection', () => {
  const rows = people.slice(0, 30);
  const Selecting = () => {
    const [keys, onChange] = useState<ReadonlySet<string | number>>(() => new Set());
    return (
      <MantineProvider env="test">
        <p>{[...keys].toSorted((a, b) => Number(a) - Number(b)).join(' ')} selected</p>
        <DataTable<Person>
          label="People"
          columns={[{ key: 'name', title: 'Name', cell: (row) => row.name }]}
          rows={rows}
          rowKey={idOf}
          rowName={(row) => row.name}
          listItem={(row) => ({ title: row.name })}
          selection={{ keys, onChange, onAll: () => onChange(new Set(rows.map(idOf))) }}
        />
      </MantineProvider>
    );
  };
  const boxOf = (id: number) => screen.getByRole('checkbox', { name: `Select Person ${id}` });
  const press = (key: string, more: object = {}) =>
    fireEvent.keyDown(document.activeElement ?? document, { key, ...more });

  it('takes a range with shift, over pages too', () => {
    render(<Selecting />);
    fireEvent.click(boxOf(3));
    fireEvent.click(boxOf(6), { shiftKey: true });
    screen.getByText('3 4 5 6 selected');
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    fireEvent.click(boxOf(13), { shiftKey: true });
    screen.getByText('3 4 5 6 7 8 9 10 11 12 13 selected');
    fireEvent.click(boxOf(12));
    screen.getByText('3 4 5 6 7 8 9 10 11 13 selected');
  });
  it('goes by Space, Shift with the arrows, Ctrl A and Esc', () => {
    render(<Selecting />);
    act(() => bodyRows()[1]?.focus());
    press(' ');
    press('ArrowDown', { shiftKey: true });
    press('ArrowDown', { shiftKey: true });
    screen.getByText('1 2 3 selected');
    press('a', { ctrlKey: true });
    screen.getByText(/^0 1 2 .* 29 selected$/);
    press('Escape');
    screen.getByText('selected');
  });
});

describe('states', () => {
  it('shows skeletons once an answer is slow, never for a quick one', async () => {
    show({ rows: undefined, loadingText: 'Loading people…' });
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(1);
    await screen.findByText('Loading people…');
    expect(bodyRows()).toHaveLength(12);
  });
  it('shows the empty state instead of an empty table', () => {
    show({ rows: [], empty: <EmptyState icon={() => null} title="No one matches “Gonzalves”" /> });
    expect(screen.getByText('No one matches “Gonzalves”')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });
  it('shows a failed load with Try again, and old rows rather than the failure', () => {
    const onRetry = vi.fn();
    const failure = { title: 'Couldn’t load the list', text: 'Nothing was changed.', onRetry };
    const { unmount } = show({ rows: undefined, failure });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
    unmount();
    show({ failure });
    expect(bodyRows()).toHaveLength(12);
  });
  it('becomes a list below 700 px of its own width', () => {
    box.width = 390;
    const opened = vi.fn();
    show({ onOpen: opened });
    expect(screen.queryByRole('table')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Person 3' }));
    expect(opened).toHaveBeenCalledWith(people[3]);
  });
});

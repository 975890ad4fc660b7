import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CAPABILITIES } from '../../../testing/application.tsx';
import { type BulkAction, BulkActions } from './BulkActions.tsx';
import { FilterChips } from './FilterChips.tsx';

afterEach(cleanup);

interface Person {
  readonly id: number;
  readonly phone: string | null;
}
const run = vi.fn();
const action = (more: Partial<BulkAction<Person>>): BulkAction<Person> => ({
  key: 'text',
  label: 'Send SMS…',
  icon: () => null,
  roles: ['admin'],
  blocked: ({ phone }) => (phone ? undefined : 'No phone'),
  run,
  ...more,
});
const show = (actions: readonly BulkAction<Person>[], selected: readonly Person[]) =>
  render(
    <MantineProvider env="test">
      <BulkActions
        label="Selected people"
        {...{ actions, selected }}
        viewer={{ role: 'admin', capabilities: CAPABILITIES }}
        total={9}
        onAll={() => undefined}
        onClear={() => undefined}
      />
    </MantineProvider>,
  );

it('a bulk action does what fits all selected rows, and says which it does not fit', () => {
  const both = [
    { id: 1, phone: '(303) 555-0100' },
    { id: 2, phone: null },
  ];
  show([action({}), action({ key: 'all', label: 'Mark', blocked: () => undefined })], both);
  screen.getByText('2 selected');
  screen.getByRole('button', { name: 'Select all 9' });
  const text = screen.getByRole('button', { name: 'Send SMS…' });
  expect(text.getAttribute('aria-description')).toBe('No phone: 1 of 2.');
  fireEvent.click(text);
  expect(run).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Mark' }));
  expect(run).toHaveBeenCalledWith(both);
});

it('what the viewer may not do is not offered, and nothing is without a selection', () => {
  show([action({ roles: ['user'] })], [{ id: 1, phone: null }]);
  expect(screen.queryByRole('button', { name: 'Send SMS…' })).toBeNull();
  cleanup();
  show([action({})], []);
  expect(screen.queryByRole('region')).toBeNull();
});

it('chips name what narrows a list and take it away', () => {
  const [onRemove, onClear] = [vi.fn(), vi.fn()];
  const { rerender } = render(
    <MantineProvider env="test">
      <FilterChips chips={[{ key: 'tab', label: 'Clients only', onRemove }]} onClear={onClear} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Remove Clients only' }));
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect([onRemove.mock.calls.length, onClear.mock.calls.length]).toEqual([1, 1]);
  rerender(
    <MantineProvider env="test">
      <FilterChips chips={[]} onClear={onClear} />
    </MantineProvider>,
  );
  expect(screen.queryByRole('list')).toBeNull();
});

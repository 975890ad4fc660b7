import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';

afterEach(cleanup);

const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

const Stack = ({ onOuter, forced }: { readonly onOuter: () => void; readonly forced?: boolean }) => {
  const [inner, setInner] = useState(false);
  // The outer one is drawn anew while the inner one is open, as when its list is loaded again.
  const [drawn, setDrawn] = useState(0);
  return (
    <MantineProvider env="test">
      <Dialog opened title={`Files ${drawn}`} onClose={() => onOuter()}>
        <button type="button" onClick={() => setInner(true)}>
          Add
        </button>
      </Dialog>
      {inner && (
        <Dialog opened title="Add a file" forced={forced ?? false} onClose={() => setInner(false)}>
          <input aria-label="Name" onChange={() => setDrawn(drawn + 1)} />
        </Dialog>
      )}
    </MantineProvider>
  );
};

const openInner = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Plan' } });
};

test('Escape closes the dialog on top alone, then the one below', async () => {
  const onOuter = vi.fn();
  render(<Stack onOuter={onOuter} />);
  await openInner();
  pressEscape();
  expect(screen.queryByText('Add a file')).toBeNull();
  expect(onOuter).not.toHaveBeenCalled();
  pressEscape();
  expect(onOuter).toHaveBeenCalledOnce();
});

test('a forced dialog on top keeps the key from the one below', async () => {
  const onOuter = vi.fn();
  render(<Stack onOuter={onOuter} forced />);
  await openInner();
  pressEscape();
  expect(screen.queryByText('Add a file')).not.toBeNull();
  expect(onOuter).not.toHaveBeenCalled();
});

test('in a menu or a list Escape belongs to it', () => {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <Dialog opened title="Files" onClose={onClose}>
        <div role="menu">
          <button type="button" role="menuitem">
            Rename…
          </button>
        </div>
      </Dialog>
    </MantineProvider>,
  );
  fireEvent.keyDown(screen.getByRole('menuitem', { hidden: true }), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
});

import { afterEach, expect, test, vi } from 'vitest';

// As in a browser that has not loaded them yet; testing/setup.ts has, for all other tests.
vi.resetModules();
const { cleanup, render, screen, waitFor } = await import('@testing-library/react');
const { MantineProvider } = await import('@mantine/core');
const { useState } = await import('react');
const { Dialog } = await import('./Dialog.tsx');

// Left on the page, it would go on when the page is gone.
afterEach(cleanup);

const Page = () => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Archive
      </button>
      <Dialog opened={opened} title="Archive Baca, Guadalupe" onClose={() => setOpened(false)}>
        Her visits are removed.
      </Dialog>
    </>
  );
};

test('a dialog that is opened before its window is here brings it, and gives the focus back when it closes', async () => {
  render(
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  );
  const button = screen.getByRole('button', { name: 'Archive' });
  button.focus();
  button.click();
  expect(await screen.findByRole('dialog', { name: 'Archive Baca, Guadalupe' })).toBeDefined();
  await waitFor(() => expect(document.activeElement).not.toBe(button));
  screen.getByRole('button', { name: 'Close' }).click();
  await waitFor(() => expect(document.activeElement).toBe(button));
});
